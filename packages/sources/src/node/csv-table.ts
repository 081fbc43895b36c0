import { splitRows } from '../csv/split.ts';
import type { RowLines } from '../rows/line-map.ts';
import type { RowBlock, RowReader } from '../rows/row-reader.ts';
import { type ScanOptions, scanCsv } from './scan.ts';
import type { ScanHeader, ShortRows } from './scan-result.ts';

/** Delimited text as a table of cells. */
export interface CsvTable extends RowReader, ScanHeader {
  /** Known once the last block was read. */
  readonly short: () => ShortRows;
}

const NONE: ShortRows = { rows: 0, lines: [] };

/** Delimited text as a table of cells, where they have to be looked at one by one. @throws FileRefused */
export async function csvTable(
  bytes: AsyncIterable<Uint8Array>,
  options: Pick<ScanOptions, 'delimiter' | 'escapes' | 'encoding' | 'headerRow' | 'isOurs' | 'signal'> = {},
): Promise<CsvTable> {
  const opened = Promise.withResolvers<{ header: ScanHeader; lines: RowLines }>();
  const stop = new AbortController();
  const channel = new TransformStream<RowBlock, RowBlock>(undefined, { highWaterMark: 2 }, { highWaterMark: 2 });
  const writer = channel.writable.getWriter();
  let ordinal = 0;
  let short = NONE;
  const sink = {
    async write(block: Buffer): Promise<void> {
      const { header, lines } = await opened.promise;
      const { rows } = splitRows(block.toString('utf8'), header.delimiter);
      const places = rows.map((_, i) => lines.lineOf(ordinal + i));
      ordinal += rows.length;
      await writer.write({ rows, lines: places, setAside: [] });
    },
  };
  const signal = options.signal ? AbortSignal.any([stop.signal, options.signal]) : stop.signal;
  const onHeader = (header: ScanHeader, lines: RowLines): void => opened.resolve({ header, lines });
  scanCsv(bytes, sink, { ...options, signal, onHeader })
    .then(async ({ structural, ...result }) => {
      short = result.short;
      if (structural.length > 0) await writer.write({ rows: [], lines: [], setAside: structural });
      await writer.close();
    })
    .catch(async (cause: unknown) => {
      opened.reject(cause);
      await writer.abort(cause).catch(() => {});
    });
  const { header } = await opened.promise;
  async function* blocks(): AsyncGenerator<RowBlock> {
    const reader = channel.readable.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    } finally {
      stop.abort();
      await reader.cancel().catch(() => {});
    }
  }
  return { ...header, blocks: blocks(), short: () => short };
}
