// Providers as users name them: `searxng=https://search.example.org/search`.

import { PinakesError } from '../../support/errors.ts';
import { parseUrl } from '../../support/parse-url.ts';
import { createCdx, createList, createMediaWiki } from './other-providers.ts';
import type { Provider } from './provider.ts';
import { createBing, createBrave, createSearxng } from './web-engines.ts';

/** Kinds of providers; those with a key read it from the environment. */
export const PROVIDER_KINDS = ['searxng', 'brave', 'bing', 'mediawiki', 'cdx', 'list'] as const;

type Kind = (typeof PROVIDER_KINDS)[number];

/** Where the key of a kind of provider is looked for: never on the command line, where others could see it. */
export function keyVariable(kind: 'brave' | 'bing'): string {
  return `PINAKES_${kind.toUpperCase()}_KEY`;
}

/** A provider and the address it is asked at. */
export interface ChosenProvider {
  readonly provider: Provider;
  readonly address: string;
}

/**
 * Reads `KIND=URL`. Throws `USAGE` for what is none, and for a provider whose key is missing.
 *
 * @example chooseProvider('searxng=https://search.example.org/search', process.env)
 */
export function chooseProvider(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): ChosenProvider {
  const at = text.indexOf('=');
  const kind = PROVIDER_KINDS.find((one) => one === text.slice(0, Math.max(0, at)).toLowerCase());
  const address = text.slice(at + 1).trim();
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined;
  if (kind === undefined || url === undefined) {
    throw usage(
      `--discover takes KIND=URL, where KIND is ${PROVIDER_KINDS.join(', ')}, not ${JSON.stringify(text)}.`,
    );
  }
  return { provider: create(kind, url.href, environment), address: url.href };
}

function create(
  kind: Kind,
  address: string,
  environment: Readonly<Record<string, string | undefined>>,
): Provider {
  const name = `${kind} ${new URL(address).host}`;
  if (kind === 'searxng') return createSearxng(name, address);
  if (kind === 'mediawiki') return createMediaWiki(name, address);
  if (kind === 'cdx') return createCdx(name, address);
  if (kind === 'list') return createList(name, address);
  const key = environment[keyVariable(kind)];
  if (key === undefined || key === '') {
    throw usage(`${kind} needs a key: set the environment variable ${keyVariable(kind)}.`);
  }
  return kind === 'brave' ? createBrave(name, address, key) : createBing(name, address, key);
}

function usage(detail: string): PinakesError {
  return new PinakesError('USAGE', { command: 'find', detail });
}
