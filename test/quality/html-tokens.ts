// The tags and texts of a page as our scanner and as the standard's tokenizer (parse5) see them.
import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { decodeAttribute, decodeText } from '../../src/extract/page/entities.ts';
import { CONTENT, type Content, scanHtml } from '../../src/extract/page/html-scanner.ts';

const MODES: Record<
  string,
  { readonly ours: Content; readonly theirs: number; readonly isDecoded?: boolean }
> = {
  script: { ours: CONTENT.script, theirs: TokenizerMode.SCRIPT_DATA },
  style: { ours: CONTENT.text, theirs: TokenizerMode.RAWTEXT },
  iframe: { ours: CONTENT.text, theirs: TokenizerMode.RAWTEXT },
  title: { ours: CONTENT.text, theirs: TokenizerMode.RCDATA, isDecoded: true },
  plaintext: { ours: CONTENT.rest, theirs: TokenizerMode.PLAINTEXT },
};

/** A tag with its name, whether it closes itself and its attributes, or a text. */
export type Seen = readonly (string | boolean)[];

/** What our scanner sees in a page. */
export function ourTokens(html: string): Seen[] {
  const tokens: Seen[] = [];
  let attributes: [string, string][] = [];
  let isDecoded = true;
  scanHtml(html, {
    attribute: (nameStart, nameEnd, start, end) => {
      const name = html.slice(nameStart, nameEnd).toLowerCase();
      if (attributes.every(([known]) => known !== name)) {
        attributes.push([name, decodeAttribute(html.slice(start, end))]);
      }
    },
    startTag: (start, end, isSelfClosing) => {
      const name = html.slice(start, end).toLowerCase();
      tokens.push(['start', name, isSelfClosing, ...attributes.flat()]);
      attributes = [];
      isDecoded = MODES[name] === undefined || MODES[name].isDecoded === true;
      return MODES[name]?.ours ?? CONTENT.html;
    },
    endTag: (start, end) => {
      isDecoded = true;
      tokens.push(['end', html.slice(start, end).toLowerCase()]);
    },
    text: (start, end) => {
      const text = html.slice(start, end);
      addText(tokens, isDecoded ? decodeText(text) : text);
    },
    doctype: () => {},
    isInForeign: () => false,
    isFull: () => false,
  });
  return tokens;
}

/** What the tokenizer of parse5 sees. */
export function theirTokens(html: string): Seen[] {
  const tokens: Seen[] = [];
  const text = ({ chars }: Token.CharacterToken) => addText(tokens, chars);
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
      onCharacter: text,
      onNullCharacter: text,
      onWhitespaceCharacter: text,
      onStartTag: ({ tagName, selfClosing, attrs }) => {
        tokens.push([
          'start',
          tagName,
          selfClosing,
          ...attrs.flatMap(({ name, value }) => [name, value]),
        ]);
        const mode = MODES[tagName];
        if (mode === undefined) return;
        tokenizer.state = mode.theirs as typeof tokenizer.state;
        tokenizer.lastStartTagName = tagName;
      },
      onEndTag: ({ tagName }) => tokens.push(['end', tagName]),
    },
  );
  tokenizer.write(html, true);
  return tokens;
}

/** Characters that follow each other are one text, however many pieces they come in. */
function addText(tokens: Seen[], text: string): void {
  const last = tokens.at(-1);
  if (last?.[0] === 'text') tokens[tokens.length - 1] = ['text', `${last[1]}${text}`];
  else tokens.push(['text', text]);
}
