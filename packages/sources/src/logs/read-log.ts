import type { DocumentBlock } from '../json/documents.ts';
import type { Fields } from '../json/fields.ts';
import { LINE_LIMIT, tooLong } from '../json/lines.ts';
import { ExtendedLog } from './extended-log.ts';
import { type EntryForm, formOf } from './is-log.ts';

/** The entries of a log of a web server, a system or a program. A line that is none is set aside; directives are no rows. */
export async function* readLog(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const decoder = new TextDecoder();
  const log = new LogLines();
  for await (const chunk of bytes) yield log.take(decoder.decode(chunk, { stream: true }));
  yield log.end(decoder.decode());
}

class LogLines {
  readonly #extended = new ExtendedLog();
  #isExtended = false;
  #form: EntryForm | undefined;
  #tail = '';
  #line = 0;

  take(text: string): DocumentBlock {
    const end = text.lastIndexOf('\n');
    const lines = end < 0 ? [] : (this.#tail + text.slice(0, end)).split('\n');
    this.#tail = end < 0 ? this.#tail + text : text.slice(end + 1);
    if (this.#tail.length > LINE_LIMIT) throw tooLong(this.#line + lines.length + 1);
    return this.#block(lines);
  }

  end(text: string): DocumentBlock {
    const { documents, lines, setAside } = this.take(text);
    const last = this.#block([this.#tail]);
    return {
      documents: [...documents, ...last.documents],
      lines: [...lines, ...last.lines],
      setAside: [...setAside, ...last.setAside],
    };
  }

  #block(texts: readonly string[]): DocumentBlock {
    const documents: Fields[] = [];
    const lines: number[] = [];
    const setAside: DocumentBlock['setAside'][number][] = [];
    for (const text of texts) {
      const line = ++this.#line;
      const raw = text.trimEnd();
      const entry = raw === '' ? null : this.#read(raw);
      if (typeof entry === 'string') setAside.push({ line, raw: raw.slice(0, 65_536), rule: 'log', reason: entry });
      else if (entry !== null) {
        documents.push(entry);
        lines.push(line);
      }
    }
    return { documents, lines, setAside };
  }

  #read(line: string): Fields | string | null {
    if (line.includes('\uFFFD')) return 'The line is not UTF-8';
    this.#isExtended ||= line.startsWith('#');
    if (this.#isExtended) return this.#extended.read(line);
    this.#form ??= formOf(line);
    return this.#form?.read(line) ?? `The line is no entry of ${this.#form?.called ?? 'a log'}`;
  }
}
