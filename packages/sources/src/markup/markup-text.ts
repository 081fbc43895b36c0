import { detectEncoding } from '../csv/encoding.ts';
import { labelOf } from '../csv/encoding-names.ts';
import { type ByteSource, bytesOf, HEAD_BYTES } from '../files/byte-source.ts';

const DECLARED = /(?:charset|encoding)\s*=\s*["']?\s*([\w-]+)/i;

/** What the page or the XML says its letters are, where its bytes show neither UTF-8 nor UTF-16. */
export function markupDecoder(head: Uint8Array): TextDecoder {
  const { encoding } = detectEncoding(head);
  if (encoding.startsWith('utf-')) return new TextDecoder(encoding);
  const declared = DECLARED.exec(new TextDecoder('windows-1252').decode(head))?.[1] ?? labelOf(encoding);
  try {
    return new TextDecoder(/^utf-?(8|16)/i.test(declared) ? 'windows-1252' : declared);
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/** The text of a page or of XML, piece by piece. */
export async function* markupText(source: ByteSource): AsyncGenerator<string> {
  const decoder = markupDecoder(await source.read(0, Math.min(HEAD_BYTES, source.size)));
  for await (const bytes of bytesOf(source)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
