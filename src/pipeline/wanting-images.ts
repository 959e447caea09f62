// Which images lack facts: what is missing, outdated or failed, or has lost its thumbnails.
import { THUMBNAIL } from '../enrich/enrich.ts';
import { type Library, type ListedFact, pictureMark, type ThumbnailStore } from '../index/index.ts';
import { type Producer, producerKey } from '../model/producer.ts';
import { type JoinedKey, joinContents } from './content-join.ts';
import type { WantingImage } from './enrich-task.ts';

/** What is to be found out. */
export interface Wanted {
  readonly producers: readonly Producer[];
  /** Facts of other versions or settings are renewed. */
  readonly isOutdatedWanted: boolean;
  /** What failed is tried again. */
  readonly isFailedWanted: boolean;
  /** What nobody ever told is left as it is: only thumbnails that were lost are made again. */
  readonly isOnlyLostWanted: boolean;
}

/** Images sorted by their places at a time: memory stays the same for any number. */
const BATCH_IMAGES = 20_000;

/** Images that lack facts, some thousands at a time, in the order of their places. */
export function* iterateWanting(
  library: Library,
  thumbnails: ThumbnailStore,
  wanted: Wanted,
): Generator<WantingImage[]> {
  const locations = new Map<string, string>();
  const locate = (file: string): string => {
    const known = locations.get(file) ?? library.files.find(file)?.location ?? file;
    locations.set(file, known);
    return known;
  };
  const wants = createTest(wanted);
  let batch: WantingImage[] = [];
  for (const joined of joinContents(library, thumbnails)) {
    for (const [row, names] of wantingRows(library, joined, wants)) {
      const [document] = library.documents.load([row]);
      if (document === undefined) continue; // removed this moment
      const { digest, oldest, width, height } = document;
      const { url, file, offset } = oldest;
      const place = { digest, url, file, location: locate(file), offset };
      batch.push({ ...place, names, pixels: width * height });
    }
    if (batch.length < BATCH_IMAGES) continue;
    yield batch.sort(byPlace);
    batch = [];
  }
  if (batch.length > 0) yield batch.sort(byPlace);
}

/** Names of the producers that are wanted for a content. */
type WantTest = (facts: readonly ListedFact[], mark: number | undefined) => readonly string[];

function createTest({
  producers,
  isOutdatedWanted,
  isFailedWanted,
  isOnlyLostWanted,
}: Wanted): WantTest {
  const keys = new Map(producers.map((producer) => [producer.name, producerKey(producer)]));
  const marks = new Map<string, number>();
  const markOf = (producer: Producer): number => {
    const key = producerKey(producer);
    const mark = marks.get(key) ?? pictureMark(producer);
    marks.set(key, mark);
    return mark;
  };
  return (facts, mark) => {
    const isWanted = (name: string): boolean => {
      const fact = facts.find(({ producer }) => producer.name === name);
      if (fact === undefined) return !isOnlyLostWanted;
      if (isOutdatedWanted && producerKey(fact.producer) !== keys.get(name)) return true;
      if (fact.isFailure) return isFailedWanted;
      // Thumbnails that are not those that the fact is about: a crash came between, or the file was lost.
      return name === THUMBNAIL.name && mark !== markOf(fact.producer);
    };
    return [...keys.keys()].filter(isWanted);
  };
}

/** Rows of documents of the contents that want something; one of each content is enough. */
function wantingRows(
  { digests }: Library,
  { key, documents, facts, pictures }: JoinedKey,
  wants: WantTest,
): [row: number, names: readonly string[]][] {
  if (documents === 0) return [];
  // Facts go with the last document of their content, so that as many of both are of the same contents.
  const isComplete = [...facts].every(
    ([digest, own]) => wants(own, pictures.get(digest)).length === 0,
  );
  if (isComplete && documents === facts.size) return [];
  const rows = new Map(digests.at(key).map(({ digest, row }) => [digest, row]));
  return [...rows].flatMap(([digest, row]) => {
    const names = wants(facts.get(digest) ?? [], pictures.get(digest));
    return names.length === 0 ? [] : [[row, names]];
  });
}

function byPlace(a: WantingImage, b: WantingImage): number {
  if (a.location !== b.location) return a.location < b.location ? -1 : 1;
  return a.offset - b.offset;
}
