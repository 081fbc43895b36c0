import { HEAD_BYTES } from './byte-source.ts';

/** The first bytes of a stream, `wanted` at least where there are so many, and the stream as it was. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  wanted = HEAD_BYTES,
): Promise<{ readonly head: Uint8Array; readonly rest: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let size = 0;
  let done = false;
  while (size < wanted && !done) {
    const next = await iterator.next();
    if (next.done) done = true;
    else {
      parts.push(next.value);
      size += next.value.length;
    }
  }
  const head = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    head.set(part, at);
    at += part.length;
  }
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head;
      for (let next = done ? null : await iterator.next(); next && !next.done; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.(undefined);
    }
  }
  return { head, rest: rest() };
}
