// What a person chose for this browser; kept locally and told to nobody.
import { effect, signal } from '@preact/signals';

/** Light, dark, or as the system says. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** What happens to pictures that are not safe for work. */
export const SENSITIVE = ['hide', 'blur', 'show'] as const;
/** How results are shown: in rows, in low or high ones, or one below the other with their texts. */
export const VIEWS = ['rows', 'small', 'large', 'list'] as const;
/** Languages of the page. */
export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de'] as const;

export type Theme = (typeof THEMES)[number];
export type Sensitive = (typeof SENSITIVE)[number];
export type View = (typeof VIEWS)[number];
export type Language = (typeof LANGUAGES)[number];

/** Settings as they are kept. */
export interface Settings {
  readonly theme: Theme;
  readonly sensitive: Sensitive;
  readonly language: Language;
  readonly view: View;
  /** Whether `/` leads to the search box. */
  readonly slash: boolean;
  /** Whether the filter panel is open beside the results. */
  readonly panel: boolean;
  /** Last searches, newest first. */
  readonly recent: readonly string[];
}

const KEY = 'pinakes.settings';
const MOST_RECENT = 8;

/** The settings; changes are kept. */
export const settings = signal<Settings>(loadSettings());

/** Changes some of the settings. */
export function changeSettings(changes: Partial<Settings>): void {
  settings.value = { ...settings.peek(), ...changes };
}

/** Remembers a search. */
export function rememberSearch(q: string): void {
  if (q === '') return;
  const others = settings.peek().recent.filter((each) => each !== q);
  changeSettings({ recent: [q, ...others].slice(0, MOST_RECENT) });
}

/** Keeps the settings and shows theme and language on the document from now on. */
export function applySettings(): void {
  effect(() => {
    const { theme, language } = settings.value;
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    root.lang = language;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings.value));
    } catch {
      // Private windows may forbid it: the choice then holds until the page is closed.
    }
  });
}

/** Settings from what was kept, in which anything may stand; `languages` are those of the browser. */
export function readSettings(
  kept: unknown,
  { languages, asked }: { readonly languages: readonly string[]; readonly asked?: string | null },
): Settings {
  const value = (name: keyof Settings): unknown =>
    typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined;
  const oneOf = <T extends string>(all: readonly T[], found: unknown): T | undefined =>
    all.find((each) => each === found);
  const spoken = languages.map((tag) => oneOf(LANGUAGES, tag.slice(0, 2).toLowerCase()));
  const recent = value('recent');
  return {
    theme: oneOf(THEMES, value('theme')) ?? 'system',
    sensitive: oneOf(SENSITIVE, value('sensitive')) ?? 'hide',
    language:
      oneOf(LANGUAGES, asked) ??
      oneOf(LANGUAGES, value('language')) ??
      spoken.find((each) => each !== undefined) ??
      'en',
    view: oneOf(VIEWS, value('view')) ?? 'rows',
    slash: value('slash') !== false,
    panel: value('panel') !== false,
    recent: Array.isArray(recent)
      ? recent.filter((each) => typeof each === 'string').slice(0, MOST_RECENT)
      : [],
  };
}

function loadSettings(): Settings {
  const asked = new URLSearchParams(globalThis.location?.search).get('lang');
  const languages = globalThis.navigator?.languages ?? [];
  try {
    return readSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'), { languages, asked });
  } catch {
    return readSettings(null, { languages, asked }); // no storage, or damaged
  }
}
