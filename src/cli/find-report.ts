// A page of what `pinakes find` found that needs nothing else: pictures are inside it, twelve to a screen.
import type { FindAnswer, FindItem } from '../pipeline/find-answer.ts';
import { writeAtomically } from '../support/output-file.ts';

const PER_PAGE = 12;
/** Pixels of a side, as the paper shows images. */
const SIDE = 240;

/** Writes the report. Thumbnails come from the library; images that were not fetched are listed with their address. */
export async function writeFindReport(
  path: string,
  libraryFolder: string,
  answer: FindAnswer,
): Promise<void> {
  const { openThumbnails } = await import('../index/thumbnails.ts');
  const thumbnails = openThumbnails(libraryFolder);
  try {
    const pictureOf = (id: string): string | undefined => {
      const found = thumbnails.get(id, SIDE);
      return found && `data:image/webp;base64,${Buffer.from(found.bytes).toString('base64')}`;
    };
    await writeAtomically(path, piece(toHtml(answer, pictureOf)));
  } finally {
    thumbnails.close();
  }
}

function toHtml(answer: FindAnswer, pictureOf: (id: string) => string | undefined): string {
  const { items, query, pages, imagesSeen, seconds, total } = answer;
  const screens = Array.from({ length: Math.ceil(items.length / PER_PAGE) }, (_, at) =>
    items.slice(at * PER_PAGE, (at + 1) * PER_PAGE),
  );
  const title = `${toSafe(query)} - images found by Pinakes`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${title}</title><style>${STYLE}</style></head><body>
<h1>${toSafe(query)}</h1>
<p>${total.value} images, of ${imagesSeen} on ${pages} pages, in ${seconds.toFixed(1)} s.</p>
${screens.map((screen, at) => toScreen(screen, at, screens.length, pictureOf)).join('\n')}
</body></html>
`;
}

function toScreen(
  items: readonly FindItem[],
  at: number,
  count: number,
  pictureOf: (id: string) => string | undefined,
): string {
  const link = (to: number, text: string) =>
    to < 0 || to >= count ? '' : `<a href="#page-${to + 1}">${text}</a>`;
  return `<section id="page-${at + 1}"><h2>Page ${at + 1} of ${count}</h2><ol start="${at * PER_PAGE + 1}">
${items.map((item) => toTile(item, pictureOf)).join('\n')}
</ol><nav>${link(at - 1, 'Previous page')} ${link(at + 1, 'Next page')}</nav></section>`;
}

function toTile(item: FindItem, pictureOf: (id: string) => string | undefined): string {
  const { id, url, width, height, score, page } = item;
  const text = item.alts[0] ?? item.captions[0] ?? item.titles[0] ?? '';
  const picture = id === null ? undefined : pictureOf(id);
  const shown =
    picture === undefined
      ? `<span class="none">not fetched</span>`
      : `<img src="${picture}" alt="${toSafe(text)}">`;
  return `<li><a href="${toSafe(url)}" rel="noreferrer">${shown}</a>
<p>${toSafe(text.slice(0, 120))}</p><p>${width}x${height}, score ${score.toFixed(3)}</p>
<p><a href="${toSafe(page.url)}" rel="noreferrer">included in this page</a></p></li>`;
}

/** A text that means nothing to HTML. */
function toSafe(text: string): string {
  return text.replace(/[&<>"']/g, (unit) => `&#${unit.charCodeAt(0)};`);
}

/** A text in one piece. */
async function* piece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const STYLE = `body{font:16px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:70rem;padding:0 1rem;color:#1c1c1c;background:#fff}
ol{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:1rem;padding:0;list-style-position:inside}
li{border:1px solid #ccc;border-radius:.5rem;padding:.5rem}li p{margin:.25rem 0;font-size:.875rem;overflow-wrap:anywhere}
img{max-width:100%;max-height:200px;display:block;margin:auto}.none{display:block;padding:3rem 0;text-align:center;background:#eee;color:#555}
@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}a{color:#9cf}li{border-color:#444}.none{background:#2a2a2a;color:#bbb}}`;
