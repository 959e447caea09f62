// A find of a live search, large: the whole image, its score, and the page it is in.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { type LiveItem, live, liveImageAddress } from '../state/live.ts';
import { hostOf, liveTitle } from '../state/live-texts.ts';
import { Icon } from './icon.tsx';

/** The dialog; closed while nothing is chosen. */
export function LiveViewer({
  item,
  search,
  onClose,
}: {
  readonly item: LiveItem | undefined;
  readonly search: string;
  readonly onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (item !== undefined && dialog.current?.open === false) dialog.current.showModal();
    else if (item === undefined && dialog.current?.open) dialog.current.close();
    // What is known of a find changes while it is looked at: only another find opens the dialog again.
  }, [item?.key]);
  const isStored = live.value.stored !== undefined;
  return (
    <dialog class="live-viewer" ref={dialog} aria-label={t('viewer.label')} onClose={onClose}>
      {item !== undefined && (
        <>
          <div class="live-viewer-bar">
            <h2 dir="auto">{liveTitle(item) || t('live.untitled')}</h2>
            <button type="button" class="button quiet compact" onClick={onClose}>
              <Icon name="close" />
              <span class="button-label">{t('viewer.close')}</span>
            </button>
          </div>
          <img
            src={liveImageAddress(search, item.key)}
            width={item.width}
            height={item.height}
            alt={liveTitle(item) || t('live.untitled')}
          />
          {item.captions[0] !== undefined && <p dir="auto">{item.captions[0]}</p>}
          <p class="live-facts">
            <span>
              {item.width} × {item.height}
            </span>
            <span>{t('live.score', { score: item.score.toFixed(3) })}</span>
            {isStored ? (
              <a href={archivedAddress(item)}>
                {t('live.includedIn', { page: hostOf(item.page.url) })}
              </a>
            ) : (
              <a href={item.page.url} rel="noreferrer noopener" target="_blank">
                {t('live.includedIn', { page: hostOf(item.page.url) })}
              </a>
            )}
            {isStored && item.id !== null && (
              <a href={`/image/${item.id}`}>{t('live.inLibrary')}</a>
            )}
          </p>
        </>
      )}
    </dialog>
  );
}

/** The copy of the page that was written when it was visited. */
function archivedAddress({ page }: LiveItem): string {
  return `/web/${page.time.replace(/\D/g, '').slice(0, 14)}/${page.url}`;
}
