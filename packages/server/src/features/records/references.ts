import { areaOfKind, reachOf, type SchemaItem } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { Edge, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { COMPUTED, type ComputedItem } from './computed.ts';
import { schemaOf } from './kinds.ts';
import type { Doc } from './record-shape.ts';
import { narrowToReach } from './visibility.ts';

/**
 * Records with what they refer to: items read from edges filled in, embedded references brought up to date. Takes one read per
 * edge label and one per kind referred to, however many records there are.
 */
export async function resolveReferences(
  store: RecordStore,
  scope: Scope,
  kind: string,
  recs: readonly Doc[],
): Promise<readonly Doc[]> {
  const { items } = schemaOf(kind);
  const ids = recs.map((rec) => String(rec.id));
  const computed = await Promise.all(
    Object.entries(COMPUTED[kind] ?? {}).map(async ([name, of]) => {
      return { name, of, edges: await store.edges(scope, ids, of.label, of.direction) };
    }),
  );
  const embedded = items.filter((item) => isReference(item) && !COMPUTED[kind]?.[item.name]);
  const wanted = wantedIds(recs, embedded, computed);
  const found = await readAll(store, scope, wanted);
  return recs.map((rec) => {
    const fromEdges = computed.map(({ name, of, edges }) => {
      const item = items.find((one) => one.name === name);
      return [name, (edges.get(String(rec.id)) ?? []).flatMap((edge) => viaEdge(edge, of, item, found))] as const;
    });
    const refreshed = embedded
      .filter((item) => rec[item.name] !== undefined)
      .map((item) => [item.name, refresh(rec[item.name], item, found)] as const);
    return { ...rec, ...Object.fromEntries([...fromEdges, ...refreshed]) };
  });
}

type Found = ReadonlyMap<string, ReadonlyMap<string, StoredRecord>>;
type Computed = readonly { readonly of: ComputedItem; readonly edges: ReadonlyMap<string, readonly Edge[]> }[];

const kindOf = (item: SchemaItem): string => (item.relationship ?? '').split('#')[0] ?? '';
const isReference = (item: SchemaItem): boolean =>
  item.relationship !== null && item.items.some((one) => one.name === 'id');
const farEnd = (edge: Edge, { direction }: ComputedItem): string => (direction === 'out' ? edge.to : edge.from);

function idOf(value: unknown): string | null {
  const id: unknown = value !== null && typeof value === 'object' ? Reflect.get(value, 'id') : null;
  return typeof id === 'string' && id !== '' ? id : null;
}

function wantedIds(
  recs: readonly Doc[],
  embedded: readonly SchemaItem[],
  computed: Computed,
): ReadonlyMap<string, Set<string>> {
  const wanted = new Map<string, Set<string>>();
  const want = (kind: string, id: string | null): void => {
    if (id === null || kind === '') return;
    wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id));
  };
  for (const rec of recs)
    for (const item of embedded) for (const value of [rec[item.name]].flat()) want(kindOf(item), idOf(value));
  for (const { of, edges } of computed) for (const edge of [...edges.values()].flat()) want(of.kind, farEnd(edge, of));
  return wanted;
}

async function readAll(store: RecordStore, scope: Scope, wanted: ReadonlyMap<string, Set<string>>): Promise<Found> {
  const read = [...wanted].map(async ([kind, ids]) => {
    const narrowed = await narrowedTo(store, scope, kind);
    const records = await store.getMany(scope, kind, narrowed ? [...ids].filter((id) => narrowed.has(id)) : [...ids]);
    const live = records.filter((record) => record.ts_removed === null);
    return [kind, new Map(live.map((record) => [record.id, record]))] as const;
  });
  return new Map(await Promise.all(read));
}

/** Templates, views and workspaces are told of to who reads them; people and properties by name to whoever reads the record. */
async function narrowedTo(store: RecordStore, scope: Scope, kind: string): Promise<ReadonlySet<string> | null> {
  const area = areaOfKind(kind);
  if (area !== 'templates' && area !== 'views') return null;
  const narrowed = await narrowToReach(store, kind, { scope, reach: reachOf(scope.roles, area, 'read') });
  return narrowed?.ids ? new Set(narrowed.ids) : null;
}

/** The shown items of a record that another one refers to. */
function shown(record: StoredRecord, item: SchemaItem | undefined): Doc {
  const names = (item?.items ?? []).map(({ name }) => name).filter((name) => name !== 'id' && name !== 'status');
  const known = names.filter((name) => record.doc[name] !== undefined).map((name) => [name, record.doc[name]]);
  return { id: record.id, ...Object.fromEntries(known), status: record.status };
}

function viaEdge(edge: Edge, of: ComputedItem, item: SchemaItem | undefined, found: Found): readonly Doc[] {
  const record = found.get(of.kind)?.get(farEnd(edge, of));
  return record ? [{ ...shown(record, item), ...edge.props }] : [];
}

function refresh(value: unknown, item: SchemaItem, found: Found): unknown {
  if (Array.isArray(value)) return value.map((entry) => refresh(entry, item, found));
  const id = idOf(value);
  const record = id === null ? undefined : found.get(kindOf(item))?.get(id);
  return record ? { ...Object(value), ...shown(record, item) } : value;
}
