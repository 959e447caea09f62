// Sentences that tell how much of something is there: all of it is said only where that is true.
import { MOST_EXPORTED } from '../api/addresses.ts';
import type { Total } from '../api/types.ts';
import { t } from '../i18n/i18n.ts';

/** How many captures are listed, and of how many. */
export function listTitle(shown: number, total: number): string {
  return total > shown
    ? t('captures.part', { shown, total })
    : t('captures.list', { count: shown });
}

/** What an export has: everything, or as much as it may have. */
export function exportNote(total: Total | undefined): string {
  const isWhole = total === undefined || (total.relation === 'eq' && total.value <= MOST_EXPORTED);
  return isWhole ? t('export.what') : t('export.most', { count: MOST_EXPORTED });
}
