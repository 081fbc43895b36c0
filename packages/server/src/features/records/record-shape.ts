import { MASKED, type SchemaItem } from '@datasarana/schema';
import { isSecretField } from '../../stores/records/secret-fields.ts';
import { COMPUTED } from './computed.ts';

export type Doc = Readonly<Record<string, unknown>>;

/** Items kept as columns of the store, or made by the server: never part of a stored document. */
const NOT_STORED: ReadonlySet<string> = new Set([
  'id',
  'label',
  'status',
  'ts',
  'ts_modified',
  'ts_status',
  'ts_removed',
  'counts',
]);

/** Names a caller may send back beside the schema's items without being told they are unknown (REC-40, REC-41). */
export const SENT_BACK = ['ts_removed', 'counts'];

/** The part of a sent record that is stored; items read from edges are left to their own calls. */
export function toDoc(kind: string, body: Doc): Record<string, unknown> {
  const computed = COMPUTED[kind] ?? {};
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !NOT_STORED.has(name) && !Object.hasOwn(computed, name)),
  );
}

/** Declared defaults where a new record says nothing (REC-06). */
export function withDefaults(items: readonly SchemaItem[], doc: Doc): Record<string, unknown> {
  const defaults = items
    .filter((item) => item.default_value !== null && item.default_value !== undefined && !NOT_STORED.has(item.name))
    .map((item) => [item.name, item.default_value]);
  return { ...Object.fromEntries(defaults), ...doc };
}

/** Puts the stored secret where a write sent its mask back (SEC-01). Entries of lists meet by id, else by place. */
export function keepSecrets(sent: unknown, stored: unknown): unknown {
  if (Array.isArray(sent)) {
    const old: readonly unknown[] = Array.isArray(stored) ? stored : [];
    return sent.map((entry, at) => keepSecrets(entry, counterpart(entry, old, at)));
  }
  if (sent === null || typeof sent !== 'object') return sent;
  const before: Doc = stored !== null && typeof stored === 'object' ? Object(stored) : {};
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      isSecretField(name) && value === MASKED ? (before[name] ?? null) : keepSecrets(value, before[name]),
    ]),
  );
}

function counterpart(entry: unknown, old: readonly unknown[], at: number): unknown {
  const id: unknown = entry !== null && typeof entry === 'object' ? Reflect.get(entry, 'id') : undefined;
  if (typeof id !== 'string') return old[at];
  return old.find((other) => other !== null && typeof other === 'object' && Reflect.get(other, 'id') === id);
}
