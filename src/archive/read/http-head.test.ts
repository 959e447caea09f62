import { expect, it } from 'vitest';
import { mediaType, parseHttpHead } from './http-head.ts';

it.each([
  ['a usual one', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', 200],
  ['LF line ends', 'HTTP/1.0 404 Not Found\nContent-Type: text/html\n\n', 404],
  ['no reason', 'HTTP/1.0 302 \r\nContent-Type: text/html\r\n\r\n', 302],
  ['no version', 'HTTP 200 Document follows\r\nContent-Type: text/html\r\n\r\n', 200],
  ['a reason without a blank', 'HTTP/1.1 200Ok\r\nContent-Type: text/html\r\n\r\n', 200],
  ['a radio stream', 'ICY 200 OK\r\nContent-Type: text/html\r\n\r\n', 200],
  ['no number', 'HTTP/1.1 OK\r\nContent-Type: text/html\r\n\r\n', 0],
  ['CR CR LF', 'HTTP/1.0 200 OK\r\r\nContent-Type: text/html\r\r\n\r\r\n', 200],
])('reads a head with %s', (_, text, status) => {
  const head = parseHttpHead(Buffer.from(`${text}body`, 'latin1'));
  expect(head?.status).toBe(status);
  expect(head?.fields.get('content-type')).toBe('text/html');
  expect(head?.length).toBe(text.length);
});

it('joins folded lines and keeps latin-1 and NUL in values', () => {
  const head = parseHttpHead(
    Buffer.from(
      'HTTP/1.1 200 OK\r\nX-Long: one\r\n  two\r\nX-Odd: caf\xe9\0!\r\nnonsense\r\n\r\n',
      'latin1',
    ),
  );
  expect(head?.fields.get('x-long')).toBe('one two');
  expect(head?.fields.get('x-odd')).toBe('caf\xe9\0!');
  expect(head?.fields.entries).toHaveLength(2);
});

it('takes a block without a status line for a body of its own', () => {
  expect(parseHttpHead(Buffer.from('<html>HTTP/0.9</html>'))).toBeUndefined();
});

it('takes a message that ends before its blank line for all head', () => {
  expect(parseHttpHead(Buffer.from('HTTP/1.1 200 OK\r\nServer: x'))?.length).toBe(26);
});

it.each([
  ['text/html; charset=utf-8', 'text/html'],
  ['IMAGE/JPEG', 'image/jpeg'],
  ['', ''],
  ['imag�m)', ''],
  ['text/html text/plain', ''],
])('reads the media type of %j', (value, type) => {
  expect(mediaType(value)).toBe(type);
});
