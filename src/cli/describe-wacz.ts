// How the index and the pages of a WACZ compare with its archives, in words.
import type {
  IndexComparison,
  PageComparison,
  WaczComparison,
} from '../archive/wacz/comparison.ts';
import { INDEX_DIFFERENCES } from '../model/index-difference.ts';

/** Whether index and pages say what the archives hold. */
export function isAgreed({ index, pages }: WaczComparison): boolean {
  const isIndexRight =
    index === undefined || (differencesIn(index) === 0 && index.problems.length === 0);
  return isIndexRight && (pages === undefined || pages.notCaptured + pages.rejected === 0);
}

/** Lines for a person. */
export function describeComparison(file: string, comparison: WaczComparison): string[] {
  const { title, index, pages } = comparison;
  const verdict = isAgreed(comparison) ? 'agree with' : 'differ from';
  const parts = [index && 'index', pages && 'pages'].filter((part) => part !== undefined);
  return [
    `${file}: ${parts.join(' and ')} ${verdict} the archives`,
    ...(title === '' ? [] : [`  title: ${title}`]),
    ...(index === undefined ? [] : describeIndex(index)),
    ...(pages === undefined ? [] : describePages(pages)),
  ];
}

function describeIndex(index: IndexComparison): string[] {
  const { lines, isCompared, differences, problems } = index;
  const total = differencesIn(index);
  const more = total > differences.length ? [`  ... and ${total - differences.length} more`] : [];
  return [
    `  index: ${lines} lines${isCompared ? '' : ', too many to be compared'}`,
    ...problems.map((problem) => `  index: ${problem}`),
    ...differences.map(
      ({ kind, path, offset, url }) =>
        `  ${path} at offset ${offset}: ${INDEX_DIFFERENCES[kind]} (${url})`,
    ),
    ...more,
  ];
}

function describePages({
  listed,
  rejected,
  notCaptured,
  missing,
  first,
}: PageComparison): string[] {
  const more =
    notCaptured > missing.length ? [`  ... and ${notCaptured - missing.length} more`] : [];
  return [
    `  pages: ${listed} listed, ${notCaptured} of them not captured`,
    ...first.map(({ url, title }) => `    ${title === '' ? url : `${title} (${url})`}`),
    ...(listed > first.length ? [`    ... and ${listed - first.length} more`] : []),
    ...(rejected > 0 ? [`  ${rejected} lines of the list are no pages`] : []),
    ...missing.map(({ url }) => `  not captured: ${url}`),
    ...more,
  ];
}

function differencesIn({ counts }: IndexComparison): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
