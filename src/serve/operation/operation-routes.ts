// Routes for operators, search engines and browsers: health, metrics, robots.txt, OpenSearch.

import { messageOf } from '../../support/errors.ts';
import { isLocal } from '../access/proxies.ts';
import { escapeHtml } from '../html/escape.ts';
import { type App, baseOf, isFromOperator, type ServerParts } from '../parts.ts';
import { HttpProblem } from '../problems.ts';
import type { LibrarySummary } from '../query/answer-numbers.ts';
import { askFor } from '../send-answer.ts';

/** A health check that waits longer than this is not healthy. */
const HEALTH_TIMEOUT_MS = 3000;
const NO_STORE = 'no-store';
const OWN = 'private, no-cache';
const FOR_ALL = 'public, max-age=86400';

/** Search engines never list archived pages; answers for programs are none of their business. */
const ROBOTS_LISTED = `User-agent: *
Disallow: /web/
Disallow: /api/
Disallow: /cdx
Disallow: /imagesearch
`;
const ROBOTS_UNLISTED = 'User-agent: *\nDisallow: /\n';

/** Registers the routes. They are exempt from limits and not part of the document. */
export function registerOperationRoutes(app: App, parts: ServerParts): void {
  const options = { schema: { hide: true } };
  app.get('/health/live', options, (_, reply) =>
    reply.header('cache-control', NO_STORE).send({ status: 'ok' }),
  );
  app.get('/health/ready', options, async (_, reply) => {
    const { isReady, checks } = await check(parts);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', NO_STORE)
      .send({ status: isReady ? 'ok' : 'unavailable', checks });
  });
  app.get('/robots.txt', options, (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', parts.settings.publicUrl === undefined ? OWN : FOR_ALL)
      .send(
        parts.settings.isListed
          ? `${ROBOTS_LISTED}Sitemap: ${baseOf(request, parts.settings)}/sitemap.xml\n`
          : ROBOTS_UNLISTED,
      ),
  );
  app.get('/metrics', options, async (request, reply) => {
    // They tell strangers how the machine is doing: for monitors on it, or with the operator token.
    if (!isLocal(request) && !isFromOperator(request, parts)) throw new HttpProblem('unauthorized');
    // Numbers of a library that does not answer stay as they were last seen.
    await askFor<LibrarySummary>(parts, { kind: 'summary' }, { timeoutMs: HEALTH_TIMEOUT_MS }).then(
      parts.metrics.library,
      () => {},
    );
    const loads = { queries: parts.queries.load, background: parts.background.load };
    return reply
      .header('cache-control', NO_STORE)
      .type(parts.metrics.contentType)
      .send(await parts.metrics.print(loads));
  });
  app.get('/opensearch.xml', { schema: { hide: true } }, (request, reply) =>
    reply
      .type('application/opensearchdescription+xml; charset=utf-8')
      // Made of what a client says of itself unless the address is set: then nobody else may get it.
      .header('cache-control', parts.settings.publicUrl === undefined ? OWN : FOR_ALL)
      .send(toOpenSearch(baseOf(request, parts.settings))),
  );
}

interface Check {
  readonly name: string;
  readonly status: 'ok' | 'failed' | 'degraded';
  readonly detail?: string;
}

/** Ready: the library answers. Missing archives are told, but searching goes on without them. */
async function check(parts: ServerParts): Promise<{ isReady: boolean; checks: Check[] }> {
  try {
    const summary = await askFor<LibrarySummary>(
      parts,
      { kind: 'summary' },
      { timeoutMs: HEALTH_TIMEOUT_MS },
    );
    const { missingFiles, documents } = summary;
    const archives: Check =
      missingFiles === 0
        ? { name: 'archives', status: 'ok' }
        : { name: 'archives', status: 'degraded', detail: `${missingFiles} cannot be read` };
    const library: Check = { name: 'library', status: 'ok', detail: `${documents} images` };
    return { isReady: true, checks: [library, archives] };
  } catch (thrown) {
    const checks: Check[] = [{ name: 'library', status: 'failed', detail: messageOf(thrown) }];
    return { isReady: false, checks };
  }
}

/** OpenSearch 1.1, draft 6. The short name has at most 16 characters. */
function toOpenSearch(base: string): string {
  const at = escapeHtml(base);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Pinakes</ShortName>
  <Description>Images of a web archive</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${at}/?q={searchTerms}"/>
  <Url type="application/json" template="${at}/api/v1/images?q={searchTerms}"/>
  <Url type="application/x-suggestions+json" rel="suggestions" template="${at}/api/v1/suggest?q={searchTerms}&amp;format=opensearch"/>
</OpenSearchDescription>
`;
}
