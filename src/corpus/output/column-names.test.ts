import { expect, it } from 'vitest';
import { findPath, toColumns } from './column-names.ts';

const PATHS = ['payload.string.html.title', 'payload.page.images', 'url.host', 'other.host'];

it('understands fields of captures, paths, ends of paths and what is inside of values', () => {
  expect(
    toColumns(['url', 'when=time', 'title', 'c=images.caption', 'url.host'], PATHS, 'x.csv'),
  ).toEqual([
    { name: 'url', captureField: 'url' },
    { name: 'when', captureField: 'time' },
    { name: 'title', path: 'payload.string.html.title' },
    { name: 'c', path: 'payload.page.images.caption' },
    { name: 'url.host', path: 'url.host' },
  ]);
});

it('refuses what nobody gives, or more than one', () => {
  expect(findPath('host', PATHS)).toBeUndefined();
  expect(() => toColumns(['colour'], PATHS, 'x.csv')).toThrow('nothing gives colour');
});
