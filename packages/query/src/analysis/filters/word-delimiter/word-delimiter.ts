import type { Token, TokenFilter } from '../../token.ts';
import { type PartOptions, partsOf, type WordPart } from './parts.ts';

export interface WordDelimiterOptions extends PartOptions {
  readonly wordParts: boolean;
  readonly numberParts: boolean;
  readonly catenateWords: boolean;
  readonly catenateNumbers: boolean;
  readonly catenateAll: boolean;
  readonly preserveOriginal: boolean;
  readonly adjustOffsets: boolean;
  readonly ignoreKeywords: boolean;
  readonly protectedWords: readonly string[];
  /** Whether words say how many positions they stand for. */
  readonly isGraph: boolean;
}

/** What comes of a word; places are counted from where it stands. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The word has no other part. */
  readonly isOnly?: boolean;
  /** Places from the piece before, of the older filter. */
  readonly step: number;
}

/** Cuts words at delimiters, where letters meet digits and small letters capitals, and joins what was asked for. */
export function wordDelimiter(options: WordDelimiterOptions): TokenFilter {
  const whole = new Set(options.protectedWords);
  return (tokens) => {
    const made: Token[] = [];
    let before = -1;
    let place = -1;
    let step = 0;
    let lastStart = 0;
    for (const token of tokens) {
      step += token.position - before;
      before = token.position;
      const isWhole = whole.has(token.word) || (options.ignoreKeywords && token.keyword === true);
      const pieces = isWhole ? [wholeOf(token.word, 0)] : piecesOf(token, options);
      if (pieces.length === 0) {
        // the older filter leaves no gap for a word of delimiters alone
        if (!options.isGraph && step === 1 && made.length > 0 && partsOf(token.word, options).length === 0) step = 0;
        continue;
      }
      const { parts, first } = partsAt(token, pieces, { place, step, lastStart }, options);
      if (isCut(token, pieces)) lastStart = parts.at(-1)?.start ?? lastStart;
      made.push(...parts);
      place = first + (pieces.at(-1)?.from ?? 0);
      step = 0;
    }
    return made;
  };
}

const isCut = ({ word }: Token, pieces: readonly Piece[]): boolean => pieces.length > 1 || pieces[0]?.text !== word;

interface After {
  readonly place: number;
  readonly step: number;
  readonly lastStart: number;
}

/** What a word becomes, and the place of the first of it. */
function partsAt(
  token: Token,
  pieces: readonly Piece[],
  { place, step, lastStart }: After,
  options: WordDelimiterOptions,
): { readonly parts: readonly Token[]; readonly first: number } {
  const isWhole = !isCut(token, pieces);
  // the older filter puts the first part of a word on a place of its own
  const isApart = !isWhole && !options.isGraph && !options.preserveOriginal;
  // what is joined stands beside the word before, where there is one
  const first = Math.max(place + (isApart ? Math.max(1, step) : step), -(pieces[0]?.from ?? 0));
  if (isWhole) return { parts: [{ ...token, position: first }], first };
  const parts = pieces.map((piece) => tokenOf(token, piece, first, options));
  return { parts: options.isGraph ? inOrder(parts, lastStart) : parts, first };
}

/** Parts of a word do not begin before those of an earlier one, which may stand for the same letters. */
function inOrder(parts: readonly Token[], after: number): readonly Token[] {
  let last = after;
  return parts.map((part) => {
    last = Math.max(last, part.start);
    return part.start === last ? part : { ...part, start: last, end: Math.max(part.end, last) };
  });
}

/** Whether a word has other letters than its place in the text, so that its parts have no places of their own there. */
const hasOtherLetters = ({ start, end, word }: Token, { adjustOffsets }: WordDelimiterOptions): boolean =>
  end - start !== word.length || !adjustOffsets;

const wholeOf = (text: string, to: number): Piece => ({
  from: 0,
  to: Math.max(1, to),
  text,
  start: 0,
  end: text.length,
  step: 1,
});

function tokenOf(
  token: Token,
  { from, to, text, start, end, isOnly = false }: Piece,
  first: number,
  options: WordDelimiterOptions,
): Token {
  const isChanged = hasOtherLetters(token, options);
  // as in Lucene, the only part of a word with other letters than the text has ends where the word does
  const isMoved = isChanged && isOnly && !options.isGraph && token.start + start <= token.end;
  const { positionLength: _length, ...own } = token;
  return {
    ...own,
    word: text,
    position: first + from,
    ...(isMoved && { start: token.start + start }),
    ...(!isChanged && { start: token.start + start, end: token.start + end }),
    ...(options.isGraph && to - from > 1 && { positionLength: to - from }),
  };
}

/** Joins parts one behind the other until they are written. */
interface Joined {
  readonly parts: WordPart[];
  from: number;
}

function piecesOf(token: Token, options: WordDelimiterOptions): readonly Piece[] {
  const { word } = token;
  const parts = partsOf(word, options);
  const [only] = parts;
  if (parts.length === 1 && only?.start === 0 && only.end === word.length) return [wholeOf(word, 1)];
  const pieces = new Pieces(word, options, hasOtherLetters(token, options));
  if (parts.length === 1 && only !== undefined) pieces.add(only, true);
  else pieces.all(parts);
  return pieces.done();
}

class Pieces {
  readonly #word: string;
  readonly #options: WordDelimiterOptions;
  readonly #beginTogether: boolean;
  readonly #pieces: Piece[] = [];
  readonly #alike: Joined = { parts: [], from: 0 };
  readonly #everything: Joined = { parts: [], from: 0 };
  #place = 0;
  #lastJoined = 0;
  #hasOutput = false;
  #followsOriginal: boolean;

  constructor(word: string, options: WordDelimiterOptions, beginTogether: boolean) {
    this.#word = word;
    this.#options = options;
    this.#beginTogether = beginTogether;
    this.#followsOriginal = options.preserveOriginal;
  }

  add({ start, end }: WordPart, isOnly = false): void {
    const text = this.#word.slice(start, end);
    this.#pieces.push({ from: this.#place, to: this.#place + 1, text, start, end, isOnly, step: this.#step(false) });
    this.#place += 1;
  }

  /** What is joined stands on the place of the part before, unless it is the first of its kind. */
  #step(isJoined: boolean): number {
    const isBeside = this.#hasOutput ? isJoined : this.#followsOriginal;
    if (!this.#hasOutput) this.#followsOriginal = false;
    this.#hasOutput = true;
    return isBeside ? 0 : 1;
  }

  all(parts: readonly WordPart[]): void {
    const { catenateWords, catenateNumbers, catenateAll } = this.#options;
    for (const part of parts) {
      const [first] = this.#alike.parts;
      if (first && !((first.isWord && part.isWord) || (first.isNumber && part.isNumber))) {
        this.#flush();
        this.#hasOutput = false;
      }
      if ((catenateWords && part.isWord) || (catenateNumbers && part.isNumber)) this.#join(this.#alike, part);
      if (catenateAll) this.#join(this.#everything, part);
      if (this.#isShown(part)) this.add(part);
    }
    this.#flush();
    if (this.#everything.parts.length > this.#lastJoined) this.#write(this.#everything);
  }

  #isShown({ isWord, isNumber }: WordPart): boolean {
    return (this.#options.wordParts && isWord) || (this.#options.numberParts && isNumber);
  }

  #join(joined: Joined, part: WordPart): void {
    if (joined.parts.length === 0) joined.from = this.#place;
    joined.parts.push(part);
  }

  #flush(): void {
    const [first] = this.#alike.parts;
    if (first === undefined) return;
    this.#lastJoined = this.#alike.parts.length;
    if (this.#lastJoined !== 1 || !this.#isShown(first)) this.#write(this.#alike);
    this.#alike.parts.length = 0;
  }

  #write({ parts, from }: Joined): void {
    if (this.#place === from) this.#place += 1;
    const text = parts.map(({ start, end }) => this.#word.slice(start, end)).join('');
    const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0];
    this.#pieces.push({ from, to: this.#place, text, start, end, step: this.#step(true) });
  }

  done(): readonly Piece[] {
    const own = this.#options.preserveOriginal ? [wholeOf(this.#word, this.#place)] : [];
    return this.#options.isGraph
      ? byPlace([...own, ...this.#pieces])
      : [...own, ...byBeginning(this.#pieces, own.length, this.#beginTogether)];
  }
}

/** In the order of their places, those that stand for most before the others. */
const byPlace = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.toSorted((a, b) => a.from - b.from || b.to - a.to || b.end - a.end);

/** In the order of their beginnings, as the older filter puts them, parts before what they are joined to. */
function byBeginning(pieces: readonly Piece[], before: number, beginTogether: boolean): readonly Piece[] {
  let from = before - 1;
  return pieces
    .toSorted((a, b) => (beginTogether ? 0 : a.start - b.start) || b.step - a.step)
    .map((piece) => {
      from += piece.step;
      return { ...piece, from, to: from + 1 };
    });
}
