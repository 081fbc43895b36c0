import { isUtf8 } from 'node:buffer';
import { SourceBytes } from '@datasarana/engine';
import { WHOLE_LIMIT } from './body.ts';
import { notUtf8, tooLarge } from './refusals.ts';

/** Bytes of a body that are worked through at once: enough to be fast, few enough to keep memory flat. */
const PART_BYTES = 8 * 1024 * 1024;

const NEWLINE = 10;
const [OPEN, CLOSE] = [123, 125];

/** Whole lines of a body. */
interface BodyPart {
  readonly bytes: Buffer;
  /** Whether it is as large as a part may be; the last one may be smaller. */
  readonly isFull: boolean;
}

/** A body in few large parts. @throws PlatformError 413 for a line that does not end */
export async function* bodyParts(pieces: AsyncIterable<Buffer>): AsyncGenerator<BodyPart> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let hasLine = false;
  for await (const piece of pieces) {
    waiting.push(piece);
    bytes += piece.length;
    hasLine ||= piece.includes(NEWLINE);
    if (!hasLine && bytes > WHOLE_LIMIT) throw tooLarge('A line of the body');
    if (bytes < PART_BYTES || !hasLine) continue;
    const part = Buffer.concat(waiting, bytes);
    const end = part.lastIndexOf(NEWLINE) + 1;
    yield { bytes: part.subarray(0, end), isFull: true };
    waiting = [part.subarray(end)];
    bytes = part.length - end;
    hasLine = false;
  }
  if (bytes > 0) yield { bytes: Buffer.concat(waiting, bytes), isFull: false };
}

const isSpace = (byte: number | undefined): boolean => byte === 32 || byte === 13 || byte === 9;

/** Goes through the lines of a part. A bulk has millions of them: none is an object of its own. */
export class Lines {
  readonly #part: Buffer;
  readonly #isText: boolean;
  #start = 0;
  /** Where the line stands without the spaces around it. */
  from = 0;
  to = 0;

  constructor(part: Buffer) {
    this.#part = part;
    this.#isText = isUtf8(part);
  }

  /** Goes on to the next line that is not blank, or, where a blank one counts, to the next. @returns false behind the last */
  next(countsBlank = false): boolean {
    const part = this.#part;
    while (this.#start < part.length) {
      const found = part.indexOf(NEWLINE, this.#start);
      let from = this.#start;
      let to = found < 0 ? part.length : found;
      this.#start = to + 1;
      while (from < to && isSpace(part[from])) from++;
      while (from < to && isSpace(part[to - 1])) to--;
      if (from === to && !countsBlank) continue;
      this.from = from;
      this.to = to;
      return true;
    }
    return false;
  }

  /** Whether the bytes of the line are no text. */
  get isForeign(): boolean {
    return !this.#isText && !isUtf8(this.#part.subarray(this.from, this.to));
  }

  /** Whether the line is text that begins and ends as an object does. */
  get isObject(): boolean {
    return this.#isText && this.#part[this.from] === OPEN && this.#part[this.to - 1] === CLOSE;
  }

  /** Whether there is nothing but spaces, of any kind. */
  get isBlank(): boolean {
    return !this.isObject && this.text === '';
  }

  /** The line as a document, left where it stands when it begins and ends as an object does. */
  get source(): string | SourceBytes {
    return this.isObject ? new SourceBytes(this.#part, this.from, this.to) : this.text;
  }

  /** The line as a text, without any other spaces around it. */
  get text(): string {
    return this.#part.toString('utf8', this.from, this.to).trim();
  }
}

/** The lines of a body, blank ones too, as texts without the spaces around them. @throws PlatformError for bytes that are no text */
export async function* bodyLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  for await (const { bytes } of bodyParts(pieces)) {
    for (const lines = new Lines(bytes); lines.next(true); ) {
      if (lines.isForeign) throw notUtf8();
      yield lines.text;
    }
  }
}
