import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from './errors.ts';
import { illegal } from './refusals.ts';

/** Whether a request is meant for the door. */
export const isAtDoor = ({ url }: FastifyRequest): boolean => /^\/os(?:[/?]|$)/.test(url);

/** Answers what is refused before there is a route in OpenSearch's form: an address that cannot be read. */
export function answerUnroutedAtDoor(error: FastifyError, reply: FastifyReply): void {
  const reason =
    error.code === 'FST_ERR_BAD_URL'
      ? 'The address holds a percent sign that stands for no letter: write % as %25'
      : error.message;
  const status = error.statusCode ?? 400;
  reply.code(status).send({ ...errorBody(illegal(reason)).body, status });
}
