// What the archive stage found, in words for a person.
import { LOSS_REASONS, type Loss } from '../model/capture.ts';
import { formatSize } from './units.ts';

/** One line about a loss: place, reason, what it cost. */
export function describeLoss({ file, offset, reason, skippedBytes, detail }: Loss): string {
  const cost = skippedBytes > 0 ? `, ${formatSize(skippedBytes)} passed over` : '';
  const more = detail === undefined ? '' : ` (${detail})`;
  return `${file} at offset ${offset}: ${LOSS_REASONS[reason]}${more}${cost}.`;
}
