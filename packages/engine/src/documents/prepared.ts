import type { IndexLayout } from '../index/layout.ts';
import { Breath } from '../store/breath.ts';
import { analyserIn } from './analysis.ts';
import type { IndexMapping } from './mapping.ts';
import { depthLimit, fieldLimit } from './mapping-limits.ts';
import { normalizersOf } from './normalizers.ts';
import type { WriteOperation } from './operation.ts';
import { parseSource } from './parse-source.ts';
import { type DocumentRules, type ReadDocument, readDocument } from './read-document.ts';
import type { ByteBlock } from './shapes/bytes/byte-block.ts';
import { ByteReader } from './shapes/bytes/byte-reader.ts';
import type { RowBlock } from './shapes/row-block.ts';
import { ShapeReader } from './shapes/shape-reader.ts';
import { type SourceBytes, textOfSource } from './source-bytes.ts';

const MOST_NESTED = 10_000;

/** How documents of an index are read. */
export const rulesOf = ({ definition: { stored } }: IndexLayout): DocumentRules => ({
  nested: Number(stored?.settings['index.mapping.nested_objects.limit'] ?? MOST_NESTED),
  depth: depthLimit(stored?.settings),
  fields: fieldLimit(stored?.settings),
  coerces: stored?.settings['index.mapping.coerce'] !== 'false',
  ignoresMalformed: stored?.settings['index.mapping.ignore_malformed'] === 'true',
  normalizers: stored === undefined ? null : normalizersOf(stored),
  analysers: (name) => analyserIn(stored, name),
});

/** A document that was read by its shape: a row of a block. */
export interface ShapedRow {
  readonly block: RowBlock | ByteBlock;
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

  private constructor(mapping: IndexMapping | undefined) {
    this.#mapping = mapping;
  }

  static async of(layout: IndexLayout | undefined, operations: readonly WriteOperation[]): Promise<Prepared> {
    const mapping = layout?.definition.stored?.mapping;
    const prepared = new Prepared(mapping);
    if (layout === undefined || mapping === undefined) return prepared;
    const rules = rulesOf(layout);
    const rows = new Rows(layout, operations.length);
    const breath = new Breath();
    for (let place = 0; place < operations.length; place++) {
      const operation = operations[place];
      if (operation === undefined) continue;
      if (operation.kind !== 'index' && operation.kind !== 'create') continue;
      const read: ReadDocument | ShapedRow | undefined =
        rows.read(operation.source) ?? readSoon(mapping, operation, rules);
      prepared.#read[place] = read;
      // those behind one that brings new fields are read by another mapping
      if (read !== undefined && 'mapping' in read && read.mapping !== mapping) break;
      if (breath.isDue) await breath.take();
    }
    return prepared;
  }

  take(place: number, mapping: IndexMapping): ReadDocument | ShapedRow | undefined {
    return mapping === this.#mapping ? this.#read[place] : undefined;
  }
}

/** Reads documents by shape: from their bytes when they are known to go that way, from their texts otherwise. */
class Rows {
  readonly #layout: IndexLayout;
  readonly #most: number;
  readonly #shapes: ShapeReader;
  #bytes: ByteReader | null = null;

  constructor(layout: IndexLayout, most: number) {
    this.#layout = layout;
    this.#most = most;
    this.#shapes = new ShapeReader(layout);
  }

  read(source: string | SourceBytes): ShapedRow | undefined {
    const { block } = this.#shapes;
    if (typeof source === 'string') {
      const shape = this.#shapes.read(source);
      return shape === null ? undefined : { block, row: block.rows - 1, shape };
    }
    const reader = this.#readerOf(source.bytes);
    const known = reader.read(source);
    if (known >= 0) return { block: reader.block, row: reader.block.rows - 1, shape: known };
    const shape = this.#shapes.read(source.text);
    if (shape === null) return undefined;
    reader.learn(shape);
    return { block, row: block.rows - 1, shape };
  }

  #readerOf(bytes: Buffer): ByteReader {
    if (!this.#bytes?.isOf(bytes)) this.#bytes = new ByteReader(this.#layout, bytes, this.#most);
    return this.#bytes;
  }
}

/** A document read the long way; one that is to be refused is so in its turn. */
function readSoon(
  mapping: IndexMapping,
  operation: Extract<WriteOperation, { readonly source: string | SourceBytes }>,
  rules: DocumentRules,
): ReadDocument | undefined {
  try {
    return readDocument(mapping, parseSource(textOfSource(operation.source)), operation.id ?? '', rules);
  } catch {
    return undefined;
  }
}
