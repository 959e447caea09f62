// Tests of what is asked of the server and blurred on the page.
import { expect, it } from 'vitest';
import { isBlurred, isSensitive, toServerQuery } from './sensitive.ts';

it('asks for sensitive pictures only where they are wanted, and leaves a typed safe: alone', () => {
  expect(toServerQuery('ponte', 'hide')).toEqual({ q: 'ponte' });
  expect(toServerQuery('ponte', 'blur')).toEqual({ q: 'ponte', safe: 'off' });
  expect(toServerQuery('', 'show')).toEqual({ q: '', safe: 'off' });
  expect(toServerQuery('ponte safe:on', 'show')).toEqual({ q: 'ponte safe:on' });
});

it.each(['"red bridge', 'cat OR', 'cat -', 'cat (a', 'title:"x'])(
  'asks for %s as it was typed, whatever is chosen',
  (q) => {
    for (const sensitive of ['hide', 'blur', 'show'] as const) {
      expect(toServerQuery(q, sensitive).q).toBe(q);
    }
  },
);

it('takes a picture that could not be judged for sensitive, and one not judged for harmless', () => {
  const unknown = JSON.parse('{"nsfw":"unknown"}');
  expect([{}, { nsfw: 0.5 }, { nsfw: 0.51 }, unknown].map(isSensitive)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

it('blurs what a shared query with safe:off brings to those who hide it', () => {
  expect((['hide', 'blur', 'show'] as const).map((each) => isBlurred({ nsfw: 0.9 }, each))).toEqual(
    [true, true, false],
  );
});
