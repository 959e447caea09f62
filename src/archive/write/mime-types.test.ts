// Tests of content types: by name, by first bytes, with the declared charset.
import { describe, expect, it } from 'vitest';
import { contentTypeOf } from './mime-types.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('contentTypeOf', () => {
  it.each([
    ['a.JPG', 'image/jpeg'],
    ['archive.tar.gz', 'application/gzip'],
    ['style.css', 'text/css'],
    ['photo.avif', 'image/avif'],
    ['unknown.xyz', 'application/octet-stream'],
    ['x.constructor', 'application/octet-stream'],
    ['README', 'application/octet-stream'],
  ])('names %s %s', (name, type) => {
    expect(contentTypeOf(name, bytes('text'))).toBe(type);
  });

  it('sees that a file without an ending is a page', () => {
    expect(contentTypeOf('about', bytes('\n<!DOCTYPE html><title>x'))).toBe('text/html');
    expect(contentTypeOf('embed', bytes('<HTML>'))).toBe('text/html');
    expect(contentTypeOf('notes', bytes('about <html> pages'))).toBe('application/octet-stream');
  });

  it.each([
    ['\xef\xbb\xbf<html>', 'utf-8'],
    ['\xff\xfe<\0h\0', 'utf-16le'],
    ['<meta charset="UTF-8">', 'utf-8'],
    ['<META http-equiv=Content-Type content="text/html; charset=ISO-8859-1">', 'iso-8859-1'],
    ["<meta name='a'><meta charset = 'shift_jis'>", 'shift_jis'],
  ])('adds the charset that the page %j declares', (start, charset) => {
    expect(contentTypeOf('a.html', bytes(start))).toBe(`text/html; charset=${charset}`);
  });

  it.each(['<p>charset=utf-8', '<meta charset="klingon">', '<meta charset="utf-16">'])(
    'adds no charset to a page that starts %j',
    (start) => {
      expect(contentTypeOf('a.html', bytes(start))).toBe('text/html');
    },
  );

  it('reads the charset of a style sheet and of nothing else', () => {
    const rule = bytes('@charset "windows-1252";');
    expect(contentTypeOf('a.css', rule)).toBe('text/css; charset=windows-1252');
    expect(contentTypeOf('a.js', rule)).toBe('text/javascript');
  });
});
