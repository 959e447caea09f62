// Pages that are loaded when somebody goes there.
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { NO_ANSWER } from '../api/problem.ts';
import { ErrorState } from './error-state.tsx';

type Load = () => Promise<{ readonly default: ComponentType }>;

/** The page of a module, when it is there. */
export function Lazy({ load }: { readonly load: Load }) {
  const state = useSignal<{ Page?: ComponentType; isFailed?: boolean }>({});
  useEffect(() => {
    let isGone = false;
    const show = (next: typeof state.value) => {
      if (!isGone) state.value = next;
    };
    load().then(
      (module) => show({ Page: module.default }),
      () => show({ isFailed: true }),
    );
    return () => {
      isGone = true;
    };
  }, [load, state]);
  const { Page, isFailed } = state.value;
  // A module that could not be loaded is not asked for again by the browser: the page must be.
  if (isFailed) return <ErrorState problem={NO_ANSWER} onRetry={() => location.reload()} />;
  return Page === undefined ? <div class="lazy-space" aria-busy="true" /> : <Page />;
}
