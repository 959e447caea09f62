// Copies a text and says that it did.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { announce } from '../state/announce.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly label: string;
  readonly text: string | (() => string);
}

const SHOWN_MS = 2000;

/** The button. */
export function CopyButton({ label, text }: Properties) {
  const state = useSignal<'idle' | 'done' | 'failed'>('idle');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state.value === 'idle') return undefined;
    const timer = setTimeout(() => {
      state.value = 'idle';
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state.value, state]);
  const copy = async () => {
    const wanted = typeof text === 'string' ? text : text();
    const isDone = await copyText(wanted, button.current?.parentElement ?? document.body);
    state.value = isDone ? 'done' : 'failed';
    announce(t(isDone ? 'copy.done' : 'copy.failed'));
  };
  const shown = { idle: label, done: t('copy.done'), failed: t('copy.failed') }[state.value];
  return (
    <button type="button" class="button small" ref={button} onClick={() => void copy()}>
      <Icon name={state.value === 'done' ? 'check' : 'copy'} />
      {shown}
    </button>
  );
}

/** Without a secure address there is no clipboard; the old way then needs a field inside the open dialog. */
async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'hidden-text';
    near.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
