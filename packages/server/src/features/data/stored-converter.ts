import { invalid, notFound } from '@datasarana/schema';
import type { SourceColumn } from '@datasarana/sources';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { CONVERTER_KIND, converterOf } from '../sources/source-record.ts';
import type { ColumnChoice } from './column-plan.ts';

/** Columns as the import takes them; the others are left out. */
export function choiceOf(columns: readonly SourceColumn[]): ColumnChoice {
  const used = columns.filter(({ selected, item_id }) => selected && item_id !== null);
  return {
    columns: Object.fromEntries(columns.map(({ name, selected, item_id }) => [name, selected ? item_id : null])),
    formats: Object.fromEntries(used.flatMap(({ name, format }) => (format ? [[name, format]] : []))),
    transforms: Object.fromEntries(
      used.flatMap(({ name, transform }) => (transform.length > 0 ? [[name, transform]] : [])),
    ),
    ignoreUnknown: true,
  };
}

/**
 * How a stored converter of the caller's tenant turns columns into fields of a template.
 * @throws PlatformError 34/404 when there is none of this id, 31/422 when it was made for another template
 */
export async function converterColumns(
  records: RecordStore,
  scope: Scope,
  id: string,
  template: string,
): Promise<readonly SourceColumn[]> {
  const record = await records.get(scope, CONVERTER_KIND, id);
  if (!record || record.ts_removed !== null) throw notFound(`There is no converter '${id}'.`);
  const { name, template: own, columns } = converterOf(record);
  if (own === null || own === template) return columns;
  const reason = `The converter '${name}' was made for the template '${own}', not for '${template}'`;
  throw invalid({ source: reason }, `${reason}. Name a converter of this template, or leave it out.`);
}
