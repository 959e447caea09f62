// Answers where something is larger than this server deals with.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem, PROBLEM_TYPE } from '../problems.ts';

/** Sends the problem `too-large` with a status that says what was too large: the address or what is archived. */
export function sendTooLarge(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, detail }: { readonly status: 414 | 501; readonly detail: string },
): FastifyReply {
  const title = status === 414 ? 'The address is too long.' : 'What was archived is too large.';
  const document = {
    ...new HttpProblem('too-large', detail).toDocument(request.id),
    title,
    status,
  };
  return reply.code(status).header('content-type', PROBLEM_TYPE).send(JSON.stringify(document));
}
