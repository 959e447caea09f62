import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInOrder } from './in-order.ts';

it('hands on the items of all parts in order, however the parts are interleaved', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.nat(40), { maxLength: 8 }),
      async (scheduler, sizes) => {
        const seen: string[] = [];
        const finished: number[] = [];
        const order = createInOrder<string>({
          take: async (item) => {
            await scheduler.schedule(Promise.resolve());
            seen.push(item);
          },
          onFinished: async (part) => void finished.push(part),
          maxHeld: 4,
        });
        const parts = sizes.map(async (size, part) => {
          for (let i = 0; i < size; i++) {
            await scheduler.schedule(Promise.resolve());
            await order.add(part, `${part}.${i}`);
          }
          await order.finish(part);
        });
        await scheduler.waitFor(Promise.all(parts));
        expect(seen).toEqual(
          sizes.flatMap((size, part) => Array.from({ length: size }, (_, i) => `${part}.${i}`)),
        );
        expect(finished).toEqual(sizes.map((_, part) => part));
      },
    ),
  );
});

it('makes a later part wait when much is held back for it', async () => {
  const order = createInOrder<number>({ take: async () => {}, maxHeld: 2 });
  await order.add(1, 1);
  let isWaiting = true;
  const second = order.add(1, 2).then(() => {
    isWaiting = false;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isWaiting).toBe(true);
  await order.finish(0);
  await second;
  expect(isWaiting).toBe(false);
});
