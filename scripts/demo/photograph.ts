// Photographs of others in the demo: who took them, under which licence, and how copies of them differ.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';
import { table } from '../markdown.ts';
import { escapeXml } from './drawing.ts';

/** A line of `demo/photographs/credits.json`. */
export interface Credit {
  /** Name of the file in `demo/photographs`, without `.jpg`. */
  readonly name: string;
  readonly author: string;
  readonly licence: keyof typeof LICENCES;
  /** The package that brought it, with its version. */
  readonly package: string;
  /** The file in that package. */
  readonly file: string;
  /** Where the package took it from, as far as it says. */
  readonly source?: string;
}

/** What was done to a copy. */
export interface Edit {
  /** Share of width and height that is cut away, around the middle. */
  readonly crop?: number;
  readonly isMirrored?: boolean;
  /** A bar under the picture with these words. */
  readonly bar?: string;
  /** A statement of rights inside the file, as XMP. */
  readonly hasRights?: boolean;
}

/** A photograph as a picture of the demo shows it. */
export interface Photograph {
  readonly credit: Credit;
  readonly edit: Edit;
}

const FOLDER = fileURLToPath(new URL('../../demo/photographs/', import.meta.url));

/** Addresses of the licences that occur. */
export const LICENCES = {
  'CC0 1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'Public domain': 'https://creativecommons.org/publicdomain/mark/1.0/',
  'CC BY 2.0': 'https://creativecommons.org/licenses/by/2.0/',
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC BY-SA 3.0': 'https://creativecommons.org/licenses/by-sa/3.0/',
  'CC BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
} as const;

/** All photographs, in the order of the file. */
export const CREDITS: readonly Credit[] = JSON.parse(
  readFileSync(`${FOLDER}credits.json`, 'utf8'),
) as Credit[]; // our own file, whose licences a test checks

/** A photograph by name. */
export function photograph(name: string, edit: Edit = {}): Photograph {
  const credit = CREDITS.find((one) => one.name === name);
  if (credit === undefined) throw new Error(`there is no photograph ${name}`);
  return { credit, edit };
}

/** Opens a photograph, edited and brought to a size. */
export async function openPhotograph(
  { credit, edit }: Photograph,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Sharp> {
  const file = `${FOLDER}${credit.name}.jpg`;
  const { width: across = 0, height: down = 0 } = await sharp(file).metadata();
  const cut = edit.crop ?? 0;
  const image = sharp(file).extract({
    left: Math.round((across * cut) / 2),
    top: Math.round((down * cut) / 2),
    width: Math.round(across * (1 - cut)),
    height: Math.round(down * (1 - cut)),
  });
  if (edit.isMirrored) image.flop();
  const bar = edit.bar === undefined ? 0 : Math.round(height * 0.14);
  image.resize(width, height - bar, { fit: 'cover' });
  if (edit.bar === undefined) return withRights(image, { credit, edit });
  const above = await image.png().toBuffer();
  const words = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${bar}"><rect width="100%" height="100%" fill="#14181c"/><text x="50%" y="68%" text-anchor="middle" font-family="DejaVu Sans" font-size="${Math.round(bar * 0.5)}" fill="#fff">${escapeXml(edit.bar)}</text></svg>`;
  const whole = sharp({ create: { width, height, channels: 3, background: '#14181c' } }).composite([
    { input: above, left: 0, top: 0 },
    { input: Buffer.from(words), left: 0, top: height - bar },
  ]);
  return withRights(whole, { credit, edit });
}

/** The credits as a table for the readme. */
export function creditTable(): string {
  return table(
    ['photograph', 'by', 'licence', 'from'],
    CREDITS.map(({ name, author, licence, package: from, file, source }) => [
      name,
      author,
      `[${licence}](${LICENCES[licence]})`,
      `${from}, \`${file}\`${source === undefined ? '' : `; ${source}`}`,
    ]),
  );
}

function withRights(image: Sharp, { credit, edit }: Photograph): Sharp {
  if (!edit.hasRights) return image;
  const address = LICENCES[credit.licence];
  return image.withXmp(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" photoshop:Credit="${escapeXml(credit.author)}"><cc:license rdf:resource="${address}"/><dc:rights><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(credit.author)}, ${credit.licence}</rdf:li></rdf:Alt></dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`);
}
