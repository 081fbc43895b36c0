/** Letters that windows-1252 has from 0x80 to 0x9f, a point where it has none. */
const UPPER = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';
const BYTES: ReadonlyMap<string, number> = new Map(
  [...UPPER].flatMap((letter, i) => (letter === '.' ? [] : [[letter, 0x80 + i] as const])),
);
/** What letters and signs of Western texts begin with in UTF-8, read as windows-1252, and what may follow. No word holds such pairs. */
const PAIR = new RegExp(`[ÂÃâ][\\u0080-\\u00bf${UPPER.replaceAll('.', '')}]`);

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Whether a text that was read as windows-1252 may hold letters that are UTF-8. */
export const mayBeMisread = (text: string): boolean => PAIR.test(text);

/** A text that was read as windows-1252 as it is in UTF-8; null where not all of its bytes are, or none of its letters. */
export function asUtf8Text(text: string): string | null {
  if (!mayBeMisread(text)) return null;
  const bytes = Uint8Array.from(text, (letter) => BYTES.get(letter) ?? letter.charCodeAt(0));
  // a letter beyond windows-1252 would lose its upper byte
  if ([...text].some((letter) => letter > '\u00ff' && !BYTES.has(letter))) return null;
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** The text with those of its letters as they are that are UTF-8. */
export const withUtf8 = (text: string): string =>
  text.replace(/[^\0-\x7f]+/g, (letters) => asUtf8Text(letters) ?? letters);
