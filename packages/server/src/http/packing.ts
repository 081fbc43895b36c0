import { promisify } from 'node:util';
import { constants, gzip, gzipSync } from 'node:zlib';
import type { onSendAsyncHookHandler } from 'fastify';

/** Shorter answers do not shrink enough to be worth the work, as in OpenSearch's HTTP. */
const LEAST_BYTES = 1024;

/** Up to here packing takes less than the way to another thread and back. */
const AT_ONCE_BYTES = 16 * 1024;

const LEVEL = { level: constants.Z_BEST_SPEED };

/** Tables for no more than that: to make and clear the usual ones takes longer than the packing itself. */
const SMALL = { ...LEVEL, windowBits: 14, memLevel: 7, chunkSize: 4096 };

const pack = promisify(gzip);

/** Whether a caller takes answers packed by gzip: named or `*`, and not with a weight of nothing. */
export function takesGzip(accepted: string | undefined): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((each) => each.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}

/** An answer packed, for who takes it so; null when it is better sent as it is. */
export async function packed(text: string | Buffer, accepted: string | undefined): Promise<Buffer | null> {
  if (text.length < LEAST_BYTES || !takesGzip(accepted)) return null;
  return text.length <= AT_ONCE_BYTES ? gzipSync(text, SMALL) : pack(text, LEVEL);
}

/** Packs the envelopes of a route for who takes them so; files and streams go as they are. */
export const packReply: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (typeof payload !== 'string') return payload;
  const varies = [reply.getHeader('vary'), 'accept-encoding'].flat().filter((each) => each !== undefined);
  reply.header('vary', varies.join(', '));
  const bytes = await packed(payload, request.headers['accept-encoding']);
  if (bytes === null) return payload;
  reply.header('content-encoding', 'gzip').header('content-length', bytes.length);
  return bytes;
};
