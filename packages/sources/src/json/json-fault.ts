/** Where a text stops being JSON, and what to do there. */
class Fault extends Error {
  readonly at: number;
  /** More of the text might have mended it. */
  readonly isEnd: boolean;

  constructor(at: number, why: string, isEnd: boolean) {
    super(why);
    this.at = at;
    this.isEnd = isEnd;
  }
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' };
/** `NaN` and infinities are read, too: their cells say so (see `parseWritten`). */
const WORD = /(?:true|false|null|-?NaN|-?Infinity)(?![\w$])/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+])/y;
const SPACE = /[ \t\r\n]*/y;
const SHOWN = /[^\s,:{}[\]]{1,20}|./uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
/** Texts up to what has to be looked at: their end, an escape, or a sign they cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what a text cannot hold
const PLAIN = /[^"\\\u0000-\u001f]*/y;

/** Walks a text as JSON is read, to say what is wrong with it in words of people. */
class Walk {
  readonly #text: string;
  readonly #firstLine: number;
  #at = 0;

  constructor(text: string, firstLine: number) {
    this.#text = text;
    this.#firstLine = firstLine;
  }

  /** @throws Fault at the first place that is no JSON */
  document(): void {
    this.#value();
    this.#space();
    const next = this.#text[this.#at];
    if (next === '{' || next === '[')
      this.#fail(
        `another ${next} begins: put it on a line of its own, or a comma before it and all of them into one list`,
      );
    if (next !== undefined) this.#fail(`${this.#shown()} stands behind its end`);
  }

  #value(): void {
    this.#space();
    const first = this.#text[this.#at];
    if (first === undefined) this.#fail('it ends where a value should follow');
    else if (first === '{' || first === '[') this.#inside(first);
    else if (first === '"') this.#quoted();
    else if (!this.#take(WORD) && !this.#take(NUMBER)) this.#noValue(first);
  }

  #inside(open: '{' | '['): void {
    const close = CLOSES[open] ?? '';
    const began = this.#at++;
    this.#space();
    if (this.#skip(close)) return;
    for (;;) {
      if (open === '{') this.#name();
      this.#value();
      this.#space();
      if (this.#skip(close)) return;
      if (this.#at >= this.#text.length) this.#end(began, close);
      const comma = this.#at;
      if (!this.#skip(',')) this.#fail(`a comma or ${close} is missing before ${this.#shown()}`);
      this.#space();
      if (this.#text[this.#at] === close) this.#failAt(comma, `a comma stands before ${close}: remove it`);
      if (this.#at >= this.#text.length) this.#end(began, close);
    }
  }

  #name(): void {
    this.#space();
    const first = this.#text[this.#at];
    if (first === undefined) this.#fail('it ends in the middle of an object');
    else if (first === '"') this.#quoted();
    else if (first === "'") this.#fail(`names stand in double quotes ("), not in apostrophes`);
    else if (/[\w$]/.test(first)) this.#fail(`the name ${this.#shown()} is not in double quotes`);
    else this.#noValue(first, 'a name in double quotes');
    this.#space();
    if (this.#at >= this.#text.length) this.#fail('it ends in the middle of an object');
    if (!this.#skip(':')) this.#fail(`a colon is missing before ${this.#shown()}`);
  }

  #quoted(): void {
    const began = this.#at++;
    for (;;) {
      this.#take(PLAIN);
      const next = this.#text[this.#at];
      if (next === undefined) this.#failAt(began, 'a text begins that does not end: a double quote is missing', true);
      if (this.#skip('"')) return;
      if (next === '\\' && !this.#take(ESCAPE)) this.#fail('a backslash in a text is written twice (\\\\)');
      if (next === '\n' || next === '\r') this.#fail('a text goes over the end of a line: write \\n, or end it');
      if (next === '\t') this.#fail('a text holds a tab: write \\t');
      if (next !== undefined && next !== '\\' && next < ' ') this.#fail('a text holds a control character: remove it');
    }
  }

  #noValue(first: string, wanted = 'a value'): never {
    if (first === "'") this.#fail('texts stand in double quotes ("), not in apostrophes');
    if (first === '/') this.#fail('a remark stands there, which JSON does not have: remove it');
    if (first === ',' || first === '}' || first === ']' || first === ':')
      this.#fail(`${wanted} is missing before ${first}`);
    if (/[-+.\d]/.test(first)) this.#fail(`${this.#shown()} is no number as JSON writes it`);
    this.#fail(`${this.#shown()} is no value: texts stand in double quotes, other words are true, false and null`);
  }

  #end(began: number, close: string): never {
    const line = this.#firstLine + placeOf(this.#text, began).line - 1;
    this.#fail(`it ends before the ${close === '}' ? 'object' : 'list'} of line ${line} does: ${close} is missing`);
  }

  #space(): void {
    this.#take(SPACE);
  }

  #skip(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #shown(): string {
    SHOWN.lastIndex = this.#at;
    return SHOWN.exec(this.#text)?.[0] ?? 'that';
  }

  #fail(why: string): never {
    this.#failAt(this.#at, why);
  }

  #failAt(at: number, why: string, isEnd = at >= this.#text.length): never {
    throw new Fault(at, why, isEnd);
  }
}

function placeOf(text: string, at: number): { readonly line: number; readonly sign: number } {
  const before = text.slice(0, at);
  return { line: before.split('\n').length, sign: at - before.lastIndexOf('\n') };
}

/** On the line on which an element begins, characters are counted from there: what stands before it is not known. */
function placeWords(text: string, at: number, element: number | undefined): string {
  const { line, sign } = placeOf(text, at);
  const inLine = element === undefined && !text.includes('\n') ? '' : `line ${(element ?? 1) + line - 1}, `;
  return `${inLine}character ${sign}${element !== undefined && line === 1 ? ' of the element' : ''}`;
}

function faultIn(text: string, firstLine: number): Fault | null {
  try {
    new Walk(text, firstLine).document();
    return null;
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
}

/** Whether nothing is wrong with a text but that it ends too early, if that. */
export const breaksOff = (text: string): boolean => faultIn(text, 1)?.isEnd ?? true;

/**
 * What is wrong with a text that `JSON.parse` refused, and where, in words for who wrote it: the browser's own differ from one to
 * the next and name tokens. `cause` is said where the text is no JSON for another reason than its signs, as its depth. An
 * element of a file begins on the line `element` of it.
 */
export function jsonFault(text: string, cause: unknown, element?: number): string {
  const fault = cause instanceof SyntaxError ? faultIn(text, element ?? 1) : null;
  if (fault) return `${placeWords(text, fault.at, element)}: ${fault.message}`;
  return cause instanceof Error ? cause.message : String(cause);
}
