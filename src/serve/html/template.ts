// The frame of a page: that of the built user interface where there is one, else a plain one of our own.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../support/errors.ts';
import { html, jsonForScript, type Markup } from './escape.ts';
import type { Language } from './messages.ts';

/** What goes into a frame. */
export interface PageContent {
  readonly language: Language;
  readonly title: string;
  readonly description?: string;
  /** More elements of the head. */
  readonly head?: Markup;
  readonly body: Markup;
  /** What the user interface finds in the page: JSON. */
  readonly data?: string;
}

/** Puts content into a frame. */
export type PageTemplate = (content: PageContent) => string;

const HEAD = '<!--head-->';
const BODY = '<!--app-->';

/** Reads the frame in a folder; `undefined` when there is none, or one without the places to fill. */
export async function loadTemplate(
  folder: string,
  onTrouble: (message: string) => void,
): Promise<PageTemplate | undefined> {
  const path = join(folder, 'index.html');
  const frame = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') onTrouble(`${path}: ${messageOf(error)}`);
    return undefined;
  });
  if (frame === undefined) return undefined;
  if (!frame.includes(HEAD) || !frame.includes(BODY)) {
    onTrouble(`${path} has no ${HEAD} or ${BODY}; plain pages are shown instead.`);
    return undefined;
  }
  return (content) => fill(frame, content);
}

/** The frame of pages without the user interface. */
export const plainTemplate: PageTemplate = (content) =>
  fill(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="search" type="application/opensearchdescription+xml" title="Pinakes" href="/opensearch.xml">
<link rel="stylesheet" href="/plain.css">
${HEAD}
</head>
<body>
<div id="app">${BODY}</div>
</body>
</html>
`,
    content,
  );

function fill(frame: string, content: PageContent): string {
  const { language, title, description, body, data, head: more } = content;
  const head = html`<title>${title}</title>${
    description !== undefined && html`<meta name="description" content="${description}">`
  }${more}${
    data !== undefined &&
    html`<script type="application/json" id="initial-data">${jsonForScript(data)}</script>`
  }`;
  // Functions, so that `$&` in a text stays what it is.
  return frame
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(HEAD, () => head.text)
    .replace(BODY, () => body.text);
}
