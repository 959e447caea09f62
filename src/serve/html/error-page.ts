// The page of a problem, for people.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerParts } from '../parts.ts';
import type { HttpProblem } from '../problems.ts';
import { html } from './escape.ts';
import { OTHER_WORDS } from './other-words.ts';
import { linkTo, renderFrame } from './page-frame.ts';
import { contextOf, sendPage } from './send-page.ts';

/** Answers with a page that tells what went wrong; the status is set already. */
export function sendErrorPage(
  parts: ServerParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  problem: HttpProblem,
): FastifyReply {
  const context = contextOf(request);
  const { t } = context;
  const title = problem.status === 404 ? t('missing') : t('problem');
  const { title: english, detail, instance } = problem.toDocument(request.id);
  // Details name parameters and addresses; they are written in English alone.
  const words = OTHER_WORDS[context.language];
  const about =
    words === undefined
      ? html`<p>${english} ${detail}</p>`
      : html`<p>${words.problems[problem.problem] ?? english}</p><p lang="en">${detail}</p>`;
  const main = html`<h1>${title}</h1>
${about}
<p>${t('requestId')}: <code>${instance}</code></p>
<p><a href="${linkTo(context, '/')}">${t('start')}</a></p>`;
  return sendPage(parts, reply, {
    language: context.language,
    title: `${title} - Pinakes`,
    body: renderFrame(context, main),
  });
}
