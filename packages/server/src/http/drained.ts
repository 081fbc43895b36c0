import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How much of a refused body is read and thrown away, and for how long: many clients listen only when they are done. */
const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 3000;

async function readAway(stream: Readable): Promise<boolean> {
  let left = DRAIN_BYTES;
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      left -= Buffer.byteLength(chunk);
      if (left < 0) return false;
    }
  } catch {
    return false;
  }
  return true;
}

/** Whether the rest of a body was read, so that the connection can serve another request. */
const drained = (stream: Readable): Promise<boolean> =>
  Promise.race([readAway(stream), setTimeout(DRAIN_MS, false, { ref: false })]);

/**
 * What nobody has begun to read Node reads away by itself, and what flows goes on; what somebody left in the middle does neither, also when
 * all of it is here: its connection waits for room.
 */
const isLeft = ({ readableDidRead, readableEnded, readableFlowing }: IncomingMessage): boolean =>
  readableDidRead && !readableEnded && readableFlowing !== true;

/**
 * Reads on behind an answer that is given before the whole body is here, as refusals are: the connection neither goes down and takes
 * the answer with it, nor is kept with the rest of a body in the way of the next request.
 */
export function readOnBehindAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLeft(request.raw)) return done(null, payload);
    void drained(request.raw).then((isEnded) => {
      if (!isEnded) reply.header('connection', 'close');
      done(null, payload);
    });
  });
}
