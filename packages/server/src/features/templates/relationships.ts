import { invalid, type SchemaItem, schemaOfKind } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import type { Faults } from './read-item.ts';
import { TEMPLATE_KIND, templateOf } from './template.ts';

type Items = readonly Pick<SchemaItem, 'name' | 'items'>[];

/** Where a relationship stands in what was sent, and what it names. */
interface Relation {
  readonly path: string;
  readonly names: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function relationsOf(items: unknown, path = 'items'): readonly Relation[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, i) => {
    if (!isRecord(item)) return [];
    const { relationship } = item;
    const own = typeof relationship === 'string' && relationship !== '';
    return [
      ...(own ? [{ path: `${path}.${i}.relationship`, names: relationship }] : []),
      ...relationsOf(item.items, `${path}.${i}.items`),
    ];
  });
}

async function itemsOf(records: RecordStore, scope: Scope, schema: string): Promise<Items | null> {
  const known = schemaOfKind(schema);
  if (known) return known.items;
  const template = await records.get(scope, TEMPLATE_KIND, schema);
  if (template && template.ts_removed === null) return templateOf(template).items;
  const wanted = { keys: [], keyword: '', where: { name: schema }, from: 0, to: 1 };
  const found = (await records.search(scope, TEMPLATE_KIND, wanted)).records[0];
  return found ? templateOf(found).items : null;
}

async function faultOf(records: RecordStore, scope: Scope, names: string): Promise<string | null> {
  const [schema = '', item] = names.split('#');
  const items = await itemsOf(records, scope, schema);
  if (items === null)
    return `There is no schema or template '${schema}'; name one, as user or user#id, or leave the relationship out`;
  if (item === undefined || item === 'id' || items.some(({ name }) => name === item)) return null;
  return `'${schema}' has no item '${item}'; name one it has, or '${schema}' alone`;
}

/**
 * Refuses fields that are to be linked with what is not there (SCH-21). What a template named before it may keep: nobody is
 * held up by a template that was removed since.
 * @throws PlatformError 31/422 by path
 */
export async function refuseRelationships(
  records: RecordStore,
  scope: Scope,
  sent: unknown,
  before: unknown = [],
): Promise<void> {
  const kept = new Set(relationsOf(before).map(({ names }) => names));
  const faults: Faults = {};
  for (const { path, names } of relationsOf(sent)) {
    const fault = kept.has(names) ? null : await faultOf(records, scope, names);
    if (fault !== null) faults[path] = fault;
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}
