// All keys in a dialog of its own, which `?` opens from anywhere.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { settings } from '../state/settings.ts';
import { Icon } from './icon.tsx';
import { Keys } from './keys.tsx';

/** The dialog; closed until `?` is pressed, which can be switched off with the other single keys. */
export function KeysDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!settings.peek().slash || dialog.current?.open !== false) return;
      const { target } = event;
      if (target instanceof Element && target.matches('input, textarea, select')) return;
      event.preventDefault();
      dialog.current.showModal();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const close = () => dialog.current?.close();
  return (
    <dialog
      class="keys-dialog"
      ref={dialog}
      aria-label={t('keys.title')}
      onClick={(event) => {
        if (event.target === event.currentTarget) close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <button
        type="button"
        class="button quiet round"
        aria-label={t('viewer.close')}
        onClick={close}
      >
        <Icon name="close" />
      </button>
      <Keys />
    </dialog>
  );
}
