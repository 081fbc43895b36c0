import { beginsObject, goesOn, indentOf } from './over-line-ends.ts';

/** An element of the array that holds the rows, as the bytes it is made of. */
export interface RawElement {
  /** 1-based. */
  readonly place: number;
  /** Line of the file on which its bytes begin. */
  readonly line: number;
  readonly bytes: Uint8Array;
  /** Why it cannot be read as it is: it is too long, or there is none. */
  readonly fault?: string;
  /** The file ends in it. */
  readonly cut?: true;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const LF = 0x0a;
const CR = 0x0d;
/** A longer element is set aside; TPL-06 lets a single value hold 4 MB. */
const ELEMENT_LIMIT = 32 * 1024 * 1024;
const SCALAR_KEPT = 256;
const INDENT_KEPT = 1024;
const BEHIND_KEPT = 1024;
const MISSING = 'Nothing stands before this comma: put the missing object there, or remove the comma';
const DEPTH_LIMIT = 512;
const MOST_LISTS = 20;
const MOST_FIELDS = 200;

interface Level {
  readonly list: boolean;
  key: string;
}

/**
 * Finds the elements of the array that holds the rows of a JSON document while its bytes come in: the array at `path`, or
 * the first array that holds objects. Texts beside it are noted in `scalars` as far as they were passed.
 */
export class ElementScanner {
  readonly #path: string | null;
  readonly #levels: Level[] = [];
  readonly scalars = new Map<string, string>();
  readonly #decoder = new TextDecoder();
  #text: number[] = [];
  #inText = false;
  #escaped = false;
  #afterColon = false;
  #lastText = '';
  #lastSign = 0;
  /** Level of the array of rows; 0 = not found yet. */
  #rowsAt = 0;
  #element: Uint8Array[] = [];
  #elementBytes = 0;
  /** Line on which the element begins that is read, and the one that is reached. */
  #elementLine = 1;
  #line = 1;
  #depth = 0;
  #skipping = false;
  /** Spaces before the element, as far as they came in before it. */
  #lead: Uint8Array = new Uint8Array(0);
  /** The text that is read goes on behind a line end. */
  #overLine = false;
  /** A text of the element did not end on its line: how many spaces stand before the element on its own; null where none did. */
  #indent: number | null = null;
  /** Bytes from a line end on of which those that come tell what they are. */
  #held: Uint8Array = new Uint8Array(0);
  #isLast = false;
  /** What stands behind the end of the document, as far as it is kept. */
  #behind: number[] = [];
  #over = false;
  readonly #lists: string[] = [];
  readonly #fields = new Set<string>();
  found = false;
  ended = false;
  place = 0;

  /** `path` as `data.items`; empty = the document itself; null = found by itself. */
  constructor(path: string | null) {
    this.#path = path;
  }

  /** Takes the next bytes; answers the elements that ended in them. */
  push(more: Uint8Array): readonly RawElement[] {
    const bytes = this.#held.length > 0 ? joined([this.#held, more]) : more;
    this.#held = bytes.subarray(bytes.length);
    const elements: RawElement[] = [];
    let at = 0;
    while (at < bytes.length) {
      const from = at;
      const isAmongRows = this.#rowsAt > 0;
      at = isAmongRows ? this.#scanRows(bytes, from, elements) : this.#seek(bytes, from);
      if (!isAmongRows) this.#line += lineEndsIn(bytes.subarray(from, at));
    }
    return elements;
  }

  /** What is left at the end of the file: the element in which it ended, or what stands behind the end of the document. */
  finish(): readonly RawElement[] {
    this.#isLast = true;
    const elements = this.push(new Uint8Array(0));
    const last = this.#left();
    return last ? [...elements, last] : elements;
  }

  #left(): RawElement | null {
    if (this.found && this.#behind.length > 0) {
      const fault = 'More stands behind the end of the list. Put all rows into one list, or one object on each line';
      return { place: ++this.place, line: this.#line, bytes: Uint8Array.from(this.#behind), fault };
    }
    if (this.#rowsAt === 0 || !this.#started) return null;
    return { ...this.#end(new Uint8Array(0)), cut: true };
  }

  /** Paths of the lists of objects that were passed, none of them inside another list; that of the rows among them. */
  get lists(): readonly string[] {
    return this.#lists;
  }

  /** Paths of all that was passed outside of lists. */
  get fields(): readonly string[] {
    const all = [...this.#fields];
    return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`)));
  }

  get #started(): boolean {
    return this.#elementBytes > 0;
  }

  #seek(bytes: Uint8Array, from: number): number {
    for (let i = from; i < bytes.length; i++) {
      const b = bytes[i] as number;
      if (this.#over) this.#keepBehind(b);
      else if (this.#inText) this.#seekText(b);
      else if (b === OPEN || b === OPEN_OBJECT) {
        if (this.#levels.length >= DEPTH_LIMIT) continue;
        if (this.#isListOfObjects(b)) {
          this.#noteList();
          if (!this.ended) return this.#begin(i);
        }
        this.#levels.push({ list: b === OPEN, key: '' });
        this.#afterColon = false;
        if (b === OPEN && this.#isAsked()) return this.#begin(i + 1);
      } else this.#seekSign(b);
      if (b > 0x20) this.#lastSign = b;
    }
    return bytes.length;
  }

  #seekSign(b: number): void {
    if (b === QUOTE) {
      this.#inText = true;
      this.#text = [];
    } else if (b === COLON) {
      const level = this.#levels.at(-1);
      if (level) level.key = this.#lastText;
      this.#noteField();
      this.#afterColon = true;
    } else if (b === CLOSE || b === CLOSE_OBJECT) {
      this.#leave();
      this.#afterColon = false;
    } else if (b === COMMA) this.#afterColon = false;
  }

  #leave(): void {
    this.#levels.pop();
    this.#over = this.#levels.length === 0;
  }

  #keepBehind(b: number): void {
    const isRoom = this.#behind.length < BEHIND_KEPT;
    if (isRoom && (b > 0x20 || this.#behind.length > 0)) this.#behind.push(b);
  }

  #at(): string {
    return this.#levels.flatMap(({ list, key }) => (list ? [] : [key])).join('.');
  }

  /** Without a path: the first array that begins with an object holds the rows. */
  #isListOfObjects(b: number): boolean {
    return this.#path === null && b === OPEN_OBJECT && this.#lastSign === OPEN && !this.#inText;
  }

  #noteList(): void {
    const isInList = this.#levels.slice(0, -1).some(({ list }) => list);
    if (!isInList && this.#lists.length < MOST_LISTS) this.#lists.push(this.#at());
  }

  #noteField(): void {
    const isInList = this.#levels.some(({ list }) => list);
    if (!isInList && this.#fields.size < MOST_FIELDS) this.#fields.add(this.#at());
  }

  /** The array just opened is the one of the path, or the document itself. */
  #isAsked(): boolean {
    if (this.ended) return false;
    return this.#path === null ? this.#levels.length === 1 : this.#at() === this.#path;
  }

  #begin(next: number): number {
    this.#rowsAt = this.#levels.length;
    this.found = true;
    this.#depth = 0;
    return next;
  }

  #seekText(b: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (b === BACKSLASH) this.#escaped = true;
    else if (b === QUOTE) {
      this.#inText = false;
      const text = this.#decoder.decode(Uint8Array.from(this.#text));
      if (this.#afterColon) this.scalars.set(this.#at(), text);
      else this.#lastText = text;
      return;
    }
    if (this.#text.length < SCALAR_KEPT) this.#text.push(b);
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over bytes; calls per byte would cost half the speed
  #scanRows(bytes: Uint8Array, from: number, into: RawElement[]): number {
    let start = from;
    let line = this.#line;
    let lineOfStart = line;
    let depth = this.#depth;
    let inText = this.#inText;
    let escaped = this.#escaped;
    let held = bytes.length;
    for (let i = from; i < bytes.length; i++) {
      const b = bytes[i] as number;
      if (inText) {
        if (escaped) escaped = false;
        else if (b === BACKSLASH) escaped = true;
        else if (b === QUOTE) inText = this.#overLine = false;
        else if ((b === LF || b === CR) && !this.#overLine) {
          const goes = this.#settled(goesOn(bytes, i));
          if (goes === null) {
            held = i;
            break;
          }
          inText = this.#overLine = goes;
          if (!goes) this.#indent ??= indentOf(joined([this.#lead, ...this.#element, bytes.subarray(start, i)]));
        }
      } else if (b === QUOTE) inText = true;
      else if (b === OPEN_OBJECT || b === OPEN) depth++;
      else if (b === CLOSE_OBJECT || b === CLOSE) {
        if (depth > 0) depth--;
        else if (b === CLOSE) {
          this.#line = line;
          this.#take(bytes.subarray(start, i), lineOfStart, into);
          return this.#endRows(i + 1);
        }
      } else if (b === COMMA && depth === 0) {
        if (!this.#take(bytes.subarray(start, i), lineOfStart, into)) into.push(this.#missing(line));
        start = i + 1;
        lineOfStart = line;
      }
      if (b !== LF) continue;
      if (!inText && this.#indent !== null && this.#indent >= 0) {
        const begins = this.#settled(beginsObject(bytes, i, this.#indent));
        if (begins === null) {
          held = i;
          break;
        }
        if (begins) {
          this.#take(bytes.subarray(start, i + 1), lineOfStart, into);
          start = i + 1;
          lineOfStart = line + 1;
          depth = 0;
        }
      }
      line++;
    }
    this.#held = bytes.slice(held);
    this.#depth = depth;
    this.#inText = inText;
    this.#escaped = escaped;
    this.#line = line;
    this.#keep(bytes.subarray(start, held), lineOfStart, into);
    return bytes.length;
  }

  /** What comes next tells no more when nothing does. */
  #settled(told: boolean | null): boolean | null {
    return told === null && this.#isLast ? false : told;
  }

  #endRows(next: number): number {
    this.#rowsAt = 0;
    this.ended = true;
    this.#inText = false;
    this.#escaped = false;
    this.#leave();
    return next;
  }

  #keep(bytes: Uint8Array, line: number, into: RawElement[]): void {
    if (bytes.length === 0) return;
    if (!this.#started && isBlank(bytes)) {
      this.#lead = joined([this.#lead, bytes]).slice(-INDENT_KEPT);
      return;
    }
    if (this.#skipping) return;
    if (!this.#started) this.#elementLine = line;
    this.#element.push(bytes.slice());
    this.#elementBytes += bytes.length;
    if (this.#elementBytes <= ELEMENT_LIMIT) return;
    into.push({ ...this.#end(new Uint8Array(0)), fault: 'The element is longer than 32 MB' });
    this.#skipping = true;
  }

  /** Takes an element that ends in these bytes, which begin on a line; false where there is none. */
  #take(bytes: Uint8Array, line: number, into: RawElement[]): boolean {
    const isElement = this.#skipping || this.#started || !isBlank(bytes);
    if (!this.#started) this.#elementLine = line;
    if (isElement && !this.#skipping) into.push(this.#end(bytes));
    this.#skipping = false;
    return isElement;
  }

  /** A comma stands where an element should: whether one was lost there, who wrote the file knows. */
  #missing(line: number): RawElement {
    return { place: ++this.place, line, bytes: new Uint8Array(0), fault: MISSING };
  }

  #end(last: Uint8Array): RawElement {
    const parts = last.length > 0 ? [...this.#element, last] : this.#element;
    this.#element = [];
    this.#elementBytes = 0;
    this.#lead = new Uint8Array(0);
    this.#indent = null;
    this.place++;
    return {
      place: this.place,
      line: this.#elementLine,
      bytes: parts.length === 1 ? (parts[0] ?? last) : joined(parts),
    };
  }
}

function lineEndsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

const isBlank = (bytes: Uint8Array): boolean => bytes.every((b) => b <= 0x20);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
