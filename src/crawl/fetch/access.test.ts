import { expect, it } from 'vitest';
import { accessOf } from './access.ts';
import { parseResolveRule } from './resolve-rules.ts';

const NOBODY = { resolve: [], allowPrivate: false, contact: undefined, port: [] };

it('asks public hosts only when there is a contact', async () => {
  expect(() => accessOf(['http://example.org/'], NOBODY)).toThrow('--contact');
  expect(() => accessOf(['http://example.org/'], { ...NOBODY, allowPrivate: true })).toThrow(
    '--contact',
  );
  const known = accessOf(['http://example.org/'], { ...NOBODY, contact: 'me@example.com' });
  expect(known.lookup).toBeUndefined(); // the usual one
});

it('asks machines of the user without one, and nobody else then', async () => {
  const resolve = [parseResolveRule('*.test=127.0.0.1:8099')];
  const own = accessOf(['http://a.test/'], { ...NOBODY, resolve });
  await expect(own.lookup?.('example.org')).rejects.toMatchObject({ reason: 'address' });
  const local = accessOf(['http://127.0.0.1:8080/', 'http://localhost:81/'], {
    ...NOBODY,
    allowPrivate: true,
  });
  expect(local.ports).toEqual([8080, 81]);
  expect(await local.lookup?.('localhost')).not.toEqual([]);
});
