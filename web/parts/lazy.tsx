// Pages and parts that are loaded when somebody goes there.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { NO_ANSWER } from '../api/problem.ts';
import { loadPageWords } from '../i18n/i18n.ts';
import { ErrorState } from './error-state.tsx';

/** Modules that are there: they are shown at once, without an empty moment in between. */
const LOADED = new WeakMap<object, unknown>();

interface Parameters<Given> {
  readonly load: () => Promise<{ readonly default: ComponentType<Given> }>;
  /** What it is given. */
  readonly properties: Given;
}

/** The page, or part of one, of a module, when it is there. */
export function Lazy<Given extends object>({ load, properties }: Parameters<Given>) {
  const known = LOADED.get(load) as ComponentType<Given> | undefined; // what it gave before
  const state = useSignal<{ Page?: ComponentType<Given>; isFailed?: boolean }>({
    ...(known && { Page: known }),
  });
  useEffect(() => {
    let isGone = false;
    const show = (next: typeof state.value) => {
      if (!isGone) state.value = next;
    };
    Promise.all([load(), loadPageWords()]).then(
      ([module]) => {
        LOADED.set(load, module.default);
        show({ Page: module.default });
      },
      () => show({ isFailed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [load, state]);
  const { Page, isFailed } = state.value;
  // A module that could not be loaded is not asked for again by the browser: the page must be.
  if (isFailed) return <ErrorState problem={NO_ANSWER} onRetry={() => location.reload()} />;
  return Page === undefined ? (
    <div class="lazy-space" aria-busy="true" />
  ) : (
    <Page {...properties} />
  );
}
