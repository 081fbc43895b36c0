import type { IndexLayout } from '../index/layout.ts';
import type { IndexMapping } from './mapping.ts';
import type { WriteOperation } from './operation.ts';
import { type DocumentLimits, parseSource, type ReadDocument, readDocument } from './read-document.ts';

const MOST_NESTED = 10_000;

/** How much one document of an index may hold. */
export const limitsOf = (layout: IndexLayout): DocumentLimits => {
  const { settings = {} } = layout.definition.stored ?? {};
  return { nested: Number(settings['index.mapping.nested_objects.limit'] ?? MOST_NESTED) };
};

/**
 * Documents of a bulk read before its turn to write has come, while another one is being stored. What was read holds as
 * long as the mapping is still the same; anything else is read again, or refused, when the turn has come.
 */
export class Prepared {
  readonly #mapping: IndexMapping | undefined;
  readonly #read = new Map<string, ReadDocument>();

  constructor(layout: IndexLayout | undefined, operations: readonly WriteOperation[]) {
    this.#mapping = layout?.definition.stored?.mapping;
    if (layout === undefined || this.#mapping === undefined) return;
    const limits = limitsOf(layout);
    for (const operation of operations) {
      if (operation.kind !== 'index' && operation.kind !== 'create') continue;
      try {
        const read = readDocument(this.#mapping, parseSource(operation.source), operation.id ?? '', limits);
        if (read.mapping === this.#mapping) this.#read.set(operation.source, read);
      } catch {
        // refused in its turn, with its id
      }
    }
  }

  take(source: string, mapping: IndexMapping): ReadDocument | undefined {
    return mapping === this.#mapping ? this.#read.get(source) : undefined;
  }
}
