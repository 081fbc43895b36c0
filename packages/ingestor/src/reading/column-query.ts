import type { SourceColumn } from '@datasarana/sources';

/** `columns` and `formats` of an import: which column fills which field. */
export function columnQuery(columns: readonly SourceColumn[]): Readonly<Record<string, string>> {
  if (columns.length === 0) return {};
  const fields = columns.map(({ name, selected, item_id }) => [name, selected ? item_id : null]);
  const formats = columns.flatMap(({ name, selected, format }) => (selected && format ? [[name, format]] : []));
  return {
    columns: JSON.stringify(Object.fromEntries(fields)),
    ...(formats.length > 0 && { formats: JSON.stringify(Object.fromEntries(formats)) }),
  };
}
