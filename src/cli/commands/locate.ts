// `pinakes locate`: the places that texts name.
import type { LocatedImage } from '../../pipeline/locate-images.ts';
import type { LocatedPlace } from '../../places/places.ts';
import { ACCESS_FLAGS } from '../access-flags.ts';
import { type Context, defineCommand } from '../command.ts';
import { iterateInputLines } from '../input-lines.ts';
import { LIBRARY_FLAG, libraryFolder, useLibrary } from '../library-flags.ts';
import { paced } from '../paced.ts';
import { openPlaces, PLACES_FLAG } from '../place-flags.ts';
import { printable } from '../terminal.ts';

const FLAGS = {
  country: {
    type: 'string',
    placeholder: 'CODE',
    repeatable: true,
    sources: [],
    help: 'a country that the text is likely to be about, such as PT',
  },
  least: {
    type: 'number',
    min: 0,
    max: 1,
    default: 0.5,
    placeholder: 'N',
    sources: [],
    help: 'least confidence of places to print; 0 prints the doubtful ones, too',
  },
  near: {
    type: 'string',
    placeholder: 'LAT,LON',
    sources: [],
    help: 'print the town nearest to this point instead',
  },
  url: {
    type: 'string',
    placeholder: 'URL',
    sources: [],
    help: 'read the title and the main text of this page instead',
  },
  places: PLACES_FLAG,
  library: {
    ...LIBRARY_FLAG,
    sources: [],
    help: 'read the texts of the images of this library instead, and list the doubtful places first',
  },
  limit: {
    type: 'integer',
    min: 1,
    max: 100_000,
    default: 100,
    placeholder: 'N',
    sources: [],
    help: 'images of --library to list',
  },
  ...ACCESS_FLAGS,
} as const;

const ARGUMENTS = {
  text: { help: 'texts; the lines of the standard input when there are none', repeatable: true },
} as const;

type Run = Context<typeof FLAGS, typeof ARGUMENTS>;

/** Prints places with offsets, coordinates, confidence and reasons. */
export const locate = defineCommand({
  name: 'locate',
  summary: 'find the places that texts name, with coordinates',
  description: `Finds place names in texts and decides which places they are, without asking anybody: the gazetteer comes with
Pinakes. Each place has its offsets in the text, coordinates, a confidence and the reasons. Names that are more likely
words or persons are left out, and so are those that may mean several places alike; \`--least 0\` prints them.

With \`--url\` a page is fetched, as \`pinakes find\` does it, and places of its title and main text are printed.
With \`--library\` the captions, texts and page titles of its images are read. The images are listed with the least
sure place first: a list to work through.

Places: GeoNames (CC BY 4.0), Natural Earth, Unicode CLDR. \`pinakes gazetteer import\` adds more.`,
  examples: [
    { does: 'One text', line: "pinakes locate 'The bridge of Dom Luís in Porto, Portugal'" },
    { does: 'As JSON, one document for each line', line: 'pinakes locate --json < captions.txt' },
    {
      does: 'A text of a Portuguese site',
      line: "pinakes locate --country PT 'Castelo de Guimarães'",
    },
    { does: 'Which town is here', line: 'pinakes locate --near 41.1496,-8.611' },
    {
      does: 'A page of the web',
      line: 'pinakes locate --url https://example.org/ --contact me@example.com',
    },
    { does: 'Images to look at', line: 'pinakes locate --library my-library --limit 20' },
  ],
  arguments: ARGUMENTS,
  flags: FLAGS,
  async run(context) {
    if (context.flags.library !== undefined) return listImages(context);
    if (context.flags.url !== undefined) return locatePage(context, context.flags.url);
    return context.flags.near === undefined ? locateTexts(context) : nearestTown(context);
  },
});

async function locateTexts({ args, flags, host, log, output, signal }: Run): Promise<0 | 1 | 3> {
  const gazetteer = await openPlaces(host, flags.places);
  const options = { least: flags.least, countries: flags.country };
  let places = 0;
  let skipped = 0;

  async function* iterateTexts(): AsyncGenerator<string> {
    yield* args.text;
    if (args.text.length > 0) return;
    if (host.stdin.isTTY === true) log.note('Type texts, one a line; Ctrl-D ends the list.');
    for await (const line of iterateInputLines(host.stdin, { signal })) {
      if (line.kind === 'line') yield line.text;
      else {
        skipped += 1;
        log.warn(`Line ${line.line} of the standard input is too long and was passed over.`);
      }
    }
  }

  async function* iterateAnswers(): AsyncGenerator<readonly LocatedPlace[]> {
    for await (const text of iterateTexts()) {
      const located = gazetteer.locate(text, options);
      places += located.length;
      yield located;
    }
  }

  if (flags.json) await output.records(toRecords(iterateAnswers()));
  else await output.lines(toLines(iterateAnswers()));
  if (skipped > 0) return 3;
  return places > 0 ? 0 : 1;
}

async function* toRecords(
  answers: AsyncIterable<readonly LocatedPlace[]>,
): AsyncGenerator<unknown> {
  for await (const places of answers) yield { places };
}

async function* toLines(answers: AsyncIterable<readonly LocatedPlace[]>): AsyncGenerator<string> {
  for await (const places of answers) {
    for (const place of places) {
      yield [
        printable(place.text),
        `${place.latitude},${place.longitude}`,
        place.confidence.toFixed(2),
        `${place.start}-${place.end}`,
        describe(place),
        place.why,
      ].join('\t');
    }
  }
}

/** Title and main text of a page, as one text. */
async function locatePage({ flags, host, output, signal }: Run, address: string): Promise<0 | 1> {
  const { readWebPage } = await import('../../corpus/read-web-page.ts');
  const page = await readWebPage(address, { ...flags, signal });
  const gazetteer = await openPlaces(host, flags.places);
  const text = [page.title, page.text].filter(Boolean).join('\n');
  const { least, country: countries } = flags;
  const places = gazetteer.locate(text, { least, countries, language: page.language });
  if (flags.json) await output.json({ url: page.url, text, places });
  else await output.lines(toLines(toStream(places)));
  return places.length > 0 ? 0 : 1;
}

async function* toStream(places: readonly LocatedPlace[]): AsyncGenerator<readonly LocatedPlace[]> {
  yield places;
}

/** Reverse geocoding of one point. */
async function nearestTown({ flags, host, output }: Run): Promise<0 | 1> {
  const [latitude = Number.NaN, longitude = Number.NaN] = (flags.near ?? '').split(',').map(Number);
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
    const { PinakesError } = await import('../../support/errors.ts');
    throw new PinakesError('USAGE', {
      command: 'locate',
      detail: '--near needs a latitude and a longitude in degrees, such as 41.15,-8.61.',
    });
  }
  const gazetteer = await openPlaces(host, flags.places);
  const town = gazetteer.nearest(latitude, longitude);
  if (flags.json) await output.json({ latitude, longitude, ...(town && { nearest: town }) });
  else
    await output.lines(
      town ? [`${describe(town)}\t${town.distanceKm} km`] : ['no town within 50 km'],
    );
  return town === undefined ? 1 : 0;
}

/** The work list of a library. */
async function listImages(run: Run): Promise<0 | 1> {
  const { flags, host, log, output, signal, startProgress } = run;
  const { locateImages } = await import('../../pipeline/locate-images.ts');
  const gazetteer = await openPlaces(host, flags.places);
  return useLibrary(libraryFolder(host, flags.library, 'locate'), {}, async (library) => {
    const progress = startProgress({ unit: 'images' });
    let seen = 0;
    let located = 0;
    let listed: LocatedImage[] = [];
    for await (const image of paced(locateImages(library, gazetteer), signal)) {
      seen += 1;
      progress.advance(1);
      if (image === undefined) continue;
      located += 1;
      listed.push(image);
      if (listed.length >= 2 * flags.limit) listed = doubtfulFirst(listed, flags.limit);
    }
    progress.stop();
    listed = doubtfulFirst(listed, flags.limit);
    if (flags.json) await output.json({ images: seen, located, doubtful: listed });
    else await output.lines(listed.map(toLine));
    log.note(`${located} of ${seen} images have a text that names a place.`);
    return located > 0 ? 0 : 1;
  });
}

function doubtfulFirst(images: readonly LocatedImage[], limit: number): LocatedImage[] {
  return images
    .toSorted((a, b) => a.place.confidence - b.place.confidence || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

function toLine({ id, from, text, place }: LocatedImage): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return [
    place.confidence.toFixed(2),
    id.slice(0, 12),
    describe(place),
    from,
    printable(short),
  ].join('\t');
}

/** Name, region and country on one line. */
function describe({
  name,
  region,
  country,
}: Pick<LocatedPlace, 'name' | 'region' | 'country'>): string {
  return [...new Set([name, region, country])].filter((part) => part !== undefined).join(', ');
}
