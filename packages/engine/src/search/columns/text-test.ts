import { hashOfText, TEXT_END } from './hash.ts';

/** Whether the text that begins at `at` passes. */
export type TextTest = (bytes: Uint8Array, at: number) => boolean;

/** A text as tests read it. */
export function textBytes(text: string): Uint8Array {
  const length = Buffer.byteLength(text);
  const bytes = new Uint8Array(length + 1).fill(TEXT_END, length);
  Buffer.from(bytes.buffer).write(text);
  return bytes;
}

export type Operator = '=' | '<' | '<=' | '>' | '>=';

/** By comparing bytes, as DuckDB orders texts. */
export function comparedText(operator: Operator, limit: string): TextTest {
  const other = textBytes(limit);
  switch (operator) {
    case '=':
      return (bytes, at) => orderOfTexts(bytes, at, other) === 0;
    case '<':
      return (bytes, at) => orderOfTexts(bytes, at, other) < 0;
    case '<=':
      return (bytes, at) => orderOfTexts(bytes, at, other) <= 0;
    case '>':
      return (bytes, at) => orderOfTexts(bytes, at, other) > 0;
    case '>=':
      return (bytes, at) => orderOfTexts(bytes, at, other) >= 0;
  }
}

function orderOfTexts(bytes: Uint8Array, at: number, other: Uint8Array): number {
  for (let i = 0; ; i++) {
    const [a, b] = [bytes[at + i] ?? TEXT_END, other[i] ?? TEXT_END];
    if (a >= TEXT_END || b >= TEXT_END) return (a < TEXT_END ? 1 : 0) - (b < TEXT_END ? 1 : 0);
    if (a !== b) return a - b;
  }
}

/** One of some texts. */
export function textAmong(texts: readonly string[]): TextTest {
  const byHash = Map.groupBy(texts.map(textBytes), (bytes) => hashOfText(bytes, 0));
  return (bytes, at) => {
    const like = byHash.get(hashOfText(bytes, at));
    return like?.some((other) => orderOfTexts(bytes, at, other) === 0) === true;
  };
}

export function textBeginning(start: string): TextTest {
  const wanted = Buffer.from(start);
  return (bytes, at) => {
    for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
    return true;
  };
}

/** Any one character among the bytes of a pattern. */
const ONE = 0x100;

/** A pattern of SQL's LIKE with `\` before what stands for itself. */
export const likeText = (pattern: string): TextTest => fitting(piecesOf(pattern));

/** The longest run of bytes that every text a pattern of LIKE fits has in it. */
export function heldByLike(pattern: string): Uint8Array {
  const runs = piecesOf(pattern).flatMap((piece) => {
    const cuts = [-1, ...piece.flatMap((byte, at) => (byte === ONE ? at : [])), piece.length];
    return cuts.slice(1).map((end, i) => piece.slice((cuts[i] ?? 0) + 1, end));
  });
  return Uint8Array.from(runs.reduce((longest, run) => (run.length > longest.length ? run : longest), []));
}

function piecesOf(pattern: string): readonly (readonly number[])[] {
  const pieces: number[][] = [[]];
  const signs = pattern.match(/%|_|\\[\s\S]|[^%_\\]+/gu) ?? [];
  for (const sign of signs) {
    if (sign === '%') pieces.push([]);
    else pieces.at(-1)?.push(...(sign === '_' ? [ONE] : Buffer.from(sign.replace(/^\\/, ''))));
  }
  return pieces;
}

export const textEnding = (end: string): TextTest => fitting([[], [...Buffer.from(end)]]);
export const textContaining = (part: string): TextTest => fitting([[], [...Buffer.from(part)], []]);

/**
 * Whether the pieces follow each other with anything between them, the first at the start and the last at the end. Each is
 * looked for once, so the time is at most the length of the text times that of the pattern.
 */
function fitting(given: readonly (readonly number[])[]): TextTest {
  const [first = Int16Array.of(), ...others] = given.map((piece) => Int16Array.from(piece));
  const last = others.pop();
  return (bytes, start) => {
    let at = endOf(first, bytes, start);
    if (last === undefined) return at >= 0 && isEnd(bytes, at);
    for (let i = 0; i < others.length && at >= 0; i++) at = nextEnd(others[i] ?? first, bytes, at, false);
    return at >= 0 && (last.length === 0 || nextEnd(last, bytes, at, true) >= 0);
  };
}

const isEnd = (bytes: Uint8Array, at: number): boolean => (bytes[at] ?? TEXT_END) >= TEXT_END;

/** Where a piece ends that begins here; negative when it does not. */
function endOf(piece: Int16Array, bytes: Uint8Array, start: number): number {
  let at = start;
  for (let i = 0; i < piece.length; i++) {
    const byte = bytes[at] ?? TEXT_END;
    if (piece[i] !== byte && (piece[i] !== ONE || byte >= TEXT_END)) return -1;
    at += piece[i] === ONE ? charLength(byte) : 1;
  }
  return at;
}

/** Where a piece ends that begins here or later, as early as can be or at the end of the text; negative when there is none. */
function nextEnd(piece: Int16Array, bytes: Uint8Array, start: number, isLast: boolean): number {
  const [first = ONE] = piece;
  for (let from = start; ; ) {
    const byte = bytes[from] ?? TEXT_END;
    if (byte === first || first === ONE || piece.length === 0) {
      const end = endOf(piece, bytes, from);
      if (end >= 0 && (!isLast || isEnd(bytes, end))) return end;
    }
    if (byte >= TEXT_END) return -1;
    // a byte that begins a character is never one within another
    from += first === ONE ? charLength(byte) : 1;
  }
}

const charLength = (byte: number): number => (byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4);
