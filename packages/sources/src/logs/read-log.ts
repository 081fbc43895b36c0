import { peek } from '../files/peek.ts';
import type { DocumentBlock } from '../json/documents.ts';
import type { Fields } from '../json/fields.ts';
import { OBJECTS_FOR_COLUMNS } from '../json/flatten.ts';
import { LINE_LIMIT, tooLong } from '../json/lines.ts';
import { ExtendedLog } from './extended-log.ts';
import { type EntryForm, formOfLog } from './is-log.ts';

/**
 * The entries of a log of a web server, a system or a program. A stack trace below an entry goes on with its message; a line that
 * is none is set aside; directives are no rows.
 */
export async function* readLog(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const decoder = new TextDecoder();
  const { head, rest } = await peek(bytes);
  const log = new LogLines(formOfLog(new TextDecoder().decode(head, { stream: true })));
  for await (const chunk of rest) yield log.take(decoder.decode(chunk, { stream: true }));
  yield log.end(decoder.decode());
}

/** An entry whose message may go on in the lines to come. */
interface OpenEntry {
  readonly entry: Fields;
  readonly line: number;
  readonly more: string[];
  length: number;
  /** Blank lines since, which belong to it where its message goes on. */
  blank: number;
}

class LogLines {
  readonly #extended = new ExtendedLog();
  #isExtended = false;
  readonly #form: EntryForm;
  #isFirst = true;
  #tail = '';
  #line = 0;
  /** What the first entries have, which later become columns. */
  readonly #parts = new Set<string>();
  #entries = 0;
  #open: OpenEntry | null = null;
  #documents: Fields[] = [];
  #lines: number[] = [];
  #setAside: DocumentBlock['setAside'][number][] = [];

  constructor(form: EntryForm) {
    this.#form = form;
  }

  take(text: string): DocumentBlock {
    this.#takeText(text);
    return this.#block();
  }

  end(text: string): DocumentBlock {
    this.#takeText(text);
    this.#takeLine(this.#tail);
    this.#close();
    return this.#block();
  }

  #takeText(text: string): void {
    const end = text.lastIndexOf('\n');
    const lines = end < 0 ? [] : (this.#tail + text.slice(0, end)).split('\n');
    this.#tail = end < 0 ? this.#tail + text : text.slice(end + 1);
    if (this.#tail.length > LINE_LIMIT) throw tooLong(this.#line + lines.length + 1);
    for (const line of lines) this.#takeLine(line);
  }

  #block(): DocumentBlock {
    const block = { documents: this.#documents, lines: this.#lines, setAside: this.#setAside };
    [this.#documents, this.#lines, this.#setAside] = [[], [], []];
    return block;
  }

  #takeLine(text: string): void {
    const line = ++this.#line;
    const raw = text.trimEnd();
    if (raw === '') {
      if (this.#open) this.#open.blank++;
      return;
    }
    const entry = this.#read(raw);
    if (typeof entry === 'object') {
      this.#close();
      if (entry !== null) this.#open = { entry, line, more: [], length: 0, blank: 0 };
      return;
    }
    const isDamaged = raw.includes('\uFFFD');
    if (this.#open && !isDamaged && this.#form.goesOn(raw)) this.#goOn(this.#open, raw);
    else {
      if (!isDamaged) this.#close();
      this.#setAside.push({ line, raw: raw.slice(0, 65_536), rule: 'log', reason: entry });
    }
  }

  #goOn(open: OpenEntry, raw: string): void {
    open.more.push('\n'.repeat(open.blank + 1) + raw);
    open.length += open.blank + raw.length + 1;
    open.blank = 0;
    if (open.length > LINE_LIMIT) throw tooLong(open.line);
  }

  #close(): void {
    if (this.#open === null) return;
    const { entry, line, more } = this.#open;
    const { message } = entry;
    const whole = [typeof message === 'string' ? message : '', ...more].join('');
    this.#documents.push(more.length === 0 ? entry : { ...entry, message: whole });
    this.#lines.push(line);
    this.#open = null;
  }

  #read(line: string): Fields | string | null {
    if (line.includes('\uFFFD')) return 'The line is not UTF-8';
    this.#isExtended ||= this.#isFirst && line.startsWith('#');
    this.#isFirst = false;
    if (this.#isExtended) return this.#extended.read(line);
    const entry = this.#form.read(line) ?? this.#form.readUnsure?.(line);
    return entry ? this.#fitting(entry, line) : `The line is no entry of ${this.#form.called}`;
  }

  /** A part that none of the first entries has is no column any more: it stays in the message. */
  #fitting(entry: Fields, line: string): Fields {
    const names = Object.keys(entry);
    if (++this.#entries <= OBJECTS_FOR_COLUMNS) for (const name of names) this.#parts.add(name);
    else if (names.some((name) => !this.#parts.has(name))) return this.#form.readWhole?.(line) ?? entry;
    return entry;
  }
}
