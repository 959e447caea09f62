// `/wayback/available`: the capture nearest to a time, as clients of the Wayback Machine ask for it.
import type { Captures } from '../../index/captures.ts';
import type { Capture } from '../../model/capture.ts';
import { toSurt } from '../../model/surt.ts';
import { badParameter } from '../problems.ts';
import type { LinkBase } from './memento.ts';
import { toMoment } from './moment.ts';
import { parseReplayPath, toReplayPath } from './replay-url.ts';

/** Captures that are looked at in search of a success. */
const MAX_WEIGHED = 300;
/** Later than all captures: the newest is wanted where no time is given. */
const LAST = '99991231235959';

/** The answer; `archived_snapshots` is empty where there is no capture. Names are those of the Internet Archive. */
export function answerAvailable(captures: Captures, address: string, base: LinkBase) {
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  const typed = query.get('url') ?? '';
  const asked = parseReplayPath(typed);
  if (typeof asked === 'string' || asked.kind !== 'gate') {
    throw badParameter('url', 'must be a web address');
  }
  const digits = query.get('timestamp') ?? '';
  const time = toMoment(digits === '' ? LAST : digits);
  if (!/^\d{0,14}$/.test(digits) || time === undefined) {
    throw badParameter('timestamp', 'must be 1 to 14 digits of a time');
  }
  let seen = 0;
  let found: Capture | undefined;
  for (const capture of captures.closest(toSurt(asked.url), time)) {
    if (capture.status === 0 || capture.status < 400) {
      found = capture;
      break;
    }
    if (++seen === MAX_WEIGHED) break;
  }
  const closest = found && {
    status: String(found.status || 200),
    available: true,
    url: base.origin + toReplayPath(base.basePath, found),
    timestamp: found.time,
  };
  return {
    url: typed,
    ...(digits !== '' && { timestamp: digits }),
    archived_snapshots: closest === undefined ? {} : { closest },
  };
}
