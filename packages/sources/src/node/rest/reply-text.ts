import { decoderOf, detectEncoding } from '../../csv/encoding.ts';
import { type Encoding, encodingOfLabel } from '../../csv/encoding-names.ts';
import type { RestReply } from './rest-settings.ts';

/** Servers say these of texts in any encoding: they tell nothing that the bytes do not. */
const VAGUE: ReadonlySet<Encoding> = new Set(['utf-8', 'latin1']);

/** The text of an answer, in the encoding its mark, its content type or its bytes show. @throws TypeError for broken UTF-16 */
export function replyText({ headers, body }: Pick<RestReply, 'headers' | 'body'>): string {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const said = charset === undefined ? null : encodingOfLabel(charset);
  const seen = detectEncoding(body);
  const encoding = seen.bom > 0 || said === null || VAGUE.has(said) ? seen.encoding : said;
  return decoderOf(encoding).decode(body.subarray(seen.bom));
}
