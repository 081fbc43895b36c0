/** Where somebody types in a search text. */
export interface SearchPlace {
  /** The part of the text that an offer takes the place of. */
  readonly from: number;
  readonly to: number;
  /** Of that part, what stands before the caret: without quotes, as it is meant. */
  readonly typed: string;
  /** Whose value is typed; null where a field may be named. */
  readonly field: string | null;
  /** Whether a condition stands before it, which another can be joined to. */
  readonly isBehind: boolean;
}

const SPACE = /\s/;
const CLOSED_BY: Readonly<Record<string, RegExp>> = { '"': /"/, '/': /\//, '[': /[\]}]/, '{': /[\]}]/ };
/** They stand before a condition and belong to it. */
const SIGN = /[+!-]/;
const JOINS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&&', '||']);

/** As it is meant: what stands behind a backslash, for itself. */
const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, '$1');

/** The first sign from `at` on that fits, none behind a backslash; the length of the text where there is none. */
function next(text: string, at: number, fits: RegExp): number {
  let place = at;
  while (place < text.length && !fits.test(text.charAt(place))) place += text.charAt(place) === '\\' ? 2 : 1;
  return Math.min(place, text.length);
}

/**
 * Where the caret stands in a search text of Lucene's syntax, as `query_string` reads it; null within a range or a pattern, and within
 * a phrase of no field.
 */
export const placeAt = (text: string, caret: number): SearchPlace | null => new PlaceReader(text, caret).read();

/** Reads a text up to the caret, condition by condition. */
class PlaceReader {
  readonly #text: string;
  readonly #caret: number;
  #at = 0;
  #isBehind = false;
  /** The field of each bracket that is open: `operator:(KLM OR …`. */
  readonly #fields: (string | null)[] = [];

  constructor(text: string, caret: number) {
    this.#text = text;
    this.#caret = caret;
  }

  read(): SearchPlace | null {
    while (this.#at < this.#caret) {
      const place = this.#step();
      if (place !== undefined) return place;
    }
    return { from: this.#caret, to: this.#caret, typed: '', field: this.#around, isBehind: this.#isBehind };
  }

  get #around(): string | null {
    return this.#fields.at(-1) ?? null;
  }

  /** @returns where the caret stands when it was come to, else undefined */
  #step(): SearchPlace | null | undefined {
    const sign = this.#text.charAt(this.#at);
    if (SPACE.test(sign) || SIGN.test(sign)) this.#at++;
    else if (sign === '(') this.#open(this.#around);
    else if (sign === ')') this.#close();
    else return this.#condition();
    return undefined;
  }

  #open(field: string | null): void {
    this.#fields.push(field);
    this.#isBehind = false;
    this.#at++;
  }

  #close(): void {
    this.#fields.pop();
    this.#isBehind = true;
    this.#at++;
  }

  #condition(): SearchPlace | null | undefined {
    const named = this.#named();
    if (named !== null && this.#at < this.#caret && this.#text.charAt(this.#at) === '(') return void this.#open(named);
    const [text, from, field] = [this.#text, this.#at, named ?? this.#around];
    const value = valueAt(text, from, this.#caret);
    if (value === null) return null;
    const { part, end } = value;
    if (part === null) {
      // a colon without a name before it is passed over
      this.#at = Math.max(end, from + 1);
      this.#isBehind = !JOINS.has(text.slice(from, end));
      return undefined;
    }
    if (field !== null) return { ...part, field, isBehind: this.#isBehind };
    if (text.charAt(from) in CLOSED_BY) return null;
    const to = text.charAt(part.to) === ':' ? part.to + 1 : part.to;
    return { ...part, to, field, isBehind: this.#isBehind };
  }

  /** Passes over the name of a field and its colon, where they stand before the caret. */
  #named(): string | null {
    const end = next(this.#text, this.#at, /[\s():"[{]/);
    const isNamed = this.#around === null && this.#text.charAt(end) === ':' && end > this.#at && end < this.#caret;
    if (!isNamed) return null;
    const field = unescaped(this.#text.slice(this.#at, end));
    this.#at = end + 1;
    return field;
  }
}

interface Value {
  /** Behind it. */
  readonly end: number;
  /** Where the caret stands in it, or right behind a word. */
  readonly part: Pick<SearchPlace, 'from' | 'to' | 'typed'> | null;
}

/** A word or a phrase from `from` on; null where the caret stands within a range or a pattern. */
function valueAt(text: string, from: number, caret: number): Value | null {
  const closedBy = CLOSED_BY[text.charAt(from)];
  if (closedBy === undefined || from >= caret) {
    const end = next(text, from, /[\s():"]/);
    return { end, part: end < caret ? null : { from, to: end, typed: unescaped(text.slice(from, caret)) } };
  }
  const last = next(text, from + 1, closedBy);
  const end = Math.min(last + 1, text.length);
  const isClosed = last < text.length;
  if (isClosed && end <= caret) return { end, part: null };
  if (text.charAt(from) !== '"') return null;
  // the quote behind may be of another phrase
  const isOfThis = isClosed && !text.slice(caret, last).includes(':');
  return { end, part: { from, to: isOfThis ? end : caret, typed: unescaped(text.slice(from + 1, caret)) } };
}
