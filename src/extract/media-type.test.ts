// Bytes of many formats, made here by hand, and the types they tell.
import { expect, it } from 'vitest';
import { typeOfBytes } from './media-type.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const zip = (name: string, data = '') =>
  latin1(
    `PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}${data}PK\x01\x02`,
  );
const ole = (stream: string) =>
  latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(1024)}${stream.replace(/./g, '$&\0')}`);

/** A silent frame of MPEG-1 layer III, 128 kbit/s at 44,100 Hz: 417 bytes. */
const mp3Frame = latin1(`\xff\xfb\x90\x00${'\0'.repeat(413)}`);

it.each<[string, Buffer]>([
  ['application/pdf', latin1('%PDF-1.4\n')],
  ['application/rtf', latin1('{\\rtf1 hello}')],
  [
    'application/vnd.oasis.opendocument.text',
    zip('mimetype', 'application/vnd.oasis.opendocument.text'),
  ],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    zip('word/document.xml'),
  ],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip('xl/workbook.xml')],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', zip('ppt/a.xml')],
  ['application/zip', zip('readme.txt')],
  ['application/msword', ole('WordDocument')],
  ['application/vnd.ms-excel', ole('Workbook')],
  ['application/vnd.ms-powerpoint', ole('PowerPoint Document')],
  ['audio/mpeg', latin1('ID3\x03\0')],
  ['audio/mpeg', Buffer.concat([mp3Frame, mp3Frame])],
  ['audio/wav', latin1('RIFF\x24\0\0\0WAVEfmt ')],
  ['audio/ogg', latin1(`OggS${'\0'.repeat(24)}\x01vorbis`)],
  ['video/ogg', latin1(`OggS${'\0'.repeat(24)}\x80theora`)],
  ['video/x-msvideo', latin1('RIFF\x24\0\0\0AVI LIST')],
  ['video/webm', latin1('\x1a\x45\xdf\xa3\x01\0\0\x42\x82\x84webm')],
  ['video/mp4', latin1('\0\0\0\x18ftypisom\0\0\0\0')],
  ['audio/mp4', latin1('\0\0\0\x18ftypM4A \0\0\0\0')],
  ['video/quicktime', latin1('\0\0\0\x08wide\0\0\0\0mdat')],
  ['video/mp2t', latin1(`G${'\0'.repeat(187)}`.repeat(4))],
  ['image/gif', latin1('GIF89a\x01\0\x01\0\0\0\0;')],
  ['text/html', latin1('\xef\xbb\xbf \n<!DOCTYPE html><p>x')],
  ['application/xhtml+xml', latin1('<?xml version="1.0"?><html xmlns="x">')],
  ['application/xml', latin1('<rss version="2.0">')],
  ['application/json', latin1('{"a": 1}')],
  ['text/plain', latin1('hello, world')],
  ['application/octet-stream', latin1('hello\x00world')],
  ['application/x-empty', Buffer.alloc(0)],
])('%s', (type, bytes) => {
  expect(typeOfBytes(bytes)).toBe(type);
});

it('does not take one sync byte for music', () => {
  expect(typeOfBytes(mp3Frame)).toBe('application/octet-stream');
});
