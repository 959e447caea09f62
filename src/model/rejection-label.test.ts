import { expect, it } from 'vitest';
import { IMAGE_REJECTIONS } from '../extract/extract.ts';
import { rejectionLabel } from './rejection-label.ts';

it('says why in words, never by a code', () => {
  const labels = Object.keys(IMAGE_REJECTIONS).map(rejectionLabel);
  expect(labels.filter((label) => /[-_]|^html$/.test(label))).toEqual([]);
  expect(rejectionLabel('html')).toBe('a page instead of the image');
  expect(rejectionLabel('too-small')).toBe('too small');
});
