import { invalid, notFound } from '@datasarana/schema';
import type { Source, SourceColumn } from '@datasarana/sources';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { CONVERTER_KIND, type Converter, converterOf, SOURCE_KIND, sourceOf } from '../sources/source-record.ts';
import type { ColumnChoice } from './column-plan.ts';

/** Converters of one source that are looked through, the newest first. */
const MOST_CONVERTERS = 1000;

/** Columns as the import takes them; the others are left out. Where none was ever chosen, none is. */
export function choiceOf(columns: readonly SourceColumn[]): ColumnChoice {
  const used = columns.filter(({ selected, item_id }) => selected && item_id !== null);
  return {
    columns: Object.fromEntries(columns.map(({ name, selected, item_id }) => [name, selected ? item_id : null])),
    formats: Object.fromEntries(used.flatMap(({ name, format }) => (format ? [[name, format]] : []))),
    transforms: Object.fromEntries(
      used.flatMap(({ name, transform }) => (transform.length > 0 ? [[name, transform]] : [])),
    ),
    ignoreUnknown: columns.length > 0,
  };
}

const find = async (records: RecordStore, scope: Scope, kind: string, id: string): Promise<StoredRecord | null> => {
  const record = await records.get(scope, kind, id);
  return record?.ts_removed === null ? record : null;
};

const noColumns = (reason: string, remedy: string): Error => invalid({ source: reason }, `${reason}. ${remedy}`);

function converterFor(template: string, record: StoredRecord): Converter {
  const converter = converterOf(record);
  const { name, template: own } = converter;
  if (own === null || own === template) return converter;
  throw noColumns(
    `The converter '${name}' was made for the template '${own}', not for '${template}'`,
    'Name a converter of this template, or leave it out.',
  );
}

/** Those of the newest converter of a source that fits the template, else those the source was saved with. */
async function columnsOfSource(
  records: RecordStore,
  scope: Scope,
  source: Source,
  template: string,
): Promise<readonly SourceColumn[]> {
  const page = { keys: [], keyword: '', where: { source: source.id }, from: 0, to: MOST_CONVERTERS };
  const converters = (await records.search(scope, CONVERTER_KIND, page)).records.map(converterOf);
  const made =
    converters.find((each) => each.template === template) ?? converters.find((each) => each.template === null);
  const columns = made?.columns ?? source.columns;
  if (columns.length > 0) return columns;
  throw noColumns(
    `The source '${source.name}' has no columns for the template '${template}'`,
    'Keep a converter for it, or leave it out.',
  );
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
  const converter = await find(records, scope, CONVERTER_KIND, id);
  if (!converter) throw notFound(`There is no converter '${id}'.`);
  return converterFor(template, converter).columns;
}

/** What is taken over from a source or converter. */
type TakenOver = Pick<Converter, 'columns'> & Partial<Pick<Converter, 'opening'>>;

/**
 * What `source` of an import picks (STR-02): the columns of a source, or those of a converter and how it opens its files.
 * @throws PlatformError 34/404 when there is neither of this id, 31/422 when it has none for the template
 */
export async function importChoice(
  records: RecordStore,
  scope: Scope,
  id: string,
  template: string,
): Promise<TakenOver> {
  const converter = await find(records, scope, CONVERTER_KIND, id);
  if (converter) return converterFor(template, converter);
  const source = await find(records, scope, SOURCE_KIND, id);
  if (!source) throw notFound(`There is no source or converter '${id}'.`);
  return { columns: await columnsOfSource(records, scope, sourceOf(source), template) };
}
