import { decoderOf, detectEncoding } from '../csv/encoding.ts';

/** The same text in UTF-8 without a byte order mark; the first chunk tells the encoding. */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null = null;
  let known = false;
  const encoder = new TextEncoder();
  for await (const chunk of bytes) {
    let rest = chunk;
    if (!known) {
      known = true;
      const { encoding, bom } = detectEncoding(chunk);
      rest = chunk.subarray(bom);
      if (encoding.startsWith('utf-16')) decoder = decoderOf(encoding);
    }
    yield decoder ? encoder.encode(decoder.decode(rest, { stream: true })) : rest;
  }
}
