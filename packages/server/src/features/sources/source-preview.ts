import { SAMPLES } from '@datasarana/schema';
import { type Cell, compileTransforms, type RowReader, type SourceColumn, tableOfFile } from '@datasarana/sources';
import { csvTable, openUpload, type Upload } from '@datasarana/sources/node';
import type { SourceBody } from './source-rows.ts';

/** Ten rows before and after the functions of their columns (API-82, SRC-07). */
export interface ConverterPreview {
  readonly columns: readonly string[];
  /** Value types that hold whatever the columns may hold, where the origin says so. */
  readonly types?: RowReader['types'];
  readonly before: readonly (readonly Cell[])[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

async function openBody({ bytes, open, text }: SourceBody, spare: string, signal: AbortSignal): Promise<Upload> {
  if (!text?.isOurs) return openUpload(bytes(signal), open, spare);
  return { file: { kind: 'text', format: 'csv', bytes: bytes(signal) }, close: async () => {} };
}

/** The first rows of what a source leads to; the rest is never fetched. */
export async function firstRows(
  body: SourceBody,
  spare: string,
  signal: AbortSignal,
): Promise<Pick<ConverterPreview, 'columns' | 'types' | 'before'>> {
  const { file, close } = await openBody(body, spare, signal);
  try {
    const reader: RowReader = file.format === 'csv' ? await csvTable(file.bytes, body.text) : await tableOfFile(file);
    const before: (readonly Cell[])[] = [];
    for await (const { rows } of reader.blocks) {
      before.push(...rows.slice(0, SAMPLES.valuesPerColumn - before.length));
      if (before.length >= SAMPLES.valuesPerColumn) break;
    }
    const types = reader.types ?? body.types?.();
    return { columns: reader.columns, ...(types && { types }), before };
  } finally {
    await close();
  }
}

/** Rows made of the sample values the columns carry; for files that are not at hand any more. */
export function sampledRows(columns: readonly SourceColumn[]): Pick<ConverterPreview, 'columns' | 'before'> {
  const height = Math.max(0, ...columns.map(({ sample }) => sample.length));
  const before = Array.from({ length: height }, (_, i) => columns.map(({ sample }) => sample[i] ?? null));
  return { columns: columns.map(({ name }) => name), before };
}

/** Applies the columns to rows: fields with their values after all functions. */
export function convert(
  { columns: names, types, before }: Pick<ConverterPreview, 'columns' | 'types' | 'before'>,
  columns: readonly SourceColumn[],
): ConverterPreview {
  const at = new Map(names.map((name, i) => [name, i]));
  const used = columns.filter(({ selected, item_id }) => selected && item_id !== null);
  const steps = used.map(({ name, item_id, transform }) => ({
    name,
    field: item_id ?? '',
    apply: compileTransforms(transform),
  }));
  const rows = before.map((row) => {
    const cells = (name: string): Cell | undefined => (at.has(name) ? (row[at.get(name) ?? 0] ?? null) : undefined);
    return Object.fromEntries(steps.map(({ name, field, apply }) => [field, apply(cells(name) ?? null, cells)]));
  });
  return { columns: names, ...(types && { types }), before, rows };
}
