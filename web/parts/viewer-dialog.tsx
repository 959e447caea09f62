// A picture above the results: the browser's own dialog, which keeps the focus inside and gives it back.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { closeViewer, openViewer, page, viewer } from '../state/navigation.ts';
import { results } from '../state/results.ts';
import { printRoute } from '../state/route.ts';
import { Icon } from './icon.tsx';
import { Lazy } from './lazy.tsx';
import { loadImageView } from './load-image-view.ts';
import { neighbours, turnPage } from './neighbours.ts';
import { Pager } from './pager.tsx';

/** The dialog; closed while no picture is chosen. */
export function ViewerDialog() {
  const id = viewer.value;
  const dialog = useRef<HTMLDialogElement>(null);
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (id !== undefined) {
      last.current = id;
      if (dialog.current?.open === false) dialog.current.showModal();
      dialog.current?.scrollTo({ top: 0 });
    } else if (dialog.current?.open) {
      dialog.current.close();
      focusTile(last.current);
    }
  }, [id]);
  const route = page.value;
  if (route.name !== 'search') return null;
  const around = neighbours(results.value, id);
  const turn = (step: 1 | -1) => void turnPage(id, step, openViewer);
  return (
    <dialog
      class="viewer"
      ref={dialog}
      aria-label={t('viewer.label')}
      onCancel={(event) => {
        event.preventDefault();
        closeViewer();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) closeViewer();
      }}
      onKeyDown={(event) => {
        const step = stepOf(event);
        if (step !== undefined) turn(step);
      }}
    >
      {id !== undefined && (
        <div class="viewer-box">
          <div class="viewer-bar">
            <Pager around={around} onTurn={turn} />
            <span class="viewer-bar-end">
              <a class="button quiet compact" href={printRoute({ ...route, name: 'image', id })}>
                <Icon name="expand" />
                <span class="button-label">{t('viewer.ownPage')}</span>
              </a>
              <button type="button" class="button quiet compact" onClick={closeViewer}>
                <Icon name="close" />
                <span class="button-label">{t('viewer.close')}</span>
              </button>
            </span>
          </div>
          <Lazy
            key={id}
            load={loadImageView}
            properties={{ id, known: around.item, heading: 'h2' as const, onTurn: turn }}
          />
        </div>
      )}
    </dialog>
  );
}

/** Left and right lead to the neighbours, unless the keys mean something where the focus is. */
function stepOf(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
  const { target } = event;
  if (target instanceof Element && target.closest('input, textarea, select, [role=slider], pre')) {
    return undefined;
  }
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return undefined;
  const isBackwards = (event.key === 'ArrowLeft') === (document.dir !== 'rtl');
  return isBackwards ? -1 : 1;
}

/** The focus returns to the picture that was looked at last, not to the one that was opened first. */
function focusTile(id: string | undefined): void {
  const tile = [...document.querySelectorAll<HTMLElement>('[data-tile]')].find(
    (each) => each.dataset['tile'] === id,
  );
  tile?.focus();
  tile?.scrollIntoView({ block: 'nearest' });
}
