// Buttons to the pictures before and after, and which of how many this one is.
import { formatNumber, t } from '../i18n/i18n.ts';
import { Icon } from './icon.tsx';
import type { Neighbours } from './neighbours.ts';

interface Properties {
  readonly around: Neighbours;
  readonly onTurn: (step: 1 | -1) => void;
}

/** The buttons; nothing for a picture that stands alone. A button at the end stays, so that the focus does. */
export function Pager({ around, onTurn }: Properties) {
  const { position, total, hasBefore, hasAfter } = around;
  if (position === 0) return <span class="pager" />;
  return (
    <span class="pager">
      <button
        type="button"
        class="button quiet round"
        aria-label={t('viewer.before')}
        aria-disabled={!hasBefore}
        onClick={() => hasBefore && onTurn(-1)}
      >
        <Icon name="before" />
      </button>
      <button
        type="button"
        class="button quiet round"
        aria-label={t('viewer.after')}
        aria-disabled={!hasAfter}
        onClick={() => hasAfter && onTurn(1)}
      >
        <Icon name="after" />
      </button>
      <span class="pager-place">
        {t('viewer.position', { position: formatNumber(position), total: formatNumber(total) })}
      </span>
    </span>
  );
}
