// Two pictures of one address above each other, and a slider that uncovers one or the other.
import { useSignal } from '@preact/signals';
import type { Item, OtherPicture } from '../api/types.ts';
import { formatDay, t } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly item: Item;
  readonly other: OtherPicture & { readonly content: string };
  /** Where the comparison ends. */
  readonly closeHref: string;
}

/** The stage of a comparison. Both pictures fill the same frame, which has the shape of this one. */
export function CompareStage({ item, other, closeHref }: Properties) {
  const share = useSignal(50);
  const [before, after] = other.time < item.firstCapture ? [other, item] : [item, other];
  const timeOf = (each: Item | OtherPicture) =>
    formatDay('firstCapture' in each ? each.firstCapture : each.time);
  const [early, late] = [before, after].map(timeOf);
  return (
    <section class="stage is-loaded is-compare" aria-label={t('compare.title')}>
      <div
        class="stage-picture compare-frame"
        style={{
          '--width': String(item.width || 1),
          '--height': String(item.height || 1),
          '--share': `${share.value}%`,
        }}
      >
        <img src={before.content} alt={t('compare.picture', { time: early ?? '' })} />
        <img
          class="compare-late"
          src={after.content}
          alt={t('compare.picture', { time: late ?? '' })}
        />
        <span class="compare-line" aria-hidden="true" />
        <span class="compare-label">{early}</span>
        <span class="compare-label is-late">{late}</span>
        <input
          type="range"
          class="compare-slider"
          min="0"
          max="100"
          value={share.value}
          aria-label={t('compare.slider')}
          onInput={(event) => {
            share.value = Number(event.currentTarget.value);
          }}
        />
      </div>
      <a class="button small" href={closeHref}>
        <Icon name="close" />
        {t('compare.close')}
      </a>
    </section>
  );
}
