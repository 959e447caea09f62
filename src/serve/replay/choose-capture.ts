// Which capture answers a request: the one asked for, or the nearest that is worth showing.
import { type Captures, REVISIT_MIME } from '../../index/captures.ts';
import type { Capture, Timestamp } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { HttpProblem } from '../problems.ts';
import type { Loaded } from './load-capture.ts';
import type { Modifier } from './replay-url.ts';

/** What was asked for. */
export interface Wanted {
  readonly url: string;
  readonly surt: string;
  readonly time: Timestamp;
  readonly modifier: Modifier;
  /** The capture of that very second is meant: what is wrong with it is told, rather than another shown. */
  readonly isExact: boolean;
}

/** The capture to show, with its response where it had to be read to know. */
export interface Chosen {
  readonly capture: Capture;
  readonly loaded: Loaded | undefined;
}

/** What captures are read by. */
export interface Reading {
  /** Throws the problem `not-found` or `archive-missing` for a capture that cannot be shown. */
  load(capture: Capture): Promise<Loaded>;
  /** Whether the archive of that name is there; asked of captures that are not read. */
  isThere(file: string): boolean;
}

/** Captures that are weighed against each other. */
const MAX_WEIGHED = 300;
/** Captures that are read in search of one that leads somewhere. */
const MAX_READ = 10;

/**
 * Chooses. A capture of exactly that time is shown whatever it is. Else the nearest success or redirect is
 * preferred over nearer errors. A redirect to the same key (`http` to `https`, or to `www`) would lead back
 * to itself and is passed over, unless its bytes are asked for; so is what cannot be read, unless it is what was
 * asked for. `undefined` when there is none; where all that there is cannot be read, that is thrown.
 */
export async function chooseCapture(
  captures: Captures,
  wanted: Wanted,
  { load, isThere }: Reading,
): Promise<Chosen | undefined> {
  let left = MAX_READ;
  let problem: unknown;
  /** The capture that was asked for is what cannot be shown. */
  let isTold = false;
  /** A revisit that nobody has looked at: better than nothing. */
  let spare: Capture | undefined;
  for (const capture of inOrder(captures, wanted)) {
    const isHere = capture.time === wanted.time;
    if (isTold && !isHere) break;
    const mayLeadBack = capture.status === 0 || isRedirect(capture.status);
    const mustBeRead = mayLeadBack || isHere || capture.mime === REVISIT_MIME;
    if (!mustBeRead && isThere(capture.file)) return { capture, loaded: undefined };
    if (left === 0) {
      if (!mayLeadBack && isThere(capture.file)) spare ??= capture;
      continue;
    }
    left--;
    try {
      const loaded = await load(capture);
      if (wanted.modifier === 'id_' || !leadsBack(capture, loaded)) return { capture, loaded };
    } catch (thrown) {
      if (!isUnshowable(thrown)) throw thrown;
      problem ??= thrown;
      isTold ||= isHere && wanted.isExact;
    }
  }
  if (spare !== undefined) return { capture: spare, loaded: undefined };
  if (problem !== undefined) throw problem;
  return undefined;
}

function isUnshowable(thrown: unknown): boolean {
  if (!(thrown instanceof HttpProblem)) return false;
  return thrown.problem === 'not-found' || thrown.problem === 'archive-missing';
}

/** Where an archived redirect leads; `undefined` where the response is none, or leads nowhere. */
export function redirectOf(capture: Capture, { status, location }: Loaded): string | undefined {
  if (!isRedirect(status) || location === '') return undefined;
  const url = parseUrl(location, capture.url);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

function leadsBack(capture: Capture, loaded: Loaded): boolean {
  const target = redirectOf(capture, loaded);
  return target !== undefined && toSurt(target) === capture.surt;
}

function inOrder(captures: Captures, wanted: Wanted): Capture[] {
  const near: Capture[] = [];
  for (const capture of captures.closest(wanted.surt, wanted.time)) {
    near.push(capture);
    if (near.length === MAX_WEIGHED) break;
  }
  const isHere = ({ time }: Capture): boolean => time === wanted.time;
  const isGood = ({ status }: Capture): boolean =>
    status === 0 ||
    (status >= 200 && (status < 300 || (wanted.modifier !== 'im_' && status < 400)));
  const here = near.filter(isHere).sort((a, b) => rank(a, wanted) - rank(b, wanted));
  const others = near.filter((capture) => !isHere(capture));
  const good = others.filter(isGood);
  return [...here, ...good, ...others.filter((capture) => !isGood(capture))];
}

/** Of captures of one second: the very address first, then successes, revisits, redirects, errors. */
function rank({ url, status }: Capture, wanted: Wanted): number {
  const isSuccess = status >= 200 && status < 300;
  const kind = isSuccess ? 0 : status === 0 ? 1 : isRedirect(status) ? 2 : 3;
  return kind * 2 + (url === wanted.url ? 0 : 1);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}
