import { PlatformError } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';
import { Breath } from '../store/breath.ts';
import { MadeIds } from './document-id.ts';
import type { DocumentLines } from './document-lines.ts';
import type { IndexMapping } from './mapping.ts';
import { BuiltRun } from './shapes/bytes/built-run.ts';
import type { ByteBlock } from './shapes/bytes/byte-block.ts';
import { ByteReader } from './shapes/bytes/byte-reader.ts';
import { ShapeReader } from './shapes/shape-reader.ts';
import { timestampRuleOf } from './timestamp-rule.ts';

/** Documents of which each is the row of a block at its place; holds as long as the mapping is still the same. */
export interface ReadLines {
  readonly mapping: IndexMapping;
  readonly block: ByteBlock;
  /** Ids that are made for them. */
  readonly ids: MadeIds;
  /** Their rows, where they could be put together before their turn. */
  readonly built: BuiltRun | null;
}

/** Whether each document tells its time, where the index asks for it. */
function areTimed(layout: IndexLayout, { count }: DocumentLines, block: ByteBlock): boolean {
  const rule = timestampRuleOf(layout);
  if (rule === null) return true;
  try {
    for (let row = 0; row < count; row++) rule({ block, row, shape: 0 });
    return true;
  } catch (error) {
    if (error instanceof PlatformError) return false;
    throw error;
  }
}

/** Reads documents from their bytes, and gets to know the shapes of those that are the first to have them. */
class LinesReader {
  readonly #lines: DocumentLines;
  readonly #bytes: ByteReader;
  readonly #shapes: ShapeReader;

  constructor(layout: IndexLayout, lines: DocumentLines) {
    this.#lines = lines;
    this.#bytes = new ByteReader(layout, lines.bytes, lines.count);
    this.#shapes = new ShapeReader(layout);
  }

  get block(): ByteBlock {
    return this.#bytes.block;
  }

  /** Reads the next document. @returns false when it has to be read another way */
  read(place: number): boolean {
    const from = this.#lines.starts[place] ?? 0;
    const to = this.#lines.ends[place] ?? 0;
    if (this.#bytes.readAt(from, to) >= 0) return true;
    const shape = this.#shapes.read(this.#lines.source(place).text);
    return shape !== null && this.#bytes.learn(shape) && this.#bytes.readAt(from, to) >= 0;
  }
}

/**
 * Reads documents from their bytes; null when one of them has to be read another way, or is to be refused.
 * @param builds whether their rows are put together, too
 */
export async function readLines(
  layout: IndexLayout | undefined,
  lines: DocumentLines,
  builds: boolean,
): Promise<ReadLines | null> {
  const mapping = layout?.definition.stored?.mapping;
  if (layout === undefined || mapping === undefined) return null;
  const reader = new LinesReader(layout, lines);
  const breath = new Breath();
  for (let place = 0; place < lines.count; place++) {
    if (!reader.read(place)) return null;
    if ((place & 255) === 255 && breath.isDue) await breath.take();
  }
  const { block } = reader;
  if (!areTimed(layout, lines, block)) return null;
  const ids = new MadeIds(lines.count);
  return { mapping, block, ids, built: builds ? BuiltRun.of(layout, block, ids) : null };
}
