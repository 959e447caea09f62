// What the routes are made with.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { SchemaTypes } from './api/schema-parts.ts';
import type { CrawlReader } from './crawls/crawl-reader.ts';
import type { PageTemplate } from './html/template.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { LiveSearches } from './live/live-searches.ts';
import type { Metrics } from './operation/metrics.ts';
import { isOperator } from './operation/operator-token.ts';
import type { MainReader } from './query/main-reader.ts';
import type { QueryPool } from './query/query-pool.ts';
import type { Settings } from './settings.ts';
import type { TileSource } from './tiles/tile-source.ts';

/** A Fastify instance that infers types from schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

/** The resources behind the routes. */
export interface ServerParts {
  readonly settings: Settings;
  /** Answers what people wait for. */
  readonly queries: QueryPool;
  /** Answers what may take long: bytes, statistics, exports. */
  readonly background: QueryPool;
  /** Reads in this thread what is a single look at a table; a page of results asks for fifty thumbnails. */
  readonly reader: Omit<MainReader, 'close'>;
  /** Statistics, counted once for each state of the library. */
  readonly kept: KeptAnswers;
  readonly metrics: Metrics;
  /** What the library knows of its crawls. */
  readonly crawls: CrawlReader;
  /** The frame of pages. */
  readonly template: PageTemplate;
  readonly version: string;
  /** Searches of the live web, where the operator lets users have them. */
  readonly live?: LiveSearches;
  /** Background of the map, where the operator chose one. */
  readonly tiles?: TileSource;
  /** Who sends it is an operator; without one nobody is. */
  readonly operatorToken?: string;
}

/** Whether a request comes from an operator, who may see more. */
export function isFromOperator(
  { headers }: FastifyRequest,
  { operatorToken }: Pick<ServerParts, 'operatorToken'>,
): boolean {
  return operatorToken !== undefined && isOperator(headers, operatorToken);
}

/** The address by which a client reaches this server, without a slash at its end: all links that leave it begin so. */
export function baseOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
): string {
  if (publicUrl !== undefined) return publicUrl;
  // Whatever a client writes there comes back in links, so only what can be a host is taken.
  const isHost = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i.test(request.host);
  const name = host.includes(':') ? `[${host}]` : host;
  return `${request.protocol === 'https' ? 'https' : 'http'}://${isHost ? request.host : `${name}:${port}`}`;
}
