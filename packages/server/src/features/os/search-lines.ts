import { bodyLines } from './lines.ts';

/**
 * The lines of an `_msearch`, two for each search. The first of the two may be blank: the address says where to search then.
 * A blank one before all of them, and those behind the last, are none.
 */
export async function searchLines(pieces: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const lines = await Array.fromAsync(bodyLines(pieces));
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(lines[0] === '' ? 1 : 0, last + 1);
}
