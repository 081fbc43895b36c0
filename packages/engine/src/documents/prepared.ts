import type { IndexLayout } from '../index/layout.ts';
import type { IndexMapping } from './mapping.ts';
import type { WriteOperation } from './operation.ts';
import { type DocumentLimits, parseSource, type ReadDocument, readDocument } from './read-document.ts';
import type { RowBlock } from './shapes/row-block.ts';
import { ShapeReader } from './shapes/shape-reader.ts';

const MOST_NESTED = 10_000;

/** How much one document of an index may hold. */
export const limitsOf = (layout: IndexLayout): DocumentLimits => {
  const { settings = {} } = layout.definition.stored ?? {};
  return { nested: Number(settings['index.mapping.nested_objects.limit'] ?? MOST_NESTED) };
};

/** A document that was read by its shape: a row of a block. */
export interface ShapedRow {
  readonly block: RowBlock;
  readonly row: number;
  readonly shape: number;
}

/**
 * Documents of a bulk read before its turn to write has come, while another one is being stored. What was read holds as
 * long as the mapping is still the same; anything else is read again, or refused, when the turn has come.
 */
export class Prepared {
  readonly #mapping: IndexMapping | undefined;
  readonly #read: (ReadDocument | ShapedRow | undefined)[] = [];

  constructor(layout: IndexLayout | undefined, operations: readonly WriteOperation[]) {
    this.#mapping = layout?.definition.stored?.mapping;
    if (layout === undefined || this.#mapping === undefined) return;
    const limits = limitsOf(layout);
    const shapes = new ShapeReader(layout);
    for (const [place, operation] of operations.entries()) {
      if (operation.kind !== 'index' && operation.kind !== 'create') continue;
      const shape = shapes.read(operation.source);
      this.#read[place] =
        shape === null
          ? readSoon(this.#mapping, operation, limits)
          : { block: shapes.block, row: shapes.block.rows - 1, shape };
    }
  }

  take(place: number, mapping: IndexMapping): ReadDocument | ShapedRow | undefined {
    return mapping === this.#mapping ? this.#read[place] : undefined;
  }
}

/** A document read the long way, if it needs no change of the mapping; one that is to be refused is so in its turn. */
function readSoon(
  mapping: IndexMapping,
  operation: Extract<WriteOperation, { readonly source: string }>,
  limits: DocumentLimits,
): ReadDocument | undefined {
  try {
    const read = readDocument(mapping, parseSource(operation.source), operation.id ?? '', limits);
    return read.mapping === mapping ? read : undefined;
  } catch {
    return undefined;
  }
}
