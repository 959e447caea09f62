import { expect, it } from 'vitest';
import { readEvents } from './events.ts';

async function* cut(text: string, size: number): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

it.each([1, 7, 1000])('reads events from pieces of %i characters', async (size) => {
  const text =
    'event: a\ndata: {"x":1}\n\n: comment\n\nevent: b\ndata: [2,\ndata: 3]\n\nevent: c\ndata: {';
  const events = [];
  for await (const event of readEvents(cut(text, size))) events.push(event);
  expect(events).toEqual([
    { name: 'a', data: { x: 1 } },
    { name: 'b', data: [2, 3] },
  ]);
});
