// A dot in the colour of a family, or of `#rrggbb`.
import { readHex } from '../../src/model/color.ts';

/** How each family is shown. */
const SHOWN: Readonly<Record<string, string>> = {
  black: '#1a1a1a',
  white: '#ffffff',
  grey: '#8c8c8c',
  red: '#d32f2f',
  orange: '#f57c00',
  yellow: '#fbd32f',
  green: '#388e3c',
  teal: '#0a9396',
  blue: '#1e6fd9',
  purple: '#7b3fb5',
  pink: '#f178b6',
  brown: '#7a4a2b',
};

/** The dot; readers of screens get the name beside it. */
export function ColorDot({ color }: { readonly color: string }) {
  const isBlackAndWhite = color === 'bw';
  const background = SHOWN[color] ?? (readHex(color) === undefined ? undefined : color);
  return (
    <span
      class={`color-dot${isBlackAndWhite ? ' is-bw' : ''}`}
      style={background === undefined ? undefined : { background }}
      aria-hidden="true"
    />
  );
}
