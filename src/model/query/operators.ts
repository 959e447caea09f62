// The one table of operators: the parser, its messages, the documentation and filter panels are made from it.
import { KINDS } from '../kind.ts';
import { LICENCES } from '../licence.ts';
import { fold } from './characters.ts';
import { IMAGE_TYPES } from './image-types.ts';
import { COLORS, ORIENTATIONS } from './operator-values.ts';
import type { OperatorName } from './query.ts';

/** What is to be known of an operator. */
export interface Operator {
  /** Its name, as it is printed. */
  readonly name: OperatorName;
  /** Other names that mean the same. */
  readonly aliases: readonly string[];
  /** Names that other programs use for it: no operators here, but worth a hint. */
  readonly elsewhere: readonly string[];
  /** What the value looks like, in words. */
  readonly value: string;
  /** All values, where there are few enough to choose from. */
  readonly choices?: readonly string[];
  /** Whole operators that can be typed. */
  readonly examples: readonly string[];
  /** One line: which pictures it finds. */
  readonly help: string;
}

const TYPES = IMAGE_TYPES.map((type) => type.name);
const SIZES = ['sm', 'md', 'lg'];

/** All operators, in the order in which they are shown. */
export const OPERATORS: readonly Operator[] = [
  {
    name: 'site',
    aliases: [],
    elsewhere: ['domain', 'host', 'hostname'],
    value: 'a host',
    examples: ['site:example.org', '-site:blog.example.org', 'site:pt'],
    help: 'Pictures on pages of a host and its sub-domains.',
  },
  {
    name: 'type',
    aliases: ['filetype'],
    elsewhere: ['ext', 'extension', 'format', 'mime'],
    value: `one of ${list(TYPES)}`,
    choices: TYPES,
    examples: ['type:png', 'type:jpg OR type:webp'],
    help: 'Pictures in a format, told from their bytes.',
  },
  {
    name: 'size',
    aliases: [],
    elsewhere: ['imagesize', 'dimensions', 'resolution'],
    value: `${list(SIZES)} (also small, medium, large), or least width and height in pixels as 800x600+`,
    choices: SIZES,
    examples: ['size:lg', 'size:800x600+'],
    help: 'Pictures by area (small: up to 65,536 pixels, medium: up to 810,000, large: more) or of at least a width and height.',
  },
  {
    name: 'orientation',
    aliases: [],
    elsewhere: ['shape', 'layout', 'aspect'],
    value: `one of ${list(ORIENTATIONS)}`,
    choices: ORIENTATIONS,
    examples: ['orientation:portrait'],
    help: 'Pictures that are wider than high, higher than wide, or neither.',
  },
  {
    name: 'color',
    aliases: ['colour'],
    elsewhere: ['colors', 'colours'],
    value: `one of ${list(COLORS)} (a black-and-white photograph), or #rrggbb, which stands for its family`,
    choices: COLORS,
    examples: ['color:blue', 'color:#cc3300'],
    help: 'Pictures in which a colour prevails, or photographs in black and white.',
  },
  {
    name: 'kind',
    aliases: [],
    elsewhere: ['sort', 'class', 'imgtype', 'itp'],
    value: `one of ${list(KINDS)}`,
    choices: KINDS,
    examples: ['kind:photo', '-kind:logo'],
    help: 'Photographs, drawings, diagrams or screenshots, scanned text, icons, logos, banners, advertisements.',
  },
  {
    name: 'text',
    aliases: ['ocr'],
    elsewhere: ['intext', 'words', 'says'],
    value: 'a word, or a phrase in quotes',
    examples: ['text:menu', 'text:"free entry"'],
    help: 'Pictures in which words were read: posters, signs, scans (`--enrich ocr`).',
  },
  {
    name: 'label',
    aliases: [],
    elsewhere: ['tag', 'object', 'thing'],
    value: 'a label, in quotes where it has spaces',
    examples: ['label:bicycle', 'label:"fire engine"'],
    help: 'Pictures of what a classifier of the operator says is in them.',
  },
  {
    name: 'licence',
    aliases: ['license'],
    elsewhere: ['rights', 'copyright', 'usage'],
    value: `cc (any of Creative Commons), or one of ${list(LICENCES)}`,
    choices: ['cc', ...LICENCES],
    examples: ['licence:cc', 'licence:by-sa'],
    help: 'Pictures whose file or page states a licence.',
  },
  {
    name: 'from',
    aliases: ['after'],
    elsewhere: ['since'],
    value:
      'a year, month, day or moment that exists: 2010, 201005, 20100531, 20100531120000 or 2010-05-31',
    examples: ['from:2010', 'from:2010-05-31'],
    help: 'Pictures first captured then or later (UTC).',
  },
  {
    name: 'to',
    aliases: [],
    elsewhere: ['until', 'till'],
    value:
      'a year, month, day or moment that exists: 2010, 201005, 20100531, 20100531120000 or 2010-05-31',
    examples: ['to:2012', 'to:201206'],
    help: 'Pictures first captured then or earlier; a year, month or day is meant to its end.',
  },
  {
    name: 'before',
    aliases: [],
    elsewhere: ['olderthan'],
    value:
      'a year, month, day or moment that exists: 2010, 201005, 20100531, 20100531120000 or 2010-05-31',
    examples: ['before:2016', 'before:2016-05-31'],
    help: 'Pictures first captured before a year, month, day or moment begins.',
  },
  {
    name: 'year',
    aliases: [],
    elsewhere: ['date', 'years'],
    value: 'a year, or two years as 2004-2008 or 2004..2008',
    examples: ['year:2004', 'year:2004-2008'],
    help: 'Pictures first captured in a year, or in one of several.',
  },
  {
    name: 'taken',
    aliases: [],
    elsewhere: ['exif', 'shot'],
    value: 'a year, month or day, or two of them as 2004..2008 or 2004-05-01..2004-06-15',
    examples: ['taken:1999', 'taken:2004..2008'],
    help: 'Photographs taken then, as the camera wrote into the file.',
  },
  {
    name: 'seen',
    aliases: [],
    elsewhere: ['captured', 'online'],
    value: 'a year, month or day, or two of them as 2004..2008 or 2004-05-01..2004-06-15',
    examples: ['seen:2005', 'seen:2004..2008'],
    help: 'Pictures first captured then or earlier and last captured then or later: they were there at the time.',
  },
  {
    name: 'collection',
    aliases: [],
    elsewhere: ['album', 'crawl'],
    value: 'the name of a collection, in quotes where it has spaces',
    examples: ['collection:news', 'collection:"My crawl"'],
    help: 'Pictures of a collection.',
  },
  {
    name: 'lang',
    aliases: ['language'],
    elsewhere: ['locale'],
    value: 'a language code of two or three letters',
    examples: ['lang:pt'],
    help: 'Pictures on pages in a language.',
  },
  {
    name: 'near',
    aliases: [],
    elsewhere: ['around', 'latlng'],
    value:
      'latitude,longitude,kilometres without spaces (degrees, decimal dot), or the name of a place, with kilometres if wanted as Lisboa,20',
    examples: ['near:38.72,-9.14,5', 'near:Lisboa', 'near:"New York" 20km'],
    help: 'Pictures of what is near a place; without a distance 10 km around coordinates and towns, more around regions and countries.',
  },
  {
    name: 'place',
    aliases: [],
    elsewhere: ['location', 'country', 'city', 'town', 'region'],
    value:
      'the name of a country, region or town, in quotes where it has spaces, or the code of a country',
    examples: ['place:Portugal', 'place:"Porto, PT"'],
    help: 'Pictures in a country, region or town.',
  },
  {
    name: 'bbox',
    aliases: ['box'],
    elsewhere: ['bounds', 'rectangle'],
    value:
      'west,south,east,north in degrees without spaces; over the antimeridian where west is the larger',
    examples: ['bbox:-9.5,38.4,-8.9,38.9', 'bbox:170,-20,-170,-10'],
    help: 'Pictures of what is in a part of the map.',
  },
  {
    name: 'geo',
    aliases: [],
    elsewhere: ['gps', 'geotag', 'geotagged'],
    value: 'yes or no',
    choices: ['yes', 'no'],
    examples: ['geo:yes'],
    help: 'Pictures whose place is known, or is not.',
  },
  {
    name: 'animated',
    aliases: [],
    elsewhere: ['animation', 'moving'],
    value: 'yes or no',
    choices: ['yes', 'no'],
    examples: ['animated:yes'],
    help: 'Pictures that move, or pictures that do not.',
  },
  {
    name: 'safe',
    aliases: [],
    elsewhere: ['safesearch', 'nsfw'],
    value: 'on or off',
    choices: ['on', 'off'],
    examples: ['safe:off'],
    help: 'Hides pictures that are not safe for work, or shows them.',
  },
  {
    name: 'variants',
    aliases: ['duplicates'],
    elsewhere: ['copies', 'dupes'],
    value: 'all or best',
    choices: ['all', 'best'],
    examples: ['variants:all'],
    help: 'Shows resized copies and near duplicates one by one, or the best of them alone.',
  },
  {
    name: 'src',
    aliases: [],
    elsewhere: ['url', 'inurl', 'imageurl', 'image'],
    value: 'the URL of an image',
    examples: ['src:http://example.org/logo.gif'],
    help: 'Pictures captured at a URL.',
  },
  {
    name: 'link',
    aliases: [],
    elsewhere: ['links', 'linksto'],
    value: 'a URL or host',
    examples: ['link:example.org'],
    help: 'Pictures on pages that link to a URL or host.',
  },
  {
    name: 'similar',
    aliases: ['related'],
    elsewhere: ['like', 'similarto'],
    value: 'the id or URL of an image',
    examples: ['similar:http://example.org/logo.gif'],
    help: 'Pictures that look like one that is known.',
  },
];

const BY_NAME = byName((operator) => [operator.name, ...operator.aliases]);
const BY_OTHER_NAME = byName((operator) => operator.elsewhere);
const LONGEST_NAME = 20;

/** The operator of a name or alias, in any case; `undefined` when there is none. */
export function findOperator(name: string): Operator | undefined {
  return name.length > LONGEST_NAME ? undefined : BY_NAME.get(fold(name));
}

/**
 * The operator that was probably meant by a name: what other programs call so, or one letter
 * missing, added, wrong or swapped (`sit`), or the start of a longer name (`orient`).
 */
export function suggestOperator(name: string): OperatorName | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const text = fold(name);
  const found = BY_NAME.get(text) ?? BY_OTHER_NAME.get(text);
  if (found !== undefined || text.length < 3) return found?.name;
  for (const [known, operator] of BY_NAME) {
    if (known.startsWith(text) || isOneEditApart(text, known)) return operator.name;
  }
  return undefined;
}

function byName(toNames: (operator: Operator) => readonly string[]): Map<string, Operator> {
  return new Map(
    OPERATORS.flatMap((operator) => toNames(operator).map((name) => [name, operator] as const)),
  );
}

/** Whether one letter inserted, deleted or replaced, or two neighbours swapped, make two words equal. */
function isOneEditApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length + right.length === 1 || (left.length === 1 && right.length === 1)) return true;
  return left.length === 2 && left === `${right[1]}${right[0]}`;
}

function list(names: readonly string[]): string {
  return names.join(', ');
}
