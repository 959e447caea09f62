// Rules that send the requests for some hosts to a given address, as `--resolve` takes them.
import { isIP } from 'node:net';
import { PinakesError } from '../../support/errors.ts';

/** Where the requests for some hosts go. */
export interface ResolveRule {
  /** A host name, or `*.` and the end of host names. */
  readonly pattern: string;
  readonly address: string;
  readonly port: number;
}

/**
 * Reads `PATTERN=ADDR:PORT`. Throws `USAGE` when it is none.
 *
 * @example parseResolveRule('*.box=127.0.0.1:8099')
 */
export function parseResolveRule(text: string): ResolveRule {
  const match = /^((?:\*\.)?[^*=\s]+|\*)=(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text);
  const address = match?.[2] ?? match?.[3] ?? '';
  const port = Number(match?.[4] ?? 0);
  if (match?.[1] === undefined || isIP(address) === 0 || port < 1 || port > 65_535) {
    const detail = `A rule for names is PATTERN=ADDR:PORT such as *.test=127.0.0.1:8099, not ${JSON.stringify(text)}.`;
    throw new PinakesError('USAGE', { command: 'crawl', detail });
  }
  return { pattern: match[1].toLowerCase(), address, port };
}

/** The first rule that is about a host. */
export function findRule(rules: readonly ResolveRule[], hostname: string): ResolveRule | undefined {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return rules.find(
    ({ pattern }) =>
      pattern === '*' ||
      pattern === host ||
      (pattern.startsWith('*.') && host.endsWith(pattern.slice(1))),
  );
}
