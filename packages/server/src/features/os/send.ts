import type { FastifyReply } from 'fastify';
import { packed } from '../../http/packing.ts';
import { OsAnswer, type Texts } from './call.ts';
import { printJson, shaped } from './print.ts';
import { printPieces } from './print-pieces.ts';
import { wantsYaml, yamlOf } from './yaml.ts';

const JSON_TYPE = 'application/json; charset=UTF-8';

/** Sends what a call came to: nothing, text, bytes of JSON, or an object in the language that is wanted. */
export async function send(reply: FastifyReply, result: unknown, query: Texts): Promise<FastifyReply> {
  const { body, status, headers } = result instanceof OsAnswer ? result : new OsAnswer(result);
  reply.code(status).headers(headers);
  const { 'x-opaque-id': called } = reply.request.headers;
  if (called !== undefined) reply.header('x-opaque-id', called);
  if (body === undefined) return reply.type(JSON_TYPE).send();
  if (typeof body === 'string') return sendText(reply.type('text/plain; charset=UTF-8'), body);
  if (wantsYaml(query, reply.request.headers)) {
    const json = Buffer.isBuffer(body) ? body.toString('utf8') : printJson(shaped(body, query.filter_path), false);
    return sendText(reply.type('application/yaml'), yamlOf(json));
  }
  reply.type(JSON_TYPE);
  if (Buffer.isBuffer(body)) return sendText(reply, body);
  // what was done is answered, whatever stands there
  const isPretty = query.pretty === '' || query.pretty === 'true';
  const shown = shaped(body, query.filter_path);
  return sendText(reply, isPretty ? `${printJson(shown, true)}\n` : await printPieces(shown));
}

async function sendText(reply: FastifyReply, text: string | Buffer): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const bytes = await packed(text, reply.request.headers['accept-encoding']);
  return bytes === null ? reply.send(text) : reply.header('content-encoding', 'gzip').send(bytes);
}
