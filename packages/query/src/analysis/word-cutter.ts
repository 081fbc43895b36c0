import type { CustomAnalyser, FilterStep } from './chain.ts';
import { JAVA_SPACE } from './java-characters.ts';
import { hasLongRun, LONGEST_WORD } from './long-words.ts';
import { LETTER_CLASS, MIDDLES, SPECIAL_CLASS } from './standard.ts';

/*
 * What a character is to the words around it. Those between letters or digits that join them are below what words are made of, a bit
 * for each of the two.
 */
const OTHER = 0;
const JOINS_LETTERS = 1;
const JOINS_DIGITS = 2;
const LETTER = 4;
const DIGIT = 5;
/** Stands in words, and is none alone. */
const JOINER = 6;
/** What the expressions of a tokenizer know more of: marks, ideographs, signs of two characters. */
const SPECIAL = 7;
const UNKNOWN = 8;

type KindOf = (character: string) => number;

const DIGITS = /^\p{Nd}$/u;
const JOINERS = /^\p{Pc}$/u;
const SURROGATE = /^\p{Cs}$/u;
const LETTERS = /^\p{L}$/u;
const SPACE = new RegExp(`^${JAVA_SPACE}$`, 'v');
const STANDARD_SPECIAL = new RegExp(`^${SPECIAL_CLASS}$`, 'v');
const STANDARD_LETTER = new RegExp(`^${LETTER_CLASS}$`, 'v');

function standardKind(character: string): number {
  if (SURROGATE.test(character) || STANDARD_SPECIAL.test(character)) return SPECIAL;
  if (STANDARD_LETTER.test(character)) return LETTER;
  if (DIGITS.test(character)) return DIGIT;
  if (JOINERS.test(character)) return JOINER;
  const joins = (all: string, kind: number): number => (all.includes(character) ? kind : OTHER);
  return joins(MIDDLES.letters, JOINS_LETTERS) | joins(MIDDLES.digits, JOINS_DIGITS);
}

const letterKind: KindOf = (character) =>
  SURROGATE.test(character) ? SPECIAL : LETTERS.test(character) ? LETTER : OTHER;

const noSpaceKind: KindOf = (character) => (SPACE.test(character) ? OTHER : LETTER);

/** By the tokenizers whose words are found character by character. */
const KINDS: ReadonlyMap<unknown, KindOf> = new Map([
  ['standard', standardKind],
  ['letter', letterKind],
  ['lowercase', letterKind],
  ['whitespace', noSpaceKind],
]);

/** Filters that make of a word one or none, whatever stands around it. */
const WORD_BY_WORD: ReadonlySet<FilterStep['kind']> = new Set([
  'lowercase',
  'uppercase',
  'stop',
  'stemmer',
  'stemmer_override',
  'keyword_marker',
  'elision',
  'length',
  'truncate',
  'german_normalization',
]);

/** Characters of a text that are cut at once: some milliseconds, whatever is done with their words. */
const PIECE = 8192;

/** Finds the words of texts where that takes no more than a look at each character, many times as fast as an expression does. */
export class WordCutter {
  /** What the analyser makes of a word as it stands in a text; undefined where it leaves it out. */
  readonly made: (word: string) => string | undefined;
  readonly #kindOf: KindOf;
  readonly #kinds: Uint8Array;
  /** Where each word of the text that was cut last begins and ends, one behind the other. */
  places = new Int32Array(512);
  /** Behind what was cut last. */
  #next = 0;

  private constructor(kindOf: KindOf, made: WordCutter['made']) {
    this.made = made;
    this.#kindOf = kindOf;
    this.#kinds = kindsOf(kindOf);
  }

  /** Null for an analyser that does not take each word of a text by itself. */
  static of({ charFilters = [], tokenizer, filters }: CustomAnalyser, made: WordCutter['made']): WordCutter | null {
    const kindOf = KINDS.get(tokenizer);
    const isWordByWord = charFilters.length === 0 && filters.every(({ kind }) => WORD_BY_WORD.has(kind));
    return kindOf !== undefined && isWordByWord ? new WordCutter(kindOf, made) : null;
  }

  /** @returns how many words a text has before the filters of its analyser; -1 when its tokenizer has to be asked */
  cut(text: string): number {
    return hasLongRun(text, LONGEST_WORD) ? -1 : this.#cutFrom(text, 0, text.length);
  }

  /** The same of a long text, piece by piece: others may have their turn between two of them. -1 is the last that is told. */
  *pieces(text: string): Iterable<number> {
    if (hasLongRun(text, LONGEST_WORD)) {
      yield -1;
      return;
    }
    for (let at = 0; at < text.length; at = this.#next) {
      const count = this.#cutFrom(text, at, Math.min(at + PIECE, text.length));
      yield count;
      if (count < 0) return;
    }
  }

  /** Cuts out the words that begin from `from`, where one may begin, and before `to`. */
  #cutFrom(text: string, from: number, to: number): number {
    let used = 0;
    let at = from;
    while (at < to) {
      if (this.#kindAt(text, at) < LETTER) {
        at++;
        continue;
      }
      const end = this.#endOf(text, at);
      if (end === 0) return -1;
      if (end > 0) {
        if (used === this.places.length) this.#grow();
        this.places[used++] = at;
        this.places[used++] = end;
      }
      at = Math.abs(end);
    }
    this.#next = at;
    return used / 2;
  }

  /** Where what begins at `start` ends, less than 0 when it is joiners alone; 0 when more is to be known of its characters. */
  #endOf(text: string, start: number): number {
    let at = start;
    let isWord = false;
    let kind = this.#kindAt(text, at);
    while (kind >= LETTER && kind < SPECIAL) {
      isWord ||= kind !== JOINER;
      const before = kind;
      kind = this.#kindAt(text, ++at);
      if (kind === OTHER || kind >= LETTER) continue;
      const joining = before === LETTER ? JOINS_LETTERS : before === DIGIT ? JOINS_DIGITS : OTHER;
      if ((kind & joining) === 0 || this.#kindAt(text, at + 1) !== before) continue;
      kind = before;
      at++;
    }
    return kind === SPECIAL ? 0 : isWord ? at : -at;
  }

  #kindAt(text: string, at: number): number {
    if (at >= text.length) return OTHER;
    const code = text.charCodeAt(at);
    const kind = this.#kinds[code] ?? OTHER;
    return kind === UNKNOWN ? this.#learn(code) : kind;
  }

  #learn(code: number): number {
    const kind = this.#kindOf(String.fromCharCode(code));
    this.#kinds[code] = kind;
    return kind;
  }

  #grow(): void {
    const larger = new Int32Array(this.places.length * 2);
    larger.set(this.places);
    this.places = larger;
  }
}

const known = new Map<KindOf, Uint8Array>();

/** What is known of the characters so far: an expression is asked about each once. */
function kindsOf(kindOf: KindOf): Uint8Array {
  const kinds = known.get(kindOf) ?? new Uint8Array(0x1_0000).fill(UNKNOWN);
  known.set(kindOf, kinds);
  return kinds;
}
