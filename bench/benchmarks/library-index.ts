// From observations to a searchable library: speed, memory, size on disk.
import type { Benchmark, Figure } from '../harness/benchmark.ts';
import { makeLibrary } from '../harness/library-input.ts';

/** Tables that take less than this share of a library are not shown. */
const LEAST_SHARE = 0.01;

/** Speed of indexing, and bytes for each image. */
export const libraryIndex: Benchmark = {
  name: 'library-index',
  about: `A library is made from the observations of a generated crawl: pages with four images each, every image with one capture and
one reference, 20,000 images in a file; pages and captures have payload digests, which revisits would be settled by. Rows are stored, merged to documents, analysed, compressed and indexed, and the
index is merged to one part at the end, as \`pinakes ingest\` does it; generating the observations is not counted. Texts
follow the law of Zipf (200,000 words, 46.6 in a document, those of its URLs included; 50,000 hosts). Own memory leaves out the parts of the
database that are mapped into memory, which other programs may take back. The yardstick is a fixed piece of work done between the files: where it differs, the machine was
disturbed. The list of all captures for replay and \`/cdx\`, which \`--no-replay\` leaves out, and thumbnails are not part of it.`,
  mostRounds: 1,
  async run(context) {
    const { images } = context;
    const { result, peakBytes } = await makeLibrary(context);
    const { times, bytes, documents, peakOwnBytes, yardstick } = result;
    if (documents !== images) throw new Error(`${documents} documents of ${images} images`);
    const perSecond = (seconds: number) => images / seconds;
    const count = images.toLocaleString('en');
    return [
      {
        name: `${count} images, all steps`,
        value: perSecond(times.rows + times.derive + times.merge),
        unit: 'images/CPU-s',
        goal: { bound: 'at least', value: 6000 },
      },
      { name: 'Storing rows', value: perSecond(times.rows), unit: 'images/CPU-s' },
      { name: 'Documents and index', value: perSecond(times.derive), unit: 'images/CPU-s' },
      { name: 'Merging', value: perSecond(times.merge), unit: 'images/CPU-s' },
      { name: 'Yardstick', value: yardstick, unit: 'CPU-ms' },
      { name: 'Peak memory', value: peakBytes / 1e6, unit: 'MB' },
      { name: 'Own memory', value: peakOwnBytes / 1e6, unit: 'MB' },
      {
        name: 'Disk for each image',
        value: bytes.total / images,
        unit: 'bytes',
        goal: { bound: 'at most', value: 1250 },
      },
      ...bytes.tables
        .filter((table) => table.bytes >= LEAST_SHARE * bytes.total)
        .map(
          (table): Figure => ({
            name: `Disk, \`${table.name}\``,
            value: table.bytes / images,
            unit: 'bytes',
          }),
        ),
    ];
  },
};
