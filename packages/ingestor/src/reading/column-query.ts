import type { SourceColumn } from '@datasarana/sources';

/**
 * `columns` and `formats` of an import: which column fills which field. Of objects those that occurred; a field that nobody mapped
 * is told by the rows that have it, since others follow that do not.
 */
export function columnQuery(
  all: readonly SourceColumn[],
  occurring?: readonly string[],
): Readonly<Record<string, string>> {
  if (occurring === undefined) return mappingOf(all);
  const there = new Set(occurring);
  return { ...mappingOf(all.filter(({ name }) => there.has(name))), reject_unknown: 'true' };
}

function mappingOf(columns: readonly SourceColumn[]): Readonly<Record<string, string>> {
  if (columns.length === 0) return {};
  const fields = columns.map(({ name, selected, item_id }) => [name, selected ? item_id : null]);
  const formats = columns.flatMap(({ name, selected, format }) => (selected && format ? [[name, format]] : []));
  return {
    columns: JSON.stringify(Object.fromEntries(fields)),
    ...(formats.length > 0 && { formats: JSON.stringify(Object.fromEntries(formats)) }),
  };
}
