const LOWER = 1;
const UPPER = 2;
const DIGIT = 4;
const DELIMITER = 8;
export const ALPHA = LOWER | UPPER;

/** Where words are cut into parts. */
export interface PartOptions {
  readonly splitOnCaseChange: boolean;
  readonly splitOnNumerics: boolean;
  /** `'s` at the end of a part is left out. */
  readonly stemPossessive: boolean;
}

/** A part of a word: letters or digits. */
export interface WordPart {
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
  readonly isNumber: boolean;
}

function kindOf(character = ''): number {
  if (/[\ud800-\udfff]/.test(character)) return ALPHA | DIGIT;
  if (/[\p{Ll}\u00aa\u00ba]/u.test(character)) return LOWER;
  if (/\p{Lu}/u.test(character)) return UPPER;
  if (/[\p{L}\p{M}]/u.test(character)) return ALPHA;
  const isDigit = character > '\u00ff' ? /\p{N}/u.test(character) : /[0-9]/.test(character);
  return isDigit ? DIGIT : DELIMITER;
}

function isBreak(before: number, kind: number, { splitOnCaseChange, splitOnNumerics }: PartOptions): boolean {
  if ((kind & before) !== 0) return false;
  const isAlpha = (each: number) => (each & ALPHA) !== 0;
  if (!splitOnCaseChange && isAlpha(before) && isAlpha(kind)) return false;
  if ((before & UPPER) !== 0 && isAlpha(kind)) return false;
  const isMixed = (a: number, b: number) => isAlpha(a) && (b & DIGIT) !== 0;
  return splitOnNumerics || !(isMixed(before, kind) || isMixed(kind, before));
}

/** The parts of a word, in order. */
export function partsOf(word: string, options: PartOptions): readonly WordPart[] {
  const kinds = Array.from({ length: word.length }, (_, i) => kindOf(word[i]));
  const isPossessive = (at: number): boolean =>
    options.stemPossessive &&
    /^'[sS]$/.test(word.slice(at, at + 2)) &&
    ((kinds[at - 1] ?? 0) & ALPHA) !== 0 &&
    (kinds[at + 2] ?? DELIMITER) === DELIMITER;
  const parts: WordPart[] = [];
  for (let at = 0; at < word.length; ) {
    const kind = kinds[at] ?? DELIMITER;
    if (kind === DELIMITER) {
      at += 1;
      continue;
    }
    let end = at + 1;
    for (let before = kind; end < word.length && !isBreak(before, kinds[end] ?? 0, options); end++)
      before = kinds[end] ?? 0;
    parts.push({ start: at, end, isWord: (kind & ALPHA) !== 0, isNumber: (kind & DIGIT) !== 0 });
    at = isPossessive(end) ? end + 2 : end;
  }
  return parts;
}
