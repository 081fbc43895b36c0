import { malformed } from '@datasarana/schema';
import { anyCharacter, literalClass, namedClass, shortClass } from './character-class.ts';
import type { JavaPattern, ParsedPattern } from './syntax.ts';

const MAX_LENGTH = 10_000;
/** All of them, and those within each other. */
const MAX_GROUPS = 100;
const MAX_REPEAT = 1000;

const CONTROL: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', a: '\u0007', e: '\u001b' };

const PLACES: Readonly<Record<string, string>> = {
  b: String.raw`\b`,
  B: String.raw`\B`,
  A: '(?<![^])',
  z: '(?![^])',
  Z: String.raw`(?=(?:\r\n|[\n\r\u{85}\u{2028}\u{2029}])?(?![^]))`,
};

/** Flags of Java's patterns, by the names settings give them and the letters patterns do. */
const FLAGS: Readonly<Record<string, string>> = {
  CASE_INSENSITIVE: 'i',
  MULTILINE: 'm',
  DOTALL: 's',
  UNICODE_CASE: 'u',
  UNIX_LINES: 'd',
  LITERAL: 'l',
  COMMENTS: 'x',
  CANON_EQ: 'c',
  UNICODE_CHAR_CLASS: 'U',
};

/**
 * Reads a pattern of Java's syntax. What cannot be found in time that grows with the text alone is refused: references to groups,
 * possessive and atomic groups, and looking around at stretches without bound.
 * @param flags names such as `CASE_INSENSITIVE|DOTALL`
 * @throws PlatformError saying where it cannot be read
 */
export function parseJavaPattern(text: string, flags = ''): ParsedPattern {
  const letters = flags.split('|').map((name) => {
    const letter = name === '' ? '' : FLAGS[name];
    if (letter === undefined)
      throw malformed(`Unknown regex flag [${name}]`, 'Use CASE_INSENSITIVE, MULTILINE, DOTALL or LITERAL.');
    return letter;
  });
  return new Reader(text, new Set(letters.join(''))).whole();
}

class Reader {
  readonly #text: readonly string[];
  readonly #pattern: string;
  readonly #flags: Set<string>;
  readonly #names = new Map<string, number>();
  #groups = 0;
  #at = 0;

  constructor(text: string, flags: ReadonlySet<string>) {
    this.#pattern = text;
    this.#text = [...text];
    this.#flags = new Set(flags);
  }

  whole(): ParsedPattern {
    if (this.#text.length > MAX_LENGTH) {
      throw malformed(`A pattern of ${this.#text.length} characters is too long`, `Use at most ${MAX_LENGTH}.`);
    }
    const tree = this.#flags.has('l') ? this.#literal() : this.#leading();
    for (const flag of ['x', 'c', 'U', 'd'])
      if (this.#flags.has(flag)) throw this.#refuse('none of the flags d, x, U and CANON_EQ');
    if (this.#at < this.#text.length) throw this.#refuse('the end of the pattern');
    return { tree, ignoresCase: this.#flags.has('i'), groups: this.#groups, names: this.#names };
  }

  #literal(): JavaPattern {
    this.#at = this.#text.length;
    return { kind: 'sequence', of: this.#text.map((each) => ({ kind: 'class', source: literalClass(each) })) };
  }

  /** Flags may stand at the beginning: `(?i)`. */
  #leading(): JavaPattern {
    const [, letters] = /^\(\?([a-zA-Z]+)\)/.exec(this.#pattern) ?? [];
    if (letters !== undefined) {
      for (const letter of letters) this.#flags.add(letter);
      this.#at = letters.length + 3;
    }
    return this.#choice(0);
  }

  #refuse(expected: string) {
    return malformed(
      `Cannot read the pattern [${this.#pattern}] at character ${this.#at + 1}: expected ${expected}`,
      'Patterns are those of Java, without references to groups, possessive quantifiers and looking around without bound.',
    );
  }

  #take(text: string): boolean {
    const found = [...text].every((each, i) => this.#text[this.#at + i] === each);
    if (found) this.#at += text.length;
    return found;
  }

  #next(expected: string): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw this.#refuse(expected);
    this.#at += 1;
    return character;
  }

  #until(end: string): string {
    let found = '';
    while (!this.#take(end)) found += this.#next(end);
    return found;
  }

  #choice(depth: number): JavaPattern {
    if (depth > MAX_GROUPS) throw this.#refuse(`at most ${MAX_GROUPS} groups within each other`);
    const of = [this.#sequence(depth)];
    while (this.#take('|')) of.push(this.#sequence(depth));
    return of.length === 1 && of[0] ? of[0] : { kind: 'choice', of };
  }

  #sequence(depth: number): JavaPattern {
    const of: JavaPattern[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at] ?? '')) of.push(this.#repeated(depth));
    return of.length === 1 && of[0] ? of[0] : { kind: 'sequence', of };
  }

  #repeated(depth: number): JavaPattern {
    let found = this.#atom(depth);
    for (let counts = this.#counts(); counts !== null; counts = this.#counts()) {
      const [least, most] = counts;
      if (this.#take('+')) throw this.#refuse('no possessive quantifier');
      found = { kind: 'repeat', of: found, least, most, isLazy: this.#take('?') };
    }
    return found;
  }

  #counts(): readonly [least: number, most: number | null] | null {
    if (this.#take('?')) return [0, 1];
    if (this.#take('*')) return [0, null];
    if (this.#take('+')) return [1, null];
    if (!this.#take('{')) return null;
    const [, least = '', comma, most] = /^(\d{1,9})(,?)(\d{0,9})$/.exec(this.#until('}')) ?? [];
    const counts = [Number(least), comma === '' ? Number(least) : most === '' ? null : Number(most)] as const;
    if (least === '' || Math.max(counts[0], counts[1] ?? 0) > MAX_REPEAT || (counts[1] ?? MAX_REPEAT) < counts[0])
      throw this.#refuse(`{least,most} up to ${MAX_REPEAT}`);
    return counts;
  }

  #atom(depth: number): JavaPattern {
    if (this.#take('(')) return this.#group(depth);
    if (this.#take('[')) return { kind: 'class', source: this.#class(0) };
    if (this.#take('.')) return { kind: 'class', source: anyCharacter(this.#flags.has('s')) };
    const lines = this.#flags.has('m');
    if (this.#take('^')) return place(lines ? String.raw`(?<![^\n\r\u{85}\u{2028}\u{2029}])` : PLACES.A);
    if (this.#take('$')) return place(lines ? String.raw`(?![^\n\r\u{85}\u{2028}\u{2029}])` : PLACES.Z);
    if (this.#take('\\')) return this.#escaped();
    if (this.#text[this.#at] === '*' || this.#text[this.#at] === '+' || this.#text[this.#at] === '?')
      throw this.#refuse('something to repeat');
    return { kind: 'class', source: literalClass(this.#next('a character')) };
  }

  #group(depth: number): JavaPattern {
    const look = (isBehind: boolean, isNegative: boolean): JavaPattern => {
      const of = this.#closed(depth);
      if (!isShort(of)) throw this.#refuse('characters without repetition to look at');
      return { kind: 'look', isBehind, isNegative, of };
    };
    if (!this.#take('?')) return this.#numbered(depth);
    if (this.#take(':')) return this.#closed(depth);
    if (this.#take('=')) return look(false, false);
    if (this.#take('!')) return look(false, true);
    if (this.#take('<=')) return look(true, false);
    if (this.#take('<!')) return look(true, true);
    if (!this.#take('<')) throw this.#refuse('a group, (?: … ) or looking around');
    this.#names.set(this.#until('>'), this.#groups + 1);
    return this.#numbered(depth);
  }

  #numbered(depth: number): JavaPattern {
    this.#groups += 1;
    if (this.#groups > MAX_GROUPS) throw this.#refuse(`at most ${MAX_GROUPS} groups`);
    return { kind: 'group', number: this.#groups, of: this.#closed(depth) };
  }

  #closed(depth: number): JavaPattern {
    const of = this.#choice(depth + 1);
    if (!this.#take(')')) throw this.#refuse('a closing )');
    return of;
  }

  #escaped(): JavaPattern {
    if (this.#take('Q')) {
      const rest = this.#text.slice(this.#at).join('');
      const length = [...(rest.split('\\E')[0] ?? '')].length;
      const of = this.#text.slice(this.#at, this.#at + length);
      this.#at = Math.min(this.#text.length, this.#at + length + 2);
      return { kind: 'sequence', of: of.map((each) => ({ kind: 'class', source: literalClass(each) })) };
    }
    const letter = this.#text[this.#at] ?? '';
    if (Object.hasOwn(PLACES, letter)) {
      this.#at += 1;
      return place(PLACES[letter]);
    }
    return { kind: 'class', source: this.#escapedClass() };
  }

  /** What stands behind a backslash, in a class and outside: one character or a class of them. */
  #escapedClass(): string {
    const letter = this.#next('a character');
    const short = shortClass(letter);
    if (short !== null) return short;
    if (letter === 'p' || letter === 'P') {
      const name = this.#take('{') ? this.#until('}') : this.#next('a name');
      const found = namedClass(name, letter === 'P');
      if (found === null) throw this.#refuse(`a known class of characters, not [${name}]`);
      return found;
    }
    if (letter === 'u' || letter === 'x') return literalClass(this.#byCode(letter));
    const control = Object.hasOwn(CONTROL, letter) ? CONTROL[letter] : undefined;
    if (control === undefined && /[a-zA-Z0-9]/.test(letter)) throw this.#refuse(`no escape [\\${letter}]`);
    return literalClass(control ?? letter);
  }

  #byCode(letter: string): string {
    const isBraced = letter === 'x' && this.#take('{');
    const digits = isBraced
      ? this.#until('}')
      : Array.from({ length: letter === 'u' ? 4 : 2 }, () => this.#next('a hexadecimal digit')).join('');
    const code = /^[\da-fA-F]{1,6}$/.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
    if (!(code <= 0x10ffff)) throw this.#refuse('hexadecimal digits');
    return String.fromCodePoint(code);
  }

  /** The inside of a class up to its end: a union, or several with && between them. */
  #class(depth: number): string {
    if (depth > MAX_GROUPS) throw this.#refuse(`at most ${MAX_GROUPS} classes within each other`);
    const isOutside = this.#take('^');
    const parts: string[] = [''];
    for (let isFirst = true; isFirst || !this.#take(']'); isFirst = false) {
      if (this.#take('&&')) parts.push('');
      else parts.push(`${parts.pop() ?? ''}${this.#member(depth)}`);
    }
    const inside = parts.length === 1 ? (parts[0] ?? '') : parts.map((each) => `[${each}]`).join('&&');
    return `[${isOutside ? '^' : ''}${inside}]`;
  }

  #member(depth: number): string {
    if (this.#take('[')) return this.#class(depth + 1);
    const first = this.#take('\\') ? this.#escapedClass() : literalClass(this.#next('a closing ]'));
    const isRange = this.#text[this.#at] === '-' && !['[', ']', undefined].includes(this.#text[this.#at + 1]);
    if (!isRange || !first.startsWith('\\u')) return first;
    this.#at += 1;
    const last = this.#take('\\') ? this.#escapedClass() : literalClass(this.#next('the end of a range'));
    if (!last.startsWith('\\u') || codeOf(last) < codeOf(first))
      throw this.#refuse('a range whose end is not before its beginning');
    return `${first}-${last}`;
  }
}

const place = (source = ''): JavaPattern => ({ kind: 'place', source });

const codeOf = (literal: string): number => Number.parseInt(literal.slice(3, -1), 16);

/** Whether to look at it takes a few steps only. */
function isShort(pattern: JavaPattern): boolean {
  switch (pattern.kind) {
    case 'class':
    case 'place':
      return true;
    case 'sequence':
      return pattern.of.length <= 20 && pattern.of.every(({ kind }) => kind === 'class' || kind === 'place');
    case 'choice':
      return pattern.of.length <= 50 && pattern.of.every((each) => each.kind !== 'choice' && isShort(each));
    default:
      return false;
  }
}
