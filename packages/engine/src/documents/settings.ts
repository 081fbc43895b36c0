import { type IndexRef, illegalArgument } from './refusal.ts';
import { refuseSettingValues } from './setting-values.ts';

type Body = Readonly<Record<string, unknown>>;

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Settings as flat names beginning with `index.`, values as text: `{index: {number_of_shards: 1}}` → `index.number_of_shards: '1'`. */
export function flatSettings(given: unknown): Readonly<Record<string, unknown>> {
  const flat: Record<string, unknown> = {};
  const walk = (value: unknown, path: string): void => {
    if (isBody(value)) {
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`);
      return;
    }
    const name = path.startsWith('index.') ? path : `index.${path}`;
    flat[name] = value === null ? null : Array.isArray(value) ? value.map(String) : String(value);
  };
  walk(given ?? {}, '');
  return flat;
}

type Nested = Map<string, unknown>;

const objectOf = (nested: Nested): Body =>
  Object.fromEntries([...nested].map(([name, value]) => [name, value instanceof Map ? objectOf(value) : value]));

/**
 * Settings as objects within each other, as OpenSearch writes them. Names come from callers: built of maps, a step called
 * `__proto__` reaches nothing but itself.
 */
export function nestedSettings(flat: Readonly<Record<string, unknown>>): Body {
  const nested: Nested = new Map();
  for (const [path, value] of Object.entries(flat)) {
    const steps = path.split('.');
    const last = steps.pop() ?? path;
    let at = nested;
    for (const step of steps) {
      const inner = at.get(step);
      const next: Nested = inner instanceof Map ? inner : new Map();
      at.set(step, next);
      at = next;
    }
    at.set(last, value);
  }
  return objectOf(nested);
}

/** Refuses settings of a template, in whatever spelling, whose values cannot be read. @throws PlatformError */
export const refuseTemplateSettings = (settings: unknown): void => refuseSettingValues(flatSettings(settings));

/** Settings an index is made with and keeps. */
const FIXED = new Set([
  'index.number_of_shards',
  'index.uuid',
  'index.creation_date',
  'index.provided_name',
  'index.version.created',
  'index.number_of_routing_shards',
  'index.routing_partition_size',
  'index.soft_deletes.enabled',
  'index.format',
  'index.replication.type',
  'index.append_only.enabled',
  'index.composite_index',
]);

/** Settings no index takes once it is made; documents are in the order of `index.sort` from the first one on. */
const isFixed = (name: string): boolean => FIXED.has(name) || name.startsWith('index.sort.');

/** One node has room for no copy beside the first: where none is enough, there is none. */
const expanded = (settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  String(settings['index.auto_expand_replicas']).startsWith('0-')
    ? { ...settings, 'index.number_of_replicas': '0' }
    : settings;

/** The settings of a new index, with what every index has. */
export function newSettings(given: Readonly<Record<string, unknown>>, name: string, uuid: string, created: number) {
  refuseSettingValues(given);
  const shards = Number(given['index.number_of_shards'] ?? 1);
  const routing = given['index.number_of_routing_shards'] ?? undefined;
  if (routing !== undefined && (Number(routing) < shards || Number(routing) % shards !== 0)) {
    throw illegalArgument(
      Number(routing) < shards
        ? `index.number_of_routing_shards [${routing}] must be >= index.number_of_shards [${shards}]`
        : `the number of source shards [${shards}] must be a factor of [${routing}]`,
    );
  }
  return expanded({
    'index.creation_date': String(created),
    'index.number_of_shards': '1',
    'index.number_of_replicas': '1',
    'index.uuid': uuid,
    'index.version.created': VERSION_ID,
    'index.provided_name': name,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  });
}

/** The number OpenSearch 2.19.1 keeps for itself. */
const VERSION_ID = '136407927';

/** Settings that are read when an index is opened: OpenSearch changes them while it is closed. */
const OF_CLOSED =
  /^index\.(?:(?:analysis|similarity|store)\..*|codec(?:\..*)?|mapping\.(?:coerce|ignore_malformed)|shard\.check_on_startup|load_fixed_bitset_filters_eagerly|queries\.cache\.enabled|fielddata\.cache|merge\.policy|data_path)$/;

/** Settings after a change; null takes one back to what it is without being set. */
export function changedSettings(
  known: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
  { index, index_uuid }: IndexRef,
  { preserve, closed }: { readonly preserve: boolean; readonly closed: boolean },
): Readonly<Record<string, unknown>> {
  const names = Object.keys(change);
  const final = closed ? names.find(isFixed) : undefined;
  if (final !== undefined) throw illegalArgument(`final ${index} setting [${final}], not updateable`);
  const fixed = closed ? [] : names.filter((name) => isFixed(name) || OF_CLOSED.test(name));
  if (fixed.length > 0) {
    throw illegalArgument(
      `Can't update non dynamic settings [[${fixed.join(', ')}]] for open indices [[${index}/${index_uuid}]]`,
    );
  }
  refuseSettingValues(change);
  const added = preserve
    ? Object.fromEntries(Object.entries(change).filter(([name]) => known[name] === undefined))
    : change;
  const after: Record<string, unknown> = { ...known, ...added };
  for (const [name, value] of Object.entries(added)) if (value === null) delete after[name];
  return expanded({ 'index.number_of_replicas': '1', ...after });
}
