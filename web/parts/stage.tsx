// The picture itself, as large as there is room; its thumbnail where the archive cannot be read.
import { useSignal } from '@preact/signals';
import type { Item } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';
import { hideAgain, revealed } from '../state/revealed.ts';
import { isBlurred } from '../state/sensitive.ts';
import { settings } from '../state/settings.ts';
import { formatOf, isShown, titleOf } from '../state/texts.ts';
import { toPlaceholder } from '../state/thumbhash.ts';
import { MarkedBox } from './picture-texts.tsx';
import { Reveal } from './reveal.tsx';
import { Zoomable } from './zoomable.tsx';

interface Properties {
  readonly item: Item;
  readonly onTurn?: ((step: 1 | -1) => void) | undefined;
}

/** The stage. The space for the picture is known from its size, so that nothing moves when it arrives. */
export function Stage({ item, onTurn }: Properties) {
  const cannotShow = !isShown(item.mime);
  const state = useSignal<'waiting' | 'loaded' | 'thumbnail' | 'broken'>(
    cannotShow ? 'thumbnail' : 'waiting',
  );
  const isSensitive = isBlurred(item, settings.value.sensitive);
  const isHidden = isSensitive && !revealed.value.has(item.id);
  const isThumbnail = state.value === 'thumbnail' || state.value === 'broken';
  const [width, height] = [item.width || 1, item.height || 1];
  const picture = (
    <div
      class="stage-picture"
      style={{
        '--width': String(width),
        '--height': String(height),
        '--placeholder': toPlaceholder(item.thumbhash),
      }}
    >
      {state.value !== 'broken' && (
        <img
          src={isThumbnail ? (item.thumbnails.at(-1)?.url ?? item.content) : item.content}
          width={width}
          height={height}
          alt={isHidden ? t('sensitive.alt') : titleOf(item) || t('viewer.untitled')}
          decoding="async"
          onLoad={() => {
            if (state.value === 'waiting') state.value = 'loaded';
          }}
          onError={() => {
            state.value = state.value === 'waiting' ? 'thumbnail' : 'broken';
          }}
        />
      )}
      {isHidden ? <Reveal id={item.id} /> : <MarkedBox />}
    </div>
  );
  return (
    <div class={`stage is-${state.value}${isHidden ? ' is-hidden' : ''}`}>
      {isHidden ? picture : <Zoomable onTurn={onTurn}>{picture}</Zoomable>}
      {isThumbnail && (
        <p class="stage-note" role="status">
          {cannotShow
            ? t('viewer.cannotShow', { format: formatOf(item.mime) })
            : t('viewer.archiveMissing', { file: item.source.file })}
        </p>
      )}
      {isSensitive && !isHidden && (
        <button type="button" class="button small" onClick={() => hideAgain(item.id)}>
          {t('sensitive.hideAgain')}
        </button>
      )}
    </div>
  );
}
