import { type SchemaItem, schemaOfKind, type ValueFamily, valueTypeRow } from '@datasarana/schema';
import { type TSchema, Type } from 'typebox';
import { Moment, nullable, openObject } from '../../http/replies.ts';
import { SUMMARY } from './visibility.ts';

const Simple = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const VALUES: Readonly<Record<ValueFamily, (items: readonly SchemaItem[]) => TSchema>> = {
  number: () => Type.Number(),
  text: () => Type.String(),
  date: () => Moment,
  boolean: () => Type.Boolean(),
  binary: () => Type.String({ description: 'base64' }),
  list: () => Type.Array(Simple),
  object: (items) => openObject(propertiesOf(items)),
  objects: (items) => Type.Array(openObject(propertiesOf(items))),
  point: () => Type.Unknown(),
  shape: () => Type.Unknown(),
  none: () => Type.Null(),
};

const propertiesOf = (items: readonly SchemaItem[]): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    items.map((item) => {
      const value = VALUES[valueTypeRow(item.value_type).family](item.items);
      const { description, unit, display_name } = item;
      const told = [display_name, description, unit].filter(Boolean).join(', ');
      return [item.name, Type.Optional(Type.Union([value, Type.Null()], told === '' ? {} : { description: told }))];
    }),
  );

/** What every record is answered with (REC-02, REC-31, REC-41). */
const stamps = (label: TSchema) => ({
  label,
  id: Type.String(),
  status: Type.String(),
  ts: Moment,
  ts_modified: Moment,
  ts_status: Moment,
  ts_removed: Type.Optional(nullable(Moment)),
});

const made = new Map<string, TSchema>();

/** A record of a kind as it is answered: stamps, and the items of its schema where they are filled. */
export function recordReply(kind: string): TSchema {
  const known = made.get(kind);
  if (known) return known;
  const { items } = schemaOfKind(kind) ?? { items: [] };
  const reply = openObject({ ...propertiesOf(items), ...stamps(Type.Literal(kind)) }, kind);
  made.set(kind, reply);
  return reply;
}

/** A record of a kind that the path names. */
export const AnyRecordReply = openObject(stamps(Type.String()), 'record');

/** A record of a kind, or what of it everyone may know (API-33, API-43). */
export function shownReply(kind: string): TSchema {
  const summary = SUMMARY[kind];
  if (summary === undefined) return recordReply(kind);
  const few = summary.filter((name) => name !== 'label' && name !== 'id');
  const named = Object.fromEntries(few.map((name) => [name, Type.Optional(nullable(Type.String()))]));
  const Summary = Type.Object(
    { label: Type.Literal(kind), id: Type.String(), ...named },
    { additionalProperties: false, $id: `${kind}.summary` },
  );
  return Type.Union([recordReply(kind), Summary]);
}

/** Who changed what of a record when, newest first. */
export const HistoryReply = Type.Array(
  Type.Object(
    {
      record: Type.String(),
      kind: Type.String(),
      version: Type.Integer({ minimum: 1 }),
      ts: Moment,
      user: Type.String(),
      op: Type.String(),
      request_id: Type.String(),
      token: Type.Optional(Type.String({ description: 'id of the API token it was done with' })),
      changes: Type.Array(
        Type.Object(
          { path: Type.String(), before: Type.Unknown(), after: Type.Unknown() },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  ),
);
