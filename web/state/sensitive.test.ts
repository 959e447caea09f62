// Tests of what is asked of the server and blurred on the page.
import { expect, it } from 'vitest';
import { isBlurred, isSensitive, toServerQuery } from './sensitive.ts';

it('asks for sensitive pictures only where they are wanted, and leaves a typed safe: alone', () => {
  expect(toServerQuery('ponte', 'hide')).toBe('ponte');
  expect(toServerQuery('ponte', 'blur')).toBe('ponte safe:off');
  expect(toServerQuery('', 'show')).toBe('safe:off');
  expect(toServerQuery('ponte safe:on', 'show')).toBe('ponte safe:on');
});

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
