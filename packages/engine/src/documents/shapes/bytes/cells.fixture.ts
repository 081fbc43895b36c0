import type { TextCells } from './repeated-texts.ts';

/** Texts one behind the other, and where each of them stands; those that are null stand nowhere. */
export function cellsOf(texts: readonly (string | null)[]): { readonly bytes: Buffer; readonly cells: TextCells } {
  const lengths = Int32Array.from(texts, (text) => (text === null ? -1 : Buffer.byteLength(text)));
  const starts = new Int32Array(texts.length);
  for (let i = 1; i < texts.length; i++) starts[i] = (starts[i - 1] ?? 0) + Math.max(0, lengths[i - 1] ?? 0);
  return { bytes: Buffer.from(texts.join('')), cells: { starts, lengths } };
}
