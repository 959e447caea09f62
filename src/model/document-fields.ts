// The table of all fields of a document: what stores, columns, text index, ranking, answers, API and documentation are made from.
import { COLOR_FAMILIES } from './color.ts';
import {
  NEVER_SCORED,
  NO_COORDINATE,
  NO_TAKEN,
  toCaptionTrust,
  toLatitudeCode,
  toLogCode,
  toLongitudeCode,
  toPictureHalf,
  toScoreCode,
  toSeconds,
  toTakenCode,
} from './column-codes.ts';
import type { DocumentField, FieldTypes, NamedColumn, PackedColumn } from './field-types.ts';
import { KINDS } from './kind.ts';
import { toLabel } from './label.ts';
import { LICENCES } from './licence.ts';
import { toRegionName, toTownName } from './place-names.ts';
import { toHost } from './url-host.ts';
import { sketchWord } from './vector.ts';

/** Elements of a document that are kept; whoever is offered by so many is no variant of what stands beside it. */
export const MAX_ELEMENTS = 8;

/**
 * Every field of a document. To add one is to add a row here; CONTRIBUTING.md says what else. Numbers (`bit`, `number`,
 * `place`, `lengthColumn`) are part of the library's format: new rows take the next free one.
 */
export const DOCUMENT_FIELDS = {
  id: {
    type: 'id',
    description:
      'SHA-256 of the bytes in hexadecimal; in mode `full` followed by `-` and 16 digits of the key of the page.',
    from: { kind: 'captures' },
    shown: { id: { as: 'string' } },
  },
  digest: {
    type: 'digest',
    description: 'SHA-256 of the bytes in hexadecimal.',
    from: { kind: 'captures' },
    shown: { digest: { as: 'string' } },
  },
  oldest: {
    type: 'capture',
    bit: 0,
    description:
      'The oldest capture: smallest time, then shorter URL, smaller URL, smaller file name, smaller offset.',
    from: { kind: 'captures' },
    columns: {
      /** Seconds since 1970. */
      time: { number: 0, bytes: 4, toNumber: ({ time }) => toSeconds(time) },
    },
    searched: {
      imgUrlTokens: {
        place: 3,
        lengthColumn: 16,
        description: 'Words in the URL of the oldest capture.',
        weights: { pinakes: 4, paper: 2, arquivo: 2 },
        words: 'url',
        member: 'url',
      },
    },
    shown: {
      url: { as: 'string', description: 'URL of the oldest capture.', member: 'url' },
      firstCapture: { as: 'time', description: 'The oldest capture.', member: 'time' },
      source: { as: 'source', description: 'The record of the oldest capture.' },
    },
  },
  mime: {
    type: 'mime',
    bit: 1,
    description: 'Media type, told from the bytes.',
    from: { kind: 'captures' },
    // 0 means: there is no such document.
    columns: {
      mime: {
        number: 4,
        bytes: 1,
        names: 'mime',
        toName: (mime) => mime,
        overflow: 'last',
        facet: 'type',
      },
    },
    shown: { mime: { as: 'string' } },
  },
  width: {
    type: 'number',
    bit: 2,
    description: 'Width in pixels.',
    from: { kind: 'captures' },
    columns: { width: { number: 2, bytes: 2 } },
    shown: { width: { as: 'number' } },
  },
  height: {
    type: 'number',
    bit: 3,
    description: 'Height in pixels.',
    from: { kind: 'captures' },
    columns: { height: { number: 3, bytes: 2 } },
    shown: { height: { as: 'number' } },
  },
  frames: {
    type: 'number',
    bit: 4,
    description: 'Pictures in the file; more than 1 when it is animated.',
    from: { kind: 'captures' },
    columns: {
      animated: {
        number: 40,
        bytes: 1,
        flags: ['yes', 'no'],
        toFlags: (frames) => [frames > 1 ? 'yes' : 'no'],
        facet: 'animated',
      },
    },
    shown: { frames: { as: 'number' } },
  },
  bytes: {
    type: 'number',
    bit: 5,
    description: 'Size of the file in bytes.',
    from: { kind: 'captures' },
    shown: { bytes: { as: 'number' } },
  },
  matchingImages: {
    type: 'number',
    bit: 6,
    description: 'Captures: distinct pairs of SURT and time of this content.',
    from: { kind: 'captures' },
    shown: { captures: { as: 'number', description: 'How often it was captured.' } },
  },
  lastCapture: {
    type: 'time',
    bit: 7,
    description: 'The newest capture.',
    from: { kind: 'captures' },
    columns: {
      /** Seconds since 1970. */
      lastTime: { number: 61, bytes: 4, toNumber: toSeconds },
    },
    shown: { lastCapture: { as: 'time' } },
  },
  matchingPages: {
    type: 'number',
    bit: 8,
    description: 'Distinct keys of the pages that refer to it.',
    from: { kind: 'pages' },
    columns: { pages: { number: 8, bytes: 1, toNumber: toLogCode } },
    shown: { pages: { as: 'number', description: 'Pages that show it.' } },
  },
  imagesInOriginalPage: {
    type: 'number',
    bit: 9,
    description: 'Most `img` elements in one of these pages.',
    from: { kind: 'pages' },
    columns: { crowd: { number: 10, bytes: 1, toNumber: toLogCode } },
  },
  imageMetadataChanges: {
    type: 'number',
    bit: 10,
    description: 'Distinct pairs of alternative text and title, minus one; 0 when there is none.',
    from: { kind: 'pages' },
    columns: { changes: { number: 9, bytes: 1, toNumber: toLogCode } },
  },
  pageMetadataChanges: {
    type: 'number',
    bit: 11,
    description: 'Distinct page titles, minus one; 0 when there is none.',
    from: { kind: 'pages' },
  },
  titles: {
    type: 'texts',
    bit: 12,
    description: 'Titles: `title` attributes, and the title inside the file.',
    from: { kind: 'references', text: 'title', bit: 1, metadata: 'title' },
    searched: {
      imgTitle: {
        place: 0,
        lengthColumn: 13,
        weights: { pinakes: 3.6, paper: 4, arquivo: 4 },
        words: 'texts',
      },
    },
    shown: { titles: { as: 'texts' } },
  },
  alts: {
    type: 'texts',
    bit: 13,
    description: 'Alternative texts: `alt` attributes.',
    from: { kind: 'references', text: 'alt', bit: 0 },
    searched: {
      imgAlt: {
        place: 1,
        lengthColumn: 14,
        weights: { pinakes: 3.6, paper: 3, arquivo: 3 },
        words: 'texts',
      },
    },
    shown: { alts: { as: 'texts' } },
  },
  captions: {
    type: 'captions',
    bit: 14,
    description: 'Captions, each with how it was found, and the description inside the file.',
    from: { kind: 'references', text: 'caption', bit: 2, metadata: 'description' },
    columns: { caption: { number: 12, bytes: 1, toNumber: toCaptionTrust } },
    searched: {
      imgCaption: {
        place: 2,
        lengthColumn: 15,
        weights: { pinakes: 1.2 },
        words: 'texts',
      },
    },
    shown: { captions: { as: 'texts' } },
  },
  paperCaptions: {
    type: 'texts',
    bit: 41,
    description:
      'Captions by the rule of the paper, with whatever menus and share bars say there, and the description inside the file.',
    from: { kind: 'references', text: 'paperCaption', bit: 8, metadata: 'description' },
    searched: {
      imgPaperCaption: {
        place: 9,
        lengthColumn: 39,
        // What is cut away from a caption may still be about the image.
        weights: { pinakes: 0.5, paper: 3, arquivo: 3 },
        words: 'texts',
      },
    },
  },
  linkTexts: {
    type: 'texts',
    bit: 23,
    description: 'Texts of the links that the image stands in, or that lead to it.',
    from: { kind: 'references', text: 'anchorText', bit: 3 },
    searched: {
      imgLinkText: {
        place: 6,
        lengthColumn: 21,
        // The paper and Arquivo.pt know no such field.
        weights: { pinakes: 0.5 },
        words: 'texts',
      },
    },
    shown: { linkTexts: { as: 'texts' } },
  },
  page: {
    type: 'page',
    bit: 15,
    isOptional: true,
    description:
      'The oldest page: smallest time, then shorter URL, then smaller URL; absent when nobody refers to it.',
    from: { kind: 'pages' },
    columns: {
      // Hostile pages may declare any number of languages; those beyond what the column holds are not told apart.
      language: {
        number: 6,
        bytes: 1,
        names: 'language',
        toName: ({ language }) => language,
        facet: 'language',
      },
    },
    searched: {
      pageTitle: {
        place: 4,
        lengthColumn: 17,
        description: 'Title of the oldest page.',
        weights: { pinakes: 0.5, paper: 1, arquivo: 1 },
        words: 'title',
        member: 'title',
      },
      pageUrlTokens: {
        place: 5,
        lengthColumn: 18,
        description: 'Words in the URL of the oldest page.',
        weights: { pinakes: 0.4, paper: 1, arquivo: 1 },
        words: 'url',
        member: 'url',
      },
    },
    shown: {
      page: { as: 'page', description: 'The oldest page that shows it; null when none is known.' },
    },
  },
  pageDistance: {
    type: 'number',
    bit: 66,
    isOptional: true,
    description:
      'Whole days between the oldest page and the nearest capture of the picture at the address that it names; absent for less than one.',
    from: { kind: 'pages' },
    shown: {
      pageDistance: {
        as: 'number?',
        description:
          'Days between the page and the nearest capture of the picture; where these are many, the page may have shown another one.',
      },
    },
  },
  pageKeys: {
    type: 'keys',
    bit: 67,
    isOptional: true,
    description:
      'Keys of the pages that show it, those of the oldest pages, where there are several: `link:` goes by them from pages to images.',
    from: { kind: 'pages' },
  },
  collections: {
    type: 'collections',
    bit: 16,
    description: 'Names of the collections whose files hold a capture or a mention of it, sorted.',
    from: { kind: 'files' },
    columns: {
      collections: {
        number: 7,
        bytes: 2,
        names: 'collection_set',
        toName: (names) => names,
        overflow: 'last',
        facet: 'collection',
      },
    },
    shown: { collections: { as: 'names' } },
  },
  camera: {
    type: 'place',
    bit: 17,
    isOptional: true,
    description:
      'Where the photograph was taken, as the oldest capture tells that has a place: exact, and never shown.',
    from: { kind: 'captures' },
  },
  fileLocation: {
    type: 'text',
    bit: 39,
    isOptional: true,
    description:
      'Place names written inside the file (IPTC, XMP), as the oldest capture tells that has some.',
    from: { kind: 'captures' },
  },
  headings: {
    type: 'texts',
    bit: 35,
    description: 'Headings that stand nearest above it.',
    from: { kind: 'references', text: 'heading', bit: 5 },
    searched: {
      imgHeading: {
        place: 7,
        lengthColumn: 37,
        // The paper and Arquivo.pt know no such field.
        weights: { pinakes: 1 },
        words: 'texts',
      },
    },
  },
  nearTexts: {
    type: 'texts',
    bit: 40,
    description: 'Running text before and after it, about 160 characters each.',
    // Pictures of the whole site stand near everything: what the first pages say is enough.
    from: { kind: 'references', text: 'nearText', bit: 7, limit: 3 },
    searched: {
      imgNearText: {
        place: 8,
        lengthColumn: 38,
        // The paper and Arquivo.pt know no such field.
        weights: { pinakes: 0.4 },
        words: 'texts',
      },
    },
  },
  locations: {
    type: 'texts',
    bit: 36,
    description:
      'Where the markup of pages puts the picture or the page, a line for each statement (docs/places-of-images.md).',
    from: { kind: 'references', text: 'location', bit: 6 },
  },
  elements: {
    type: 'texts',
    bit: 42,
    description:
      'Elements that offer it as one of several files of a picture (`srcset`, `picture`), by names that these files share.',
    from: { kind: 'references', text: 'element', bit: 9, limit: MAX_ELEMENTS },
  },
  evidence: {
    type: 'evidence',
    bit: 37,
    isOptional: true,
    description: 'All that tells where the picture is, the best first.',
    from: { kind: 'evidence' },
  },
  place: {
    type: 'shownPlace',
    bit: 38,
    isOptional: true,
    description:
      'Where the picture is, with what told it and how sure that is; coordinates of cameras are rounded to 2 decimals.',
    from: { kind: 'evidence' },
    columns: {
      latitude: { number: 19, bytes: 4, absent: NO_COORDINATE, toNumber: toLatitudeCode },
      longitude: { number: 20, bytes: 4, absent: NO_COORDINATE, toNumber: toLongitudeCode },
      country: {
        number: 33,
        bytes: 4,
        names: 'place_name',
        toName: ({ country }) => country,
        facet: 'country',
      },
      region: {
        number: 34,
        bytes: 4,
        names: 'place_name',
        toName: toRegionName,
        facet: 'region',
      },
      town: { number: 35, bytes: 4, names: 'place_name', toName: toTownName, facet: 'town' },
      /** Hundredths. */
      confidence: {
        number: 36,
        bytes: 1,
        toNumber: ({ confidence }) => Math.round(confidence * 100),
      },
    },
    shown: { place: { as: 'place?' } },
  },
  taken: {
    type: 'text',
    bit: 18,
    description: 'When the photograph was taken, ISO 8601, as the file tells it.',
    from: { kind: 'captures' },
    columns: {
      /** Minutes since 1600. */
      taken: { number: 62, bytes: 4, absent: NO_TAKEN, toNumber: toTakenCode },
    },
    shown: { taken: { as: 'string?' } },
  },
  correctedTitle: {
    type: 'text',
    bit: 63,
    isOptional: true,
    description: 'Title that an operator gave it; it stands before all others.',
    from: { kind: 'fact', producer: 'text.correction', member: 'title' },
    shown: { correctedTitle: { as: 'string?' } },
  },
  correctedCaption: {
    type: 'text',
    bit: 64,
    isOptional: true,
    description: 'Caption that an operator gave it; it stands before all others.',
    from: { kind: 'fact', producer: 'text.correction', member: 'caption' },
    shown: { correctedCaption: { as: 'string?' } },
  },
  correctedBy: {
    type: 'text',
    bit: 65,
    isOptional: true,
    description: 'Who corrected title or caption, and when.',
    from: { kind: 'fact', producer: 'text.correction', member: 'by' },
    shown: { correctedBy: { as: 'string?' } },
  },
  nsfw: {
    type: 'score',
    bit: 19,
    isOptional: true,
    description:
      'Share of sexual content; `unknown` where it was tried in vain, absent where nobody tried.',
    from: { kind: 'fact', producer: 'nsfw', member: 'nsfw' },
    columns: { nsfw: { number: 5, bytes: 1, absent: NEVER_SCORED, toNumber: toScoreCode } },
    shown: { nsfw: { as: 'score?' } },
  },
  thumbnails: {
    type: 'sizes',
    bit: 20,
    isOptional: true,
    description: 'Pixels of the thumbnails that there are, the smallest first.',
    from: { kind: 'fact', producer: 'image.thumbnail', member: 'sizes' },
    shown: { thumbnails: { as: 'sizes?' } },
  },
  thumbhash: {
    type: 'text',
    bit: 21,
    isOptional: true,
    description: 'ThumbHash in base64: about 25 bytes that draw a blurred picture.',
    from: { kind: 'fact', producer: 'image.thumbnail', member: 'thumbhash' },
    shown: { thumbhash: { as: 'string?' } },
  },
  unreadable: {
    type: 'text',
    bit: 22,
    isOptional: true,
    description:
      'Why the picture cannot be decoded, in a word, such as `damaged`; absent when it can, or when nobody tried.',
    from: { kind: 'fact', producer: 'image.thumbnail', isReason: true },
    shown: { unreadable: { as: 'string?' } },
  },
  colors: {
    type: 'colors',
    bit: 24,
    isOptional: true,
    description: 'The palette, and the families of colours that prevail.',
    from: { kind: 'fact', producer: 'image.colors' },
    columns: {
      colors: {
        number: 22,
        bytes: 2,
        flags: COLOR_FAMILIES,
        toFlags: ({ families }) => families,
        facet: 'color',
      },
    },
    shown: {
      colors: {
        as: 'names?',
        description:
          'Families of colours that prevail, the largest first; `bw` alone for a black-and-white photograph.',
        member: 'families',
      },
      palette: {
        as: 'palette?',
        description:
          'The most frequent colours as `color` (`#rrggbb`) and `share` of the pixels, the largest first; at most 6.',
        member: 'palette',
      },
    },
  },
  kind: {
    type: 'text',
    bit: 25,
    isOptional: true,
    description:
      'What kind of picture it is, as pixels, size, address and alternative text tell: `photo`, `drawing`, `diagram` (or screenshot), `text` (scanned), `icon`, `logo`, `banner`, `ad`.',
    from: { kind: 'fact', producer: 'image.texture', member: 'texture', judge: 'kind' },
    columns: {
      kind: { number: 23, bytes: 1, flags: KINDS, toFlags: (kind) => [kind], facet: 'kind' },
    },
    shown: { kind: { as: 'string?' } },
  },
  pictureTexts: {
    type: 'pictureTexts',
    bit: 80,
    isOptional: true,
    description:
      'Lines of text that a network read in the picture, from top to bottom, each with its box; mostly without accents.',
    from: { kind: 'fact', producer: 'ocr', member: 'lines' },
    searched: {
      imgPictureText: {
        place: 10,
        lengthColumn: 80,
        // Whole pages of scans, and letters that were taken for others: it finds what nothing else finds, and goes before nothing.
        weights: { pinakes: 0.3 },
        words: 'texts',
      },
    },
    shown: { pictureTexts: { as: 'pictureTexts?' } },
  },
  labels: {
    type: 'labels',
    bit: 81,
    isOptional: true,
    description:
      'What the classifier of the operator says is in the picture, the surest first, at most 3 (docs/models.md).',
    from: { kind: 'fact', producer: 'labels', member: 'labels' },
    columns: {
      label0: { number: 82, bytes: 2, names: 'label', toName: toLabel(0), facet: 'label' },
      label1: { number: 83, bytes: 2, names: 'label', toName: toLabel(1), facet: 'label' },
      label2: { number: 84, bytes: 2, names: 'label', toName: toLabel(2), facet: 'label' },
    },
    searched: {
      imgLabel: {
        place: 11,
        lengthColumn: 81,
        // A guess of a machine.
        weights: { pinakes: 0.3 },
        words: 'texts',
      },
    },
    shown: { labels: { as: 'labels?' } },
  },
  statedLicences: {
    type: 'texts',
    bit: 55,
    description: 'Licences that pages state for it, a line for each (docs/licences.md).',
    from: { kind: 'references', text: 'licence', bit: 11 },
  },
  licence: {
    type: 'licence',
    bit: 56,
    isOptional: true,
    description:
      'The licence that the file or pages state, with who is to be credited and what told it; absent where nothing is stated.',
    from: { kind: 'pages' },
    columns: {
      licence: {
        number: 52,
        bytes: 2,
        flags: LICENCES,
        toFlags: ({ name }) => [name],
        facet: 'licence',
      },
    },
    shown: { licence: { as: 'licence?' } },
  },
  look: {
    type: 'bits',
    bit: 31,
    isOptional: true,
    description:
      'The look in 256 bits, a difference hash in hexadecimal; absent for tiny and flat pictures, which have no look of their own.',
    from: { kind: 'fact', producer: 'image.look', member: 'hash' },
  },
  vector: {
    type: 'vector',
    bit: 70,
    isOptional: true,
    description:
      'What a network makes of the picture, a list of numbers by which look-alikes are found; absent for tiny pictures.',
    from: { kind: 'fact', producer: 'image.vector' },
    // Each a word of the vector's sketch.
    columns: {
      sketch0: { number: 70, bytes: 4, toNumber: (vector) => sketchWord(vector, 0) },
      sketch1: { number: 71, bytes: 4, toNumber: (vector) => sketchWord(vector, 1) },
      sketch2: { number: 72, bytes: 4, toNumber: (vector) => sketchWord(vector, 2) },
      sketch3: { number: 73, bytes: 4, toNumber: (vector) => sketchWord(vector, 3) },
      sketch4: { number: 74, bytes: 4, toNumber: (vector) => sketchWord(vector, 4) },
      sketch5: { number: 75, bytes: 4, toNumber: (vector) => sketchWord(vector, 5) },
      sketch6: { number: 76, bytes: 4, toNumber: (vector) => sketchWord(vector, 6) },
      sketch7: { number: 77, bytes: 4, toNumber: (vector) => sketchWord(vector, 7) },
    },
  },
  picture: {
    type: 'picture',
    bit: 30,
    isOptional: true,
    description:
      'The picture that this is one of several variants of: resized copies and near duplicates; absent for the only one.',
    from: { kind: 'group' },
    columns: {
      // Together the first 64 bits of the digest of the best variant; 0: it is the only one.
      pictureLow: { number: 28, bytes: 4, toNumber: ({ lead }) => toPictureHalf(lead, 0) },
      pictureHigh: { number: 29, bytes: 4, toNumber: ({ lead }) => toPictureHalf(lead, 1) },
      picturePlace: { number: 30, bytes: 2, toNumber: ({ place }) => place },
    },
    shown: {
      variants: {
        as: 'number?',
        description:
          'How many variants of the picture the library holds, this one included; absent where it is the only one.',
        member: 'count',
      },
    },
  },
} as const satisfies Readonly<Record<string, DocumentField>>;

type Fields = typeof DOCUMENT_FIELDS;

/** Name of a field. */
export type FieldName = keyof Fields;

type OptionalName = {
  [Name in FieldName]: Fields[Name] extends { readonly isOptional: true } ? Name : never;
}[FieldName];

/** A searchable document. Absent text is `''`. */
export interface ImageDocument
  extends Readonly<{
      [Name in Exclude<FieldName, OptionalName>]: FieldTypes[Fields[Name]['type']];
    }>,
    Readonly<{ [Name in OptionalName]?: FieldTypes[Fields[Name]['type']] }> {}

/** Columns that several fields decide together. */
export const JOINT_COLUMNS = {
  host: { number: 1, bytes: 4, names: 'host', toName: toSite, facet: 'site' },
  area: { number: 11, bytes: 1, toNumber: ({ width, height }) => toLogCode(width * height) },
} as const satisfies Readonly<
  Record<string, PackedColumn<ImageDocument> | NamedColumn<ImageDocument>>
>;

/**
 * The site of an image: the host of the oldest page that shows it, or its own where no page does; `''` for an image that stood in a
 * style sheet or page that nobody knows.
 */
export function toSite({ page, oldest }: ImageDocument): string {
  return toHost(page?.url ?? oldest.url);
}
