// The language of a page: what it declares, else what its text looks like.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { LanguageSource } from '../../model/observation.ts';

/** Fewer characters than this say too little. */
const MIN_SAMPLE = 40;

/** What declares a language, as written; `''` where it is absent. */
export interface LanguageDeclarations {
  /** `lang` or `xml:lang` of the `html` element. */
  readonly html: string;
  /** `meta http-equiv=content-language`. */
  readonly meta: string;
  /** The HTTP header `Content-Language`. */
  readonly header: string;
}

/** A language and what told it; both `''` if nothing did. */
export interface PageLanguage {
  /** ISO 639 code, lower case, without script or region. */
  readonly language: string;
  readonly source: LanguageSource;
}

/** The language of a page; `sample` is asked for text only if nothing is declared. */
export function languageOf(declarations: LanguageDeclarations, sample: () => string): PageLanguage {
  for (const source of ['html', 'meta', 'header'] as const) {
    const language = primaryLanguage(declarations[source]);
    if (language !== undefined) return { language, source };
  }
  const text = sample();
  const language = text.length < MIN_SAMPLE ? '' : loadDetector().detect(text).language;
  return language === '' ? { language: '', source: '' } : { language, source: 'detector' };
}

/** `pt` of `pt-PT`, `pt_BR` or `PT`; `undefined` for lists, placeholders, names, and what is no language. */
function primaryLanguage(tag: string): string | undefined {
  const code = /^\s*([a-z]{2,3})(?:[-_][a-z0-9]+)*\s*$/i.exec(tag)?.[1]?.toLowerCase();
  return code === undefined || NO_LANGUAGES.has(code) ? undefined : code;
}

/** Encodings (`utf-8`, `iso-8859-1`, `win-1252`) that pages declare as their language, and the codes for "not told". */
const NO_LANGUAGES: ReadonlySet<string> = new Set([
  'utf',
  'iso',
  'win',
  'und',
  'zxx',
  'mul',
  'mis',
]);

interface Detector {
  readonly detect: (text: string) => { readonly language: string };
}

let loaded: Detector | undefined;

/**
 * Loads the detector when the first page needs it: its tables take 100 MB. The smallest of its four
 * sizes errs on short texts only, and a page is none.
 */
function loadDetector(): Detector {
  if (loaded === undefined) {
    const path = fileURLToPath(import.meta.resolve('eld/extrasmall'));
    const module = createRequire(import.meta.url)(path) as { readonly eld: Detector }; // as it documents
    loaded = module.eld;
  }
  return loaded;
}
