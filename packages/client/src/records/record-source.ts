import { type FieldErrors, type Schema, stampRecord, validateRecord } from '@datasarana/schema';
import type { Client } from '../client.ts';
import { endpointsOfKind } from './kind-endpoints.ts';

/** A record as the server sends it, by name of its items. */
export type Values = Readonly<Record<string, unknown>>;

/** What a record is made after: a system schema, or the fields of a template under its name. */
export type RecordSchema = Pick<Schema, 'name' | 'items'>;

/** A record as its calls answer it. */
export interface StoredValues {
  readonly id: string;
  readonly values: Values;
  /** What a guarded write says it is based on: ts_modified, or a version. */
  readonly base: number;
}

export interface RecordChange {
  readonly id: string;
  /** Only what differs from the stored record. */
  readonly fields: Values;
  /** Refuse when the stored record has another base by now (REC-38); undefined = write in any case. */
  readonly base: number | undefined;
}

/** Where records of one kind live: their calls, and what makes one complete and valid. */
export interface RecordSource {
  get(id: string): Promise<StoredValues | null>;
  add(values: Values): Promise<StoredValues>;
  /** Null when the reply holds no record. */
  change(change: RecordChange): Promise<StoredValues | null>;
  delete(id: string): Promise<void>;
  /** The record inside the data of a reply, or null when there is none. */
  stored(data: unknown): StoredValues | null;
  /** Items the platform writes with every change by itself: no person chooses between two of them. */
  readonly stamps: ReadonlySet<string>;
  /** Items that are lists of parts, each with a name: a person chooses between two of a part. */
  readonly lists?: ReadonlySet<string>;
  /** Fills what a person never types, as id and stamps (REC-36). */
  complete(values: Values): Values;
  check(values: Values): FieldErrors;
}

/** Never written back (REC-41). */
const NOT_SENT: ReadonlySet<string> = new Set(['label']);

const sent = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !NOT_SENT.has(name)));

/** What every kind shares: a reply holds the record itself, its ts_modified is the base. */
export function storedRecord(data: unknown): StoredValues | null {
  if (typeof data !== 'object' || data === null || !('id' in data)) return null;
  const { id, ts_modified } = data as { readonly id: unknown; readonly ts_modified?: unknown };
  return { id: String(id), values: { ...data }, base: typeof ts_modified === 'number' ? ts_modified : 0 };
}

/** Body of a guarded change: the fields, the id, and what they are based on. */
export const changeBody = ({ id, fields, base }: RecordChange): Values => ({
  ...sent(fields),
  id,
  ...(base !== undefined && base > 0 && { ts_modified: base }),
});

export const STAMPS: ReadonlySet<string> = new Set(['id', 'label', 'ts', 'ts_modified', 'ts_status']);

/** Records of a kind by the calls of its family (REC-20…22, REC-42). */
export function kindSource(client: Client, schema: RecordSchema): RecordSource {
  const { get, add, change, delete: remove, params } = endpointsOfKind(schema.name);
  return {
    get: async (id) => {
      const { data } = await client.call<unknown>(get, { params: { ...params, id } });
      return storedRecord(data);
    },
    add: async (values) => {
      const body = sent(values);
      const { data } = await client.call<unknown>(add, { params, body });
      return storedRecord(data) ?? { id: String(body.id), values: body, base: 0 };
    },
    change: async (wanted) => {
      const { data } = await client.call<unknown>(change, { params, body: changeBody(wanted) });
      return storedRecord(data);
    },
    delete: async (id) => {
      await client.call(remove, { params: { ...params, id } });
    },
    stored: storedRecord,
    stamps: STAMPS,
    complete: (values) => stampRecord(schema.items, values, client.timers.now()),
    check: (values) => validateRecord(schema, values, { keepUnknown: true }),
  };
}
