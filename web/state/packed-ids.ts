// Ids of pictures as a link carries them behind its `#`.

/** Pictures that a basket holds; the server exports no more at once. */
export const MOST_IN_BASKET = 500;

/** Whether a text is the id of a picture. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/.test(text);
}

/** The ids, shorter than they are; what stands behind `#` is told to no server. */
export function packIds(ids: readonly string[]): string {
  return ids.map(packId).join('.');
}

/** Ids that a link carries; what is none is left out, as a link may be cut off on its way. */
export function unpackIds(text: string): readonly string[] {
  const ids = text.split('.').map(unpackId);
  return [...new Set(ids.filter((id) => id !== undefined))].slice(0, MOST_IN_BASKET);
}

function packId(id: string): string {
  const bytes = (id.replace('-', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function unpackId(text: string): string | undefined {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const pairs = [...bytes].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
    const digits = pairs.join('');
    const id = digits.length === 64 ? digits : `${digits.slice(0, 64)}-${digits.slice(64)}`;
    return isId(id) ? id : undefined;
  } catch {
    return undefined; // not base64
  }
}
