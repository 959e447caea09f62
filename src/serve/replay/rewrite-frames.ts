// Framesets as boxes: pages of frames have no room for a banner and no future in browsers.
import { decodeAttribute } from '../../extract/page/entities.ts';
import type { Attributes } from './rewrite-attributes.ts';

/** Tracks of a frameset beyond this many are left out. */
const MAX_TRACKS = 32;

/** The start tag of a box that is divided like a frameset. */
export function openFrames(attributes: Attributes): string {
  const rows = toTracks(decodeAttribute(attributes.get('rows') ?? ''));
  const columns = toTracks(decodeAttribute(attributes.get('cols') ?? ''));
  const style = `display:grid;width:100%;height:100%;min-height:90vh;grid-template-rows:${rows};grid-template-columns:${columns}`;
  return `<div style="${style}">`;
}

/** `20%,*,100` as sizes of a grid. */
function toTracks(list: string): string {
  const tracks = list
    .slice(0, 1000)
    .split(',')
    .slice(0, MAX_TRACKS)
    .map((part) => {
      const [, number = '', unit = ''] =
        /^\s*(\d{0,5}(?:\.\d{1,4})?)\s*(%|\*|)\s*$/.exec(part) ?? [];
      if (unit === '*' || number === '') return `minmax(0,${number || '1'}fr)`;
      return unit === '%' ? `${number}%` : `${number}px`;
    });
  return tracks.join(' ');
}
