// Sizes that the address of an image, or the names of its classes, state: `photo-300x200.jpg`, `?w=640`, `/s1600/`.

/** Numbers of an address that may be pixels; 0 where there is none. */
export interface StatedSize {
  readonly width: number;
  readonly height: number;
}

/** Only the first characters are searched; sizes stand in them, or nowhere. */
const MAX_LENGTH = 1000;

const PAIR = /(?<!\d)(\d{1,4})[xX*](\d{1,4})(?!\d)/;
const PAIR_OF_KEY = /(?:resize|fit|crop|size|dimensions)[=:](\d{2,4})(?:%2c|,|x|:)(\d{2,4})(?!\d)/i;
const WIDTH = /(?:width|[?&/,_;-]w|maxw|imwidth)(?:=|_|:|-|%3d)?(\d{2,4})(?!\d)/i;
const HEIGHT = /(?:height|[?&/,_;-]h|maxh)(?:=|_|:|-|%3d)?(\d{2,4})(?!\d)/i;
const SIDE =
  /\/s(\d{2,4})(?:-[a-z]{1,3}){0,4}\/|[_-](\d{2,4})\.[a-z]{3,4}|(?<!\d)(\d{2,4})(?:px|w)(?![a-z0-9])|[?&](?:s|sz|size|quadrat)=(\d{2,4})(?!\d)/i;

/** The size that an address states. */
export function statedSize(address: string): StatedSize {
  const url = address.length > MAX_LENGTH ? address.slice(0, MAX_LENGTH) : address;
  if (!/\d\d/.test(url)) return NOTHING;
  const keyed = PAIR_OF_KEY.exec(url) ?? lastPair(url);
  if (keyed !== null) return { width: Number(keyed[1]), height: Number(keyed[2]) };
  const width = Number(WIDTH.exec(url)?.[1] ?? 0);
  const height = Number(HEIGHT.exec(url)?.[1] ?? 0);
  if (width > 0 || height > 0) return { width, height };
  const side = SIDE.exec(url);
  return side === null
    ? NOTHING
    : { width: Number(side[1] ?? side[2] ?? side[3] ?? side[4]), height: 0 };
}

const NOTHING: StatedSize = { width: 0, height: 0 };

/** Content systems put the size of a rendering before or after that of the original: the smaller pair is what is sent. */
function lastPair(url: string): RegExpExecArray | null {
  const first = PAIR.exec(url);
  if (first === null) return null;
  const rest = url.slice(first.index + first[0].length);
  const second = PAIR.exec(rest);
  if (second === null) return first;
  return Number(second[1]) * Number(second[2]) < Number(first[1]) * Number(first[2])
    ? second
    : first;
}
