import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

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
export const drained = (stream: Readable): Promise<boolean> =>
  Promise.race([readAway(stream), setTimeout(DRAIN_MS, false, { ref: false })]);

/** Reads on behind a refusal, so that the connection does not go down and take the answer with it. */
export async function answered<T>(
  { reply }: { readonly reply: FastifyReply },
  stream: Readable,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    if (!stream.readableEnded && !(await drained(stream))) reply.header('connection', 'close');
  }
}
