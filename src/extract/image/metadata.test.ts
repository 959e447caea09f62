// Tests of embedded metadata through the face.
import { describe, expect, it } from 'vitest';
import { join, u16 } from '../../../test/fixtures/image-bytes.ts';
import {
  ascii,
  exifBlock,
  gpsTags,
  rational,
  raw,
  short,
} from '../../../test/fixtures/image-exif.ts';
import {
  chunk,
  dataSet,
  exifSegment,
  frameHeader,
  heic,
  iptcSegment,
  jpeg,
  png,
  riff,
  webp,
  webpExtended,
  xmpSegment,
} from '../../../test/fixtures/images.ts';
import { inspectImage } from './image.ts';

const lisbon = gpsTags('N 38 43 30', 'W 9 8 6');
const lisbonPlace = { latitude: 38.725, longitude: -9.135, source: 'exif', isDoubtful: false };
const noText = { taken: '', title: '', description: '' };

const metadataOf = (bytes: Uint8Array) => {
  const image = inspectImage(bytes);
  return image.kind === 'image' ? image.metadata : undefined;
};
const photo = (...segments: Uint8Array[]) => metadataOf(jpeg(...segments, frameHeader(640, 480)));
const photoWithExif = (parts: Parameters<typeof exifBlock>[0]) =>
  photo(exifSegment(exifBlock(parts)));
const rdf = (attributes: string, elements = '') =>
  `<x:xmpmeta><rdf:RDF><rdf:Description ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const photoWithXmp = (attributes: string, elements?: string) =>
  photo(xmpSegment(rdf(attributes, elements)));

describe('where EXIF is found', () => {
  const block = exifBlock({ gps: lisbon });
  it.each([
    ['JPEG', jpeg(exifSegment(block), frameHeader(640, 480))],
    ['PNG', png(640, 480, chunk('eXIf', block))],
    ['WebP', webp(webpExtended(640, 480), riff('EXIF', block))],
    ['WebP with the prefix of JPEG', webp(webpExtended(640, 480), riff('EXIF', 'Exif\0\0', block))],
    ['HEIC', heic(640, 480, { exif: block })],
  ])('reads the place of a %s', (_, bytes) => {
    expect(metadataOf(bytes)).toEqual({ place: lisbonPlace, ...noText });
  });

  it('reads both byte orders', () => {
    expect(photoWithExif({ gps: lisbon, little: false })).toEqual({
      place: lisbonPlace,
      ...noText,
    });
  });
});

describe('EXIF', () => {
  it('reads altitude, status and datum', () => {
    const more = (...tags: typeof lisbon) => photoWithExif({ gps: [...lisbon, ...tags] })?.place;
    expect(more(raw(5, 1, [1]), rational(6, [123, 10]))).toMatchObject({ altitude: -12.3 });
    expect(more(rational(6, [123, 0]))).not.toHaveProperty('altitude');
    expect(more(ascii(9, 'V'))).toMatchObject({ isDoubtful: true });
    expect(more(ascii(18, 'TOKYO'))).toMatchObject({ isDoubtful: true });
    expect(more(ascii(9, 'A'), ascii(18, 'WGS-84'))).toMatchObject({ isDoubtful: false });
  });

  it('gives the reason when coordinates are no place', () => {
    const [latitudeRef, latitude, longitudeRef, longitude] = lisbon;
    const reasonOf = (...gps: typeof lisbon) => photoWithExif({ gps })?.placeRejected;
    expect(reasonOf(latitude!, longitude!)).toBe('no-hemisphere');
    expect(reasonOf(latitudeRef!, latitude!)).toBe('incomplete');
    const text = ascii(2, '38.725');
    expect(reasonOf(latitudeRef!, text, longitudeRef!, longitude!)).toBe('not-a-number');
    const unset = [0, 0] as const;
    const empty = rational(2, unset, unset, unset);
    expect(reasonOf(latitudeRef!, empty, longitudeRef!, longitude!)).toBe('zero-denominator');
    expect(reasonOf(...gpsTags('N 0', 'E 0'))).toBe('null-island');
  });

  it('reads the time with its zone', () => {
    const exif = [ascii(0x9003, '2008:10:22 16:28:39'), ascii(0x9011, '+02:00')];
    expect(photoWithExif({ exif })).toEqual({ ...noText, taken: '2008-10-22T16:28:39+02:00' });
  });

  it('reads titles and descriptions in their encodings', () => {
    const main = [ascii(0x010e, 'Torre de Bel\u00e9m'), raw(0x9c9b, 1, utf16('Bel\u00e9m\0'))];
    const expected = { ...noText, title: 'Belém', description: 'Torre de Belém' };
    expect(photoWithExif({ main })).toEqual(expected);
    const latin = ascii(0x010e, Buffer.from('Torre de Bel\xe9m', 'latin1'));
    expect(photoWithExif({ main: [latin] })).toMatchObject({ description: 'Torre de Belém' });
  });

  it.each([
    ['ASCII', join('ASCII\0\0\0', 'Torre')],
    ['nothing', join(new Uint8Array(8), 'Torre', [0, 0])],
    ['no code at all', join('Torre')],
    ['little-endian Unicode', join('UNICODE\0', utf16('Torre'))],
    ['big-endian Unicode', join('UNICODE\0', Buffer.from(utf16('Torre')).swap16())],
    ['JIS', join('JIS\0\0\0\0\0', 'Torre')],
  ])('reads a comment coded as %s', (_, bytes) => {
    expect(photoWithExif({ exif: [raw(0x9286, 7, bytes)] })).toMatchObject({
      description: 'Torre',
    });
  });

  it('passes over the words of machines to the next text', () => {
    const main = [ascii(0x010e, 'OLYMPUS DIGITAL CAMERA         ')];
    const exif = [raw(0x9286, 7, join('ASCII\0\0\0', 'Castelo'))];
    expect(photoWithExif({ main, exif })).toMatchObject({ description: 'Castelo' });
    expect(photoWithExif({ main })).toBeUndefined();
  });

  it('reports the orientation beside the stored size, and none when upright or senseless', () => {
    const image = (orientation: number) =>
      inspectImage(
        jpeg(exifSegment(exifBlock({ main: [short(0x0112, orientation)] })), frameHeader(640, 480)),
      );
    expect(image(6)).toMatchObject({ width: 640, height: 480, orientation: 6 });
    for (const orientation of [0, 1, 9])
      expect(image(orientation)).not.toHaveProperty('orientation');
  });
});

describe('XMP', () => {
  it('reads place and time from attributes', () => {
    const position = `exif:GPSLatitude="38,43.5N" exif:GPSLongitude='9,8,6W'`;
    const more = 'exif:GPSAltitude="123/10" exif:GPSAltitudeRef="1" exif:GPSStatus="V"';
    expect(photoWithXmp(`${position} ${more} photoshop:DateCreated="2008-10-22"`)).toEqual({
      place: { ...lisbonPlace, source: 'xmp', altitude: -12.3, isDoubtful: true },
      ...noText,
      taken: '2008-10-22',
    });
  });

  it('reads elements, the default language before others', () => {
    const title =
      '<dc:title><rdf:Alt><rdf:li xml:lang="de">Turm</rdf:li>' +
      '<rdf:li xml:lang="x-default">Torre &amp; rio &#x1F600;</rdf:li></rdf:Alt></dc:title>';
    const description =
      '<dc:description>\n<rdf:Alt><rdf:li>Belém</rdf:li></rdf:Alt></dc:description>';
    const time = '<exif:DateTimeOriginal>2008-10-22T16:28:39Z</exif:DateTimeOriginal>';
    expect(photoWithXmp('', title + description + time)).toEqual({
      title: 'Torre & rio 😀',
      description: 'Belém',
      taken: '2008-10-22T16:28:39Z',
    });
  });

  it('is not fooled by longer names, empty elements and missing ends', () => {
    const elements =
      '<dc:titleX>no</dc:titleX><dc:title/><dc:title></dc:title><dc:description>never closed';
    expect(photoWithXmp('exif:GPSLatitudeRef="N"', elements)).toBeUndefined();
  });

  it('takes no position without a hemisphere', () => {
    const reasonOf = (latitude: string) =>
      photoWithXmp(`exif:GPSLatitude="${latitude}" exif:GPSLongitude="9,8,6W"`)?.placeRejected;
    expect(reasonOf('38.725')).toBe('no-hemisphere');
    expect(reasonOf('-38,43.5N')).toBe('sign-conflict');
    expect(reasonOf('somewhere')).toBe('no-hemisphere');
    expect(reasonOf('1.2.3,4N')).toBe('not-a-number');
  });
});

describe('IPTC', () => {
  it('reads title, caption and date behind another resource', () => {
    const sets = join(
      dataSet(5, 'Torre'),
      dataSet(120, Buffer.from('Bel\xe9m', 'latin1')),
      dataSet(55, '20081022'),
      dataSet(60, '162839+0100'),
    );
    const expected = { title: 'Torre', description: 'Belém', taken: '2008-10-22T16:28:39+01:00' };
    expect(photo(iptcSegment(sets))).toEqual(expected);
  });

  it('reads incomplete dates and dates with senseless times', () => {
    const taken = (...sets: Uint8Array[]) => photo(iptcSegment(join(...sets)))?.taken;
    expect(taken(dataSet(55, '19260000'))).toBe('1926');
    expect(taken(dataSet(55, '19260200'))).toBe('1926-02');
    expect(taken(dataSet(55, '20081022'), dataSet(60, '999999'))).toBe('2008-10-22');
    expect(taken(dataSet(55, 'yesterday'))).toBeUndefined();
  });
});

describe('all blocks together', () => {
  it('prefers EXIF for place and time, and what people wrote for the words', () => {
    const exif = exifSegment(
      exifBlock({
        gps: lisbon,
        main: [ascii(0x010e, 'exif words')],
        exif: [ascii(0x9003, '2008:10:22 16:28:39')],
      }),
    );
    const position = 'exif:GPSLatitude="1,0N" exif:GPSLongitude="2,0E"';
    const xmp = xmpSegment(rdf(`${position} dc:title="xmp title" photoshop:DateCreated="1999"`));
    const iptc = iptcSegment(join(dataSet(5, 'iptc title'), dataSet(120, 'iptc words')));
    expect(photo(exif, xmp, iptc)).toEqual({
      place: lisbonPlace,
      taken: '2008-10-22T16:28:39',
      title: 'xmp title',
      description: 'iptc words',
    });
  });

  it('takes the place of XMP where that of EXIF is useless', () => {
    const exif = exifSegment(exifBlock({ gps: gpsTags('N 0', 'E 0') }));
    const xmp = xmpSegment(rdf('exif:GPSLatitude="38,43.5N" exif:GPSLongitude="9,8.1W"'));
    expect(photo(exif, xmp)).toEqual({ place: { ...lisbonPlace, source: 'xmp' }, ...noText });
  });

  it('never lets owners, artists and serial numbers through', () => {
    const secret = 'Secret Person 4711';
    const exif = exifBlock({
      gps: lisbon,
      main: [0x013b, 0x8298, 0x010f, 0x0110, 0x0131, 0xc62f].map((tag) => ascii(tag, secret)),
      exif: [0xa430, 0xa431, 0xa435, 0xfde8, 0xfde9].map((tag) => ascii(tag, secret)),
    });
    const names = ['aux:SerialNumber', 'aux:OwnerName', 'dc:creator', 'tiff:Artist', 'dc:rights'];
    const xmp = rdf(names.map((name) => `${name}="${secret}"`).join(' '));
    const iptc = join(
      ...[80, 85, 110, 115, 116, 118, 122].map((number) => dataSet(number, secret)),
    );
    const metadata = photo(exifSegment(exif), xmpSegment(xmp), iptcSegment(iptc));
    expect(metadata).toEqual({ place: lisbonPlace, ...noText });
    expect(JSON.stringify(metadata)).not.toContain('Secret');
  });

  it('reads licences, and credit only beside one', () => {
    const by = 'https://creativecommons.org/licenses/by/4.0/';
    const element = `<cc:license rdf:resource="${by}"/>`;
    expect(photoWithXmp('photoshop:Credit="Ann &amp; Co"', element)).toEqual({
      ...noText,
      licence: `xmp by ${by} Ann & Co`,
    });
    expect(photoWithXmp(`xmpRights:WebStatement="${by}"`)?.licence).toBe(`xmp by ${by}`);
    const rights = '<dc:rights><rdf:Alt><rdf:li>CC BY-SA 3.0</rdf:li></rdf:Alt></dc:rights>';
    expect(photoWithXmp('', rights)?.licence).toBe('xmp by-sa -');
    const iptc = join(dataSet(110, 'Ann'), dataSet(116, '(c) Ann, all rights reserved'));
    expect(photo(iptcSegment(iptc))?.licence).toBe('iptc reserved - Ann');
    expect(photo(iptcSegment(join(dataSet(110, 'Ann'), dataSet(116, '(c) Ann'))))).toBeUndefined();
    const exif = exifBlock({ main: [ascii(0x8298, `see ${by}`)] });
    expect(photo(exifSegment(exif))?.licence).toBe(`exif by ${by}`);
  });

  it('reads nothing out of images that are rejected', () => {
    const bytes = jpeg(exifSegment(exifBlock({ gps: lisbon })), frameHeader(50, 480));
    expect(inspectImage(bytes)).not.toHaveProperty('metadata');
  });

  it('survives blocks that are no blocks', () => {
    const junk = join('II*\0', [0xff, 0xff, 0xff, 0xff]);
    const wrongResource = join('8BIM', u16(0x0404), [255]);
    const resources = join([0xff, 0xed], u16(23), 'Photoshop 3.0\0', wrongResource);
    expect(photo(exifSegment(junk), xmpSegment('<'), resources)).toBeUndefined();
    expect(photo(exifSegment(join('not a TIFF structure')))).toBeUndefined();
  });
});

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}
