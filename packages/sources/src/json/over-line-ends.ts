const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const LF = 0x0a;
/** What stands behind the end of a text: a comma, a colon or a closing bracket. */
const FOLLOWS: ReadonlySet<number | undefined> = new Set([0x2c, 0x3a, 0x5d, 0x7d]);
/** So far the end of a text is looked for. */
const LOOKED_AT = 64 * 1024;

/**
 * Whether a text goes on behind the line end at `at`, which no text of JSON holds: then a quote closes it that nothing but a comma, a
 * colon or a bracket follows. Else its own quote was forgotten, and the next one opens another text. null = it depends on what comes.
 */
export function goesOn(bytes: Uint8Array, at: number): boolean | null {
  const end = Math.min(bytes.length, at + LOOKED_AT);
  const unknown = end === bytes.length ? null : false;
  for (let i = at; i < end; i++) {
    const b = bytes[i];
    if (b === BACKSLASH) i++;
    else if (b === QUOTE) {
      const next = firstLetter(bytes, i + 1, end);
      return next === end ? unknown : FOLLOWS.has(bytes[next]);
    }
  }
  return unknown;
}

/** Whether an object begins on the line behind the line end at `at`, behind so many spaces; null = it depends on what comes. */
export function beginsObject(bytes: Uint8Array, at: number, indent: number): boolean | null {
  const end = Math.min(bytes.length, at + 2 + indent);
  const next = firstLetter(bytes, at + 1, end);
  if (next === end) return end === bytes.length && end < at + 2 + indent ? null : false;
  return next === at + 1 + indent && bytes[next] === OPEN_OBJECT;
}

/** How many spaces stand before the object that these bytes begin with, on its line; -1 where it has no line of its own. */
export function indentOf(bytes: Uint8Array): number {
  const first = firstLetter(bytes, 0, bytes.length);
  const lineEnd = bytes.subarray(0, first).lastIndexOf(LF);
  return lineEnd < 0 || bytes[first] !== OPEN_OBJECT ? -1 : first - lineEnd - 1;
}

function firstLetter(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] as number) <= 0x20) at++;
  return Math.min(at, end);
}
