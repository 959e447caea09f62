// The page in the language chosen: messages, numbers, dates, names of languages and sizes of files.
import { signal } from '@preact/signals';
import { type Language, settings } from '../state/settings.ts';
import english from './en.json?start';
import { type Catalogue, format, type MessageKey, type Values } from './messages.ts';

/** Words of the parser and the server in another language than English, which they speak themselves. */
export interface QueryWords {
  readonly operators: Readonly<Record<string, { readonly help: string; readonly value: string }>>;
  /** By code of the warning. */
  readonly warnings: Readonly<Record<string, string>>;
  /** Titles of problems by name. */
  readonly problems: Readonly<Record<string, string>>;
  /** Why images were left out, by reason. */
  readonly rejections: Readonly<Record<string, string>>;
}

/** Words of pages that are not there yet may be missing; nothing that is shown needs them. */
const catalogue = signal<Partial<Catalogue>>(english);
const queryWords = signal<QueryWords | undefined>(undefined);
let queryLanguage: Language = 'en';

/** Catalogues of other languages, each loaded when somebody speaks it. */
const LOADERS = {
  pt: () => import('./pt.json?start'),
  es: () => import('./es.json?start'),
  fr: () => import('./fr.json?start'),
  de: () => import('./de.json?start'),
};

/** The words of pages and parts that are themselves loaded when somebody goes there. */
const PAGE_LOADERS = {
  en: () => import('./en.json?pages'),
  pt: () => import('./pt.json?pages'),
  es: () => import('./es.json?pages'),
  fr: () => import('./fr.json?pages'),
  de: () => import('./de.json?pages'),
};

/** The same for what the parser and the server say: most pages need none of it. */
const QUERY_LOADERS = {
  pt: () => import('./pt-query.json'),
  es: () => import('./es-query.json'),
  fr: () => import('./fr-query.json'),
  de: () => import('./de-query.json'),
};

let askedLast: Language = 'en';
let arePagesWanted = false;
let pageWords: Promise<void> | undefined;

/** Loads the catalogue of a language; the English start is always there. Of several under way the one asked for last is shown. */
export async function loadLanguage(language: Language): Promise<void> {
  askedLast = language;
  const loads = [
    ...(arePagesWanted ? [PAGE_LOADERS.en()] : []),
    ...(language === 'en' ? [] : [LOADERS[language]()]),
    ...(language !== 'en' && arePagesWanted ? [PAGE_LOADERS[language]()] : []),
  ];
  const parts = await Promise.all(loads);
  // Another language may have been chosen while these were on their way.
  if (askedLast !== language) return;
  // What was added since it was translated is said in English.
  catalogue.value = Object.assign({}, english, ...parts.map((part) => part.default));
}

/** Loads the words of the pages that are loaded when they are wanted; again and again costs nothing. */
export function loadPageWords(): Promise<void> {
  arePagesWanted = true;
  pageWords ??= loadLanguage(askedLast).catch((error: unknown) => {
    pageWords = undefined;
    throw error;
  });
  return pageWords;
}

/** The message of a name in the language of the page. Components that call it follow the language. */
export function t(key: MessageKey, values: Values = {}): string {
  return format(catalogue.value[key] ?? '', values, locale());
}

/**
 * What is said of operators, warnings, problems and reasons in the language of the page; `undefined`: as the parser says
 * it. Asking loads them; whoever asked follows.
 */
export function translatedWords(): QueryWords | undefined {
  const { language } = settings.value;
  if (language !== queryLanguage) {
    queryLanguage = language;
    void loadQueryWords(language).catch(() => {}); // then it is said in English
  }
  const words = queryWords.value;
  return language === 'en' ? undefined : words;
}

async function loadQueryWords(language: Language): Promise<void> {
  const words = language === 'en' ? undefined : (await QUERY_LOADERS[language]()).default;
  if (queryLanguage === language) queryWords.value = words;
}

/** How numbers and dates are written: as in the person's country, where it speaks the language of the page. */
function locale(): string {
  const { language } = settings.value;
  const tags = globalThis.navigator?.languages ?? [];
  return tags.find((tag) => tag.startsWith(`${language}-`)) ?? USUAL_LOCALES[language];
}

const USUAL_LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB',
  pt: 'pt-PT',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
};

/** A number as the language writes it. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** A share of a whole in per cent. */
export function formatShare(part: number, whole: number): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale(), options).format(whole === 0 ? 0 : part / whole);
}

/** A day (UTC, as archives count). */
export function formatDay(time: string | number): string {
  return formatTime(time, { dateStyle: 'medium' });
}

/** Day and minute (UTC). */
export function formatMoment(time: string | number): string {
  return formatTime(time, { dateStyle: 'long', timeStyle: 'short' });
}

/** Year, month or day, as fine as asked. */
export function formatUnit(time: string | number, unit: 'day' | 'month' | 'year'): string {
  if (unit === 'day') return formatDay(time);
  return formatTime(time, { year: 'numeric', ...(unit === 'month' && { month: 'short' }) });
}

/** Bytes in the unit that fits. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

/** Name of a language by its code; the code where there is none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([locale()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code; // not a code
  }
}

function formatTime(time: string | number, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return String(time);
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(date);
}
