import { wrongShape } from '../reading/refusal.ts';
import { intervalOf } from './interval.ts';
import { ANY, type CharRange, classOf, outside, type Regexp, sequenceOf, unionOf } from './syntax.ts';

/** Parts of Lucene's syntax that can be switched off. */
export const REGEXP_FLAGS = ['INTERSECTION', 'COMPLEMENT', 'EMPTY', 'ANYSTRING', 'INTERVAL'] as const;
export type RegexpFlag = (typeof REGEXP_FLAGS)[number];

const MAX_GROUPS = 100;

/** Reads an expression of Lucene's syntax; it stands for whole texts. `path` is where it stood, for messages. */
export function parseRegexp(text: string, flags: readonly RegexpFlag[], path: string, caseInsensitive = false): Regexp {
  const reader = new Reader(text, new Set(flags), path, caseInsensitive);
  if (text === '') return { kind: 'empty' };
  const found = reader.union(0);
  if (reader.more()) throw reader.refuse('the end of the expression');
  return found;
}

const PREDEFINED: Readonly<Record<string, readonly CharRange[]>> = {
  d: [[48, 57]],
  s: [
    [9, 10],
    [13, 13],
    [32, 32],
  ],
  w: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
};

class Reader {
  readonly #text: readonly string[];
  readonly #flags: ReadonlySet<RegexpFlag>;
  readonly #path: string;
  readonly #fold: boolean;
  #at = 0;

  constructor(text: string, flags: ReadonlySet<RegexpFlag>, path: string, fold: boolean) {
    this.#text = [...text];
    this.#flags = flags;
    this.#path = path;
    this.#fold = fold;
  }

  more(): boolean {
    return this.#at < this.#text.length;
  }

  refuse(expected: string) {
    const rest = this.#text.slice(this.#at, this.#at + 20).join('');
    return wrongShape(`${this.#path}: character ${this.#at + 1}`, expected, rest === '' ? 'the end' : rest);
  }

  #peek(characters: string): boolean {
    const next = this.#text[this.#at];
    return next !== undefined && characters.includes(next);
  }

  #take(character: string): boolean {
    const found = this.#text[this.#at] === character;
    if (found) this.#at += 1;
    return found;
  }

  #next(expected: string): string {
    const character = this.#text[this.#at];
    if (character === undefined) throw this.refuse(expected);
    this.#at += 1;
    return character;
  }

  union(depth: number): Regexp {
    if (depth > MAX_GROUPS) throw this.refuse(`at most ${MAX_GROUPS} groups within each other`);
    const of = [this.#intersection(depth)];
    while (this.#take('|')) of.push(this.#intersection(depth));
    return unionOf(of);
  }

  #intersection(depth: number): Regexp {
    const of = [this.#sequence(depth)];
    while (this.#flags.has('INTERSECTION') && this.#take('&')) of.push(this.#sequence(depth));
    return of.length === 1 && of[0] ? of[0] : { kind: 'intersection', of };
  }

  #sequence(depth: number): Regexp {
    const of = [this.#repeat(depth)];
    while (this.more() && !this.#peek(this.#flags.has('INTERSECTION') ? ')|&' : ')|')) of.push(this.#repeat(depth));
    return sequenceOf(of);
  }

  #repeat(depth: number): Regexp {
    let found = this.#complement(depth);
    while (this.#peek('?*+{')) {
      if (this.#take('?')) found = { kind: 'repeat', of: found, least: 0, most: 1 };
      else if (this.#take('*')) found = { kind: 'repeat', of: found, least: 0, most: null };
      else if (this.#take('+')) found = { kind: 'repeat', of: found, least: 1, most: null };
      else found = this.#counted(found);
    }
    return found;
  }

  #counted(of: Regexp): Regexp {
    this.#take('{');
    const least = this.#number();
    let most: number | null = least;
    if (this.#take(',')) most = this.#peek('}') ? null : this.#number();
    if (!this.#take('}')) throw this.refuse('a closing }');
    if (most !== null && most < least) throw this.refuse('{least,most} with least not above most');
    return { kind: 'repeat', of, least, most };
  }

  #number(): number {
    let digits = '';
    while (this.#peek('0123456789')) digits += this.#next('a digit');
    if (digits === '' || digits.length > 6) throw this.refuse('a number of repetitions up to 999999');
    return Number(digits);
  }

  #complement(depth: number): Regexp {
    let odd = false;
    while (this.#flags.has('COMPLEMENT') && this.#take('~')) odd = !odd;
    const of = this.#characterClass(depth);
    return odd ? { kind: 'complement', of } : of;
  }

  #characterClass(depth: number): Regexp {
    if (!this.#take('[')) return this.#simple(depth);
    const negated = this.#take('^');
    const ranges = [...this.#range()];
    while (this.more() && !this.#peek(']')) ranges.push(...this.#range());
    if (!this.#take(']')) throw this.refuse('a closing ]');
    const found = classOf(ranges);
    return negated && found.kind === 'class' ? { kind: 'class', ranges: outside(found.ranges) } : found;
  }

  #range(): readonly CharRange[] {
    const predefined = this.#predefined();
    if (predefined !== null) return predefined;
    const first = this.#character();
    if (!this.#take('-')) return this.#folded(first);
    const last = this.#character();
    if (last < first) throw this.refuse('a range whose first character is not after its last');
    return [[first, last]];
  }

  #predefined(): readonly CharRange[] | null {
    const name = this.#text[this.#at] === '\\' ? this.#text[this.#at + 1] : undefined;
    const ranges = name === undefined ? undefined : PREDEFINED[name.toLowerCase()];
    if (name === undefined || ranges === undefined || !'dDsSwW'.includes(name)) return null;
    this.#at += 2;
    return name === name.toLowerCase() ? ranges : outside(ranges);
  }

  #simple(depth: number): Regexp {
    if (this.#take('.')) return ANY;
    if (this.#flags.has('EMPTY') && this.#take('#')) return { kind: 'nothing' };
    if (this.#flags.has('ANYSTRING') && this.#take('@')) return { kind: 'repeat', of: ANY, least: 0, most: null };
    if (this.#take('"')) return this.#quoted();
    if (this.#take('(')) return this.#group(depth);
    if (this.#flags.has('INTERVAL') && this.#take('<')) return this.#interval();
    const predefined = this.#predefined();
    return classOf(predefined ?? this.#folded(this.#character()));
  }

  #quoted(): Regexp {
    const of: Regexp[] = [];
    while (this.more() && !this.#peek('"')) {
      of.push(classOf(this.#folded(codePointOf(this.#next('a closing "')))));
    }
    if (!this.#take('"')) throw this.refuse('a closing "');
    return sequenceOf(of);
  }

  #group(depth: number): Regexp {
    if (this.#take(')')) return { kind: 'empty' };
    const found = this.union(depth + 1);
    if (!this.#take(')')) throw this.refuse('a closing )');
    return found;
  }

  #interval(): Regexp {
    let body = '';
    while (this.more() && !this.#peek('>')) body += this.#next('a closing >');
    const [, low, high] = /^(\d{1,10})-(\d{1,10})$/.exec(body) ?? [];
    if (!this.#take('>') || low === undefined || high === undefined) {
      throw this.refuse('an interval of numbers such as <1-100>');
    }
    return intervalOf(low, high);
  }

  #character(): number {
    this.#take('\\');
    return codePointOf(this.#next('a character'));
  }

  /** ASCII letters in both cases when case does not matter, as in Lucene. */
  #folded(code: number): readonly CharRange[] {
    const character = String.fromCodePoint(code);
    if (!this.#fold || !/^[a-z]$/i.test(character)) return [[code, code]];
    return [character.toLowerCase(), character.toUpperCase()].map((each) => [codePointOf(each), codePointOf(each)]);
  }
}

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0;
