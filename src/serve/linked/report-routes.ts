// The form by which readers ask for an image to be taken down, or tell what is wrong with it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Markup } from '../html/escape.ts';
import type { Language } from '../html/messages.ts';
import { contextOf } from '../html/send-page.ts';
import { appendLine } from '../operation/append-line.ts';
import { type App, baseOf, type ServerParts } from '../parts.ts';
import { badParameter, HttpProblem } from '../problems.ts';
import { PAGE_POLICY, toPage } from '../replay/page-look.ts';
import { REASONS, REPORT_WORDS } from './report-words.ts';

const ID = /^[0-9a-f]{64}(?:-[0-9a-f]{16})?$/;
const MAX_TEXT = 4000;
const MAX_CONTACT = 200;
/** A text of 4,000 letters, written as forms write them. */
const MAX_BODY = 60_000;

/** Registers the routes; there are none where the operator set no place for reports. */
export function registerReports(app: App, parts: ServerParts): void {
  const { reports } = parts.settings;
  if (reports === undefined) return;
  const hidden = { schema: { hide: true } };
  void app.register(async (scope: App) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY },
      (_, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.get('/report', hidden, (request, reply) => sendForm(parts, { request, reply }, reports));
    if (isAddress(reports)) return;
    scope.post('/report', { ...hidden, bodyLimit: MAX_BODY }, async (request, reply) => {
      checkOrigin(request);
      const report = readReport(request.body);
      // Nobody can report in the name of others, or fill the file with what is not there.
      if ((await parts.reader.findDigest(report.image)) === undefined) {
        throw new HttpProblem('not-found');
      }
      await appendLine(reports, { time: new Date().toISOString(), ...report });
      const words = REPORT_WORDS[contextOf(request).language];
      const page = html`<div class="state"><h1>${words.title}</h1><p role="status">${words.thanks}</p><p><a class="button" href="/image/${report.image}">${words.back}</a></p></div>`;
      return send(reply, contextOf(request).language, words.title, page);
    });
  });
}

/** Other web sites do not report in the name of their visitors. Programs do not tell where they come from. */
function checkOrigin({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return;
  throw new HttpProblem('bad-request', 'Reports come from the form of this server.');
}

/** Whether reports go to an address rather than into a file. */
export function isAddress(reports: string): boolean {
  return /^(?:mailto|https?):/i.test(reports);
}

function sendForm(
  parts: ServerParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  reports: string,
): FastifyReply {
  const { language, parameters } = contextOf(request);
  const id = readId(parameters.get('id'));
  const words = REPORT_WORDS[language];
  const address = `${baseOf(request, parts.settings)}/image/${id}`;
  const form = isAddress(reports)
    ? html`<p><a class="button" href="${reports}${reports.startsWith('mailto:') && html`?subject=${encodeURIComponent(address)}`}">${words.write}</a></p>`
    : html`<form method="post" action="/report">
<input type="hidden" name="image" value="${id}">
<fieldset><legend>${words.reason}</legend>${REASONS.map((reason) => html`<p><label><input type="radio" name="reason" value="${reason}" required> ${words.reasons[reason]}</label></p>`)}</fieldset>
<p><label for="text">${words.text}</label><br><textarea id="text" name="text" rows="6" cols="60" maxlength="${MAX_TEXT}" required></textarea></p>
<p><label for="contact">${words.contact}</label><br><input id="contact" name="contact" maxlength="${MAX_CONTACT}"></p>
<p><button class="button">${words.send}</button></p></form>`;
  const page = html`<h1>${words.title}</h1><p class="url"><a href="/image/${id}">${address}</a></p><p>${words.about}</p>${form}`;
  return send(reply, language, words.title, page);
}

function readReport(body: unknown) {
  if (!(body instanceof URLSearchParams)) throw new HttpProblem('bad-request');
  const reason = REASONS.find((each) => each === body.get('reason'));
  if (reason === undefined) throw badParameter('reason', `One of ${REASONS.join(', ')}.`);
  const text = (body.get('text') ?? '').trim();
  if (text === '' || text.length > MAX_TEXT) {
    throw badParameter('text', `A text of at most ${MAX_TEXT} characters.`);
  }
  const contact = (body.get('contact') ?? '').trim().slice(0, MAX_CONTACT);
  return { image: readId(body.get('image')), reason, text, ...(contact !== '' && { contact }) };
}

function readId(id: string | null): string {
  if (id === null || !ID.test(id)) throw new HttpProblem('not-found');
  return id;
}

function send(
  reply: FastifyReply,
  language: Language,
  title: string,
  content: Markup,
): FastifyReply {
  return reply
    .header('content-security-policy', PAGE_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(toPage({ basePath: '/web', language }, title, content));
}
