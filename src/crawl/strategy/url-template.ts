// The pattern of a URL: what stays the same when a site has thousands of pages of one kind.
import { remember } from './remember.ts';

/**
 * The path and query of a URL with numbers, dates, identifiers and long names replaced, so that pages made by the same
 * program have the same template.
 *
 * @example urlTemplate('http://a.org/photo/2019/12345.html?id=7') // '/photo/#/#.html?id'
 */
export function urlTemplate(url: string): string {
  const rest = url
    .slice(0, 2000)
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .replace(/#.*$/s, '');
  const mark = rest.indexOf('?');
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const segments = path.split('/').slice(1, 12).map(classOf);
  const keys =
    mark < 0
      ? []
      : rest
          .slice(mark + 1)
          .split('&', 12)
          .map((pair) => pair.replace(/=.*$/s, '').slice(0, 20));
  const query = keys.length === 0 ? '' : `?${[...new Set(keys)].sort().join('&')}`;
  return `/${segments.join('/')}${query}`;
}

/** A number below 65,536 for a template. */
export function templateGroup(url: string): number {
  const template = urlTemplate(url);
  let hash = 0x811c9dc5;
  for (let at = 0; at < template.length; at += 1) {
    hash = Math.imul(hash ^ template.charCodeAt(at), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & 0xffff;
}

const classOf = remember((segment: string): string => {
  const dot = segment.lastIndexOf('.');
  const isFile = dot > 0 && segment.length - dot <= 6;
  const name = isFile ? segment.slice(0, dot) : segment;
  const ending = isFile ? segment.slice(dot).toLowerCase() : '';
  return kindOf(name) + ending;
});

function kindOf(name: string): string {
  if (/^[\d\-_.]+$/.test(name)) return '#';
  if (/^[0-9a-f-]{16,}$/i.test(name)) return '%';
  const isLong = name.length > 24 || (name.match(/[-_+]|%20/g)?.length ?? 0) >= 3;
  if (isLong) return '~';
  return name.replace(/\d+/g, '#').slice(0, 24);
}
