// Placeholders of pictures that are still on their way.
import { thumbHashToDataURL } from 'thumbhash';

const MOST_KEPT = 500;
const kept = new Map<string, string>();

/** A ThumbHash in base64 as a CSS image; `none` when it is absent or damaged. */
export function toPlaceholder(hash: string | null): string {
  if (hash === null || hash === '' || hash.length > 64) return 'none';
  const known = kept.get(hash);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const image = draw(hash);
  kept.set(hash, image);
  return image;
}

function draw(hash: string): string {
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
    return bytes.length < 5 ? 'none' : `url(${thumbHashToDataURL(bytes)})`;
  } catch {
    return 'none'; // not base64
  }
}
