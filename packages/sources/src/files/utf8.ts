import type { Decoder } from '../csv/code-pages.ts';
import { decoderOf, detectEncoding } from '../csv/encoding.ts';
import { FileRefused } from '../refusal.ts';

/** @throws FileRefused for half a pair of surrogates, which no reader knows how to mend */
function decoded(decoder: Decoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch (cause) {
    throw new FileRefused('encoding', 'The file is damaged: its UTF-16 text cannot be read. Save it as UTF-8.', {
      cause,
    });
  }
}

/** The same text in UTF-8 without a byte order mark; the first chunk tells the encoding. @throws FileRefused for broken UTF-16 */
export async function* asUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: Decoder | null = null;
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
    yield decoder ? encoder.encode(decoded(decoder, rest)) : rest;
  }
}
