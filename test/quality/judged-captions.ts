// Captions of content images that we read beside their pages, with our verdicts. The texts are others' and are kept as marks only.
//   npx tsx test/quality/judged-captions.ts      prints the shares, and what has changed since it was read
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extractPage } from '../../src/extract/extract.ts';
import type { Timestamp } from '../../src/model/capture.ts';
import { type RealPage, realPages } from './real-pages.ts';

/**
 * What a caption is to its image: `right` is about it, `credit` says only who made it, `diluted` has words of other things beside it, `wrong` is about something
 * else, `none` is missing though the page says something.
 */
export type Verdict = 'right' | 'credit' | 'diluted' | 'wrong' | 'none';

/** A caption that was read. */
export interface JudgedCaption {
  readonly verdict: Verdict;
  /** Of the text that was read. */
  readonly mark: string;
  /** End of the page's name. */
  readonly page: string;
  /** Last part of the image's address. */
  readonly image: string;
}

/** The list: verdict, mark, page and image on each line, parted by tabs. */
export function readJudgedCaptions(): JudgedCaption[] {
  const list = readFileSync(new URL('./judged-captions.tsv', import.meta.url), 'utf8');
  return list
    .trim()
    .split('\n')
    .map((line) => {
      const [verdict = '', mark = '', page = '', image = ''] = line.split('\t');
      return { verdict: verdict as Verdict, mark, page, image }; // as the list was written
    });
}

/** A caption as it is found now. */
export interface PresentCaption extends JudgedCaption {
  readonly text: string;
  /** Whether it is the one that was read; `undefined` where page or image are not there. */
  readonly isSame: boolean | undefined;
}

/** Finds the captions of the list anew. */
export function findJudgedCaptions(): PresentCaption[] {
  const judged = readJudgedCaptions();
  const byPage = new Map<string, JudgedCaption[]>();
  for (const one of judged) byPage.set(one.page, [...(byPage.get(one.page) ?? []), one]);
  const found = new Map<JudgedCaption, string>();
  for (const page of realPages()) {
    for (const one of byPage.get(page.name) ?? []) {
      const texts = captionsOf(page, one.image);
      const [text] = [...texts.filter((each) => toMark(each) === one.mark), ...texts];
      if (text !== undefined) found.set(one, text);
    }
  }
  return judged.map((one) => {
    const text = found.get(one);
    return {
      ...one,
      text: text ?? '',
      isSame: text === undefined ? undefined : toMark(text) === one.mark,
    };
  });
}

/** An image may stand in a page twice. */
function captionsOf({ name, bytes }: RealPage, image: string): string[] {
  const url = `http://pages.example/${encodeURI(name)}`;
  const time = '20200101000000' as Timestamp; // 14 digits
  const { references } = extractPage(bytes, { url, time, status: 200 });
  return references
    .filter(({ tag, url: address }) => tag === 'img' && toImageName(address) === image)
    .map(({ caption }) => caption);
}

/** The last part of an address, at most 60 characters of it. */
export function toImageName(url: string): string {
  return (url.split('/').at(-1) ?? '').slice(-60);
}

/** Eight digits that stand for a text. */
export function toMark(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** The share of each verdict. */
export function sharesOf(list: readonly JudgedCaption[]): Record<Verdict, number> {
  const share = (verdict: Verdict) =>
    list.filter((one) => one.verdict === verdict).length / list.length;
  return {
    right: share('right'),
    credit: share('credit'),
    diluted: share('diluted'),
    wrong: share('wrong'),
    none: share('none'),
  };
}

if (process.argv[1] === import.meta.filename) {
  const captions = findJudgedCaptions();
  for (const [verdict, share] of Object.entries(sharesOf(captions))) {
    process.stdout.write(`${verdict.padEnd(8)} ${(100 * share).toFixed(1)} %\n`);
  }
  for (const { page, image, verdict, text, isSame } of captions) {
    if (isSame !== true)
      process.stdout.write(`read again: ${page} ${image} (${verdict}): ${text}\n`);
  }
  process.stdout.write(`${captions.length} captions\n`);
}
