// Tests of problems.
import { expect, it } from 'vitest';
import { RequestError, readProblem, toProblem } from './problem.ts';

const headers = new Headers({ 'retry-after': '12', 'x-request-id': 'req-2' });

it('reads a problem document', () => {
  const type = '/api/problems/rate-limited';
  const body = {
    type,
    title: 'Too many requests.',
    detail: 'Wait.',
    instance: 'req-1',
    status: 429,
  };
  expect(readProblem(429, body, headers)).toEqual({
    kind: 'problem',
    status: 429,
    name: 'rate-limited',
    title: 'Too many requests.',
    detail: 'Wait.',
    requestId: 'req-1',
    retryAfterSeconds: 12,
  });
});

it.each([undefined, null, 'a page of a proxy', [], { title: 7 }])('makes one of %j', (body) => {
  expect(readProblem(404, body, headers)).toMatchObject({
    kind: 'missing',
    title: '',
    requestId: 'req-2',
  });
});

it('tells failures from requests that were given up', () => {
  expect(toProblem(new DOMException('x', 'AbortError'))).toBeUndefined();
  expect(toProblem(new TypeError('x'))?.kind).toBe('offline');
  expect(toProblem(new RequestError(readProblem(503, {}, headers)))?.status).toBe(503);
});
