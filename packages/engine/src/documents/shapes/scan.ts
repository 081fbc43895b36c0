import { withPoint } from '../../index/shapes/rebuild.ts';

/** Reads single values out of the text of a document, place by place, without parsing the whole. */
export class Scan {
  readonly text: string;
  /** Place behind what was read last; -1 once something did not fit. */
  at = 0;
  /** Whether no text of the document holds an escape, so that the next quote ends it. */
  readonly #plain: boolean;

  constructor(text: string) {
    this.text = text;
    this.#plain = !UNPLAIN.test(text);
  }

  fail(): null {
    this.at = -1;
    return null;
  }

  /** Whether `null` stands here, which it then has passed. */
  isNull(): boolean {
    if (this.text.charCodeAt(this.at) !== 110 || !this.text.startsWith('null', this.at)) return false;
    this.at += 4;
    return true;
  }

  quoted(): string | null {
    const { text, at } = this;
    if (text.charCodeAt(at) !== 34) return this.fail();
    if (!this.#plain) return this.#escaped();
    const end = text.indexOf('"', at + 1);
    if (end < 0) return this.fail();
    this.at = end + 1;
    return text.slice(at + 1, end);
  }

  /** A text with escapes, which must be those it will be written with again. */
  #escaped(): string | null {
    ESCAPED.lastIndex = this.at;
    const token = ESCAPED.exec(this.text)?.[0];
    if (token === undefined) return this.fail();
    const value: unknown = JSON.parse(token);
    // half a surrogate pair and U+0000 do not come back from a column
    if (typeof value !== 'string' || !value.isWellFormed() || value.includes('\0')) return this.fail();
    if (JSON.stringify(value) !== token) return this.fail();
    this.at += token.length;
    return value;
  }

  /** A whole number of at most 15 digits, as JSON writes it. */
  whole(): number | null {
    const { text } = this;
    let at = this.at;
    const negative = text.charCodeAt(at) === 45;
    if (negative) at++;
    const start = at;
    let value = 0;
    for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(++at)) {
      value = value * 10 + code - 48;
    }
    const digits = at - start;
    if (digits === 0 || digits > 15 || (digits > 1 && text.charCodeAt(start) === 48)) return this.fail();
    if (negative && value === 0) return this.fail();
    this.at = at;
    return negative ? -value : value;
  }

  /** The characters a number consists of. */
  digits(): string {
    const { text } = this;
    const start = this.at;
    let at = start;
    for (let code = text.charCodeAt(at); isDigitOrSign(code); code = text.charCodeAt(++at));
    this.at = at;
    return text.slice(start, at);
  }

  /** A number written the way JavaScript writes it. */
  real(): number | null {
    const digits = this.digits();
    const value = Number(digits);
    return digits !== '' && String(value) === digits ? value : this.fail();
  }

  /** The same, where whole numbers end in `.0`. */
  decimal(): number | null {
    const digits = this.digits();
    const value = Number(digits);
    return digits !== '' && withPoint(value, String(value)) === digits ? value : this.fail();
  }

  flag(): boolean | null {
    const { text, at } = this;
    if (text.startsWith('true', at)) {
      this.at = at + 4;
      return true;
    }
    if (!text.startsWith('false', at)) return this.fail();
    this.at = at + 5;
    return false;
  }
}

const UNPLAIN = /[^ -[\]-\uffff]/;
const ESCAPED = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

const isDigitOrSign = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 101 || code === 43 || code === 69;
