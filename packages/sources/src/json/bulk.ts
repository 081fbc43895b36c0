import type { SetAside } from '../rows/row-reader.ts';
import { type Action, actionIn } from './bulk-action.ts';
import type { DocumentBlock } from './documents.ts';
import type { Fields } from './fields.ts';
import { readLines } from './lines.ts';

const PART = 'The line changes a part of a document: an import takes whole ones';
const REMOVES = 'The line removes a document: an import removes none';
const NO_ACTION = 'No line before says what is done with this document, as it is in a bulk request';
const NO_DOCUMENT = 'The document that belongs behind this line is missing';

/** The documents of a bulk request of OpenSearch, with the `_id` each was given; `lines` are theirs. */
export async function* readBulk(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<DocumentBlock> {
  const pairs = new Pairs();
  for await (const block of readLines(bytes)) yield pairs.take(block);
  yield pairs.end();
}

class Pairs {
  #before: { readonly action: Action; readonly line: number; readonly document: Fields } | null = null;
  /** The line before could not be read: whether it was an action nobody knows. */
  #isLost = false;
  #documents: Fields[] = [];
  #lines: number[] = [];
  #setAside: SetAside[] = [];

  take({ documents, lines, setAside }: DocumentBlock): DocumentBlock {
    const read = documents.map((document, i) => ({ line: lines[i] ?? 0, document }));
    const broken = setAside.map((aside) => ({ line: aside.line, aside }));
    for (const one of [...read, ...broken].toSorted((a, b) => a.line - b.line)) {
      if ('document' in one) this.#line(one.document, one.line);
      else this.#broken(one.aside);
    }
    return this.#block();
  }

  end(): DocumentBlock {
    this.#refuseLone();
    return this.#block();
  }

  #line(document: Fields, line: number): void {
    const before = this.#before;
    const action = actionIn(document);
    if (before !== null && action === null) {
      this.#before = null;
      if (before.action.kind === 'update') this.#aside(line, document, PART);
      else this.#document(document, line, before.action.id);
      return;
    }
    this.#refuseLone();
    if (action === null && this.#isLost) this.#document(document, line, undefined);
    else if (action === null) this.#aside(line, document, NO_ACTION);
    else if (action.kind === 'delete') this.#aside(line, document, REMOVES);
    else this.#before = { action, line, document };
    this.#isLost = false;
  }

  #broken(aside: SetAside): void {
    this.#isLost = this.#before === null;
    this.#before = null;
    this.#setAside.push(aside);
  }

  #document(document: Fields, line: number, id: unknown): void {
    this.#documents.push(id === undefined ? document : { _id: id, ...document });
    this.#lines.push(line);
  }

  #refuseLone(): void {
    const before = this.#before;
    this.#before = null;
    if (before) this.#aside(before.line, before.document, NO_DOCUMENT);
  }

  #aside(line: number, document: Fields, reason: string): void {
    this.#setAside.push({ line, raw: JSON.stringify(document).slice(0, 65_536), rule: 'json', reason });
  }

  #block(): DocumentBlock {
    const block = { documents: this.#documents, lines: this.#lines, setAside: this.#setAside };
    [this.#documents, this.#lines, this.#setAside] = [[], [], []];
    return block;
  }
}
