/** Classes with a name, as the inside of a class in JavaScript's `v` mode; those of Java are of ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: String.raw`\u{0}-\u{7F}`,
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: String.raw`\u{21}-\u{2F}\u{3A}-\u{40}\u{5B}-\u{60}\u{7B}-\u{7E}`,
  Graph: String.raw`\u{21}-\u{7E}`,
  Print: String.raw`\u{20}-\u{7E}`,
  Blank: String.raw`\u{20}\t`,
  Cntrl: String.raw`\u{0}-\u{1F}\u{7F}`,
  XDigit: '0-9a-fA-F',
  Space: String.raw`\u{20}\t\n\v\f\r`,
};

/** Classes of one letter behind a backslash; the capital letter is what is outside. */
const SHORT: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'a-zA-Z0-9_',
  s: String.raw`\u{20}\t\n\v\f\r`,
  h: String.raw`\u{20}\t\u{A0}\u{1680}\u{180E}\u{2000}-\u{200A}\u{202F}\u{205F}\u{3000}`,
  v: String.raw`\n\v\f\r\u{85}\u{2028}\u{2029}`,
};

/** Every character but line ends, or really every one. */
export const anyCharacter = (withLineEnds: boolean): string =>
  withLineEnds ? String.raw`[\u{0}-\u{10FFFF}]` : String.raw`[^\n\r\u{85}\u{2028}\u{2029}]`;

export const literalClass = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** The class of `\d`, `\W` …; null when the letter means none. */
export function shortClass(letter: string): string | null {
  const inside = Object.hasOwn(SHORT, letter.toLowerCase()) ? SHORT[letter.toLowerCase()] : undefined;
  if (inside === undefined) return null;
  return letter === letter.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
}

/** The class of `\p{name}` (`\P` is what is outside); null when there is none of that name. */
export function namedClass(name: string, isOutside: boolean): string | null {
  const inside = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (inside !== undefined) return `[${isOutside ? '^' : ''}${inside}]`;
  const plain = name.replace(/^Is/, '');
  const value = plain.replace(/^(?:general_category|gc|script|sc)=/i, '');
  for (const property of [plain, `gc=${value}`, `sc=${value}`]) {
    const source = `\\${isOutside ? 'P' : 'p'}{${property}}`;
    if (isClass(source)) return source;
  }
  return null;
}

function isClass(source: string): boolean {
  try {
    return new RegExp(source, 'v').source !== '';
  } catch {
    return false;
  }
}
