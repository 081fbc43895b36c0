import { CLASSIFICATIONS } from '@datasarana/schema';
import { type TSchema, Type } from 'typebox';
import { Moment, nullable, openObject } from '../../http/replies.ts';

const Text = Type.String();
const MaybeText = nullable(Type.String());
const Whole = Type.Integer({ minimum: 0 });
/** Of an index (IDX-06). */
const Colour = Type.Union([Type.Literal('green'), Type.Literal('yellow'), Type.Literal('red')]);
const closed = { additionalProperties: false };

/** A field of a template (TPL-01); Object and Nested fields hold fields of their own. */
export const ItemReply: TSchema = Type.Object(
  {
    id: Text,
    data_id: Text,
    name: Text,
    description: MaybeText,
    display_name: MaybeText,
    value_type: Type.Integer({ description: 'TPL-02: 0 Byte … 61 Header' }),
    default_value: Type.Unknown(),
    mandatory: Type.Boolean(),
    can_search: Type.Boolean(),
    is_key: Type.Boolean(),
    is_private: Type.Boolean(),
    relationship: MaybeText,
    dependency: MaybeText,
    sequence: Type.Integer({ minimum: 1 }),
    unit: MaybeText,
    analyser: MaybeText,
    default_visual: MaybeText,
    default_aggregation: MaybeText,
    contributor: Text,
    system: Type.Boolean(),
    ts: Moment,
    allowed_values: Type.Array(
      Type.Object({ value: Text, label: Type.Optional(Text), colour: Type.Optional(Text) }, closed),
    ),
    items: Type.Array(openObject({ name: Text, value_type: Type.Integer() })),
  },
  { ...closed, $id: 'template.item' },
);

/** Settings of index, stream and archive (TPL-12…18). */
export const ConfigReply = openObject(
  { search_index: Type.Boolean(), search_shard: Whole, kafka_index: Type.Boolean(), kafka_shard: Whole },
  'template.config',
);

/** TPL-11. */
const properties = {
  name: Text,
  description: MaybeText,
  tags: Type.Array(Text),
  type: MaybeText,
  category: MaybeText,
  minor_category: MaybeText,
  classification: Type.Union(CLASSIFICATIONS.map((name) => Type.Literal(name))),
  avatar: MaybeText,
  is_public: Type.Boolean(),
  version_major: Whole,
  version_minor: Whole,
  deployed: Type.Boolean(),
  owner: Type.Object({ id: Text, full_name: Type.Optional(Text) }, closed),
};

export const TemplateReply: TSchema = Type.Object(
  {
    id: Text,
    label: Type.Literal('data.template'),
    ...properties,
    config: ConfigReply,
    items: Type.Array(ItemReply),
    status: Text,
    ts: Moment,
    ts_modified: Moment,
    ts_status: Moment,
    changed: Type.Boolean({ description: 'saved since it was deployed last' }),
    provisional: Type.Optional(Type.Literal(true, { description: 'goes by itself when nothing comes into it' })),
  },
  { ...closed, $id: 'template' },
);

const version = {
  id: Text,
  version: Type.String({ pattern: '^\\d+\\.\\d+$' }),
  ts: Moment,
  ...properties,
  mode: Type.Union([Type.Literal('deep'), Type.Literal('deploy')]),
  saved_by: Text,
};

/** The versions of a template, newest first, or one of them whole (TPL-33). */
export const VersionsReply = Type.Union([
  Type.Array(Type.Object({ ...version, fields: Whole }, closed)),
  Type.Object({ ...version, config: ConfigReply, items: Type.Array(ItemReply) }, closed),
]);

export const OwnerReply = Type.Object(
  { id: Text, label: Type.Literal('user'), full_name: MaybeText, email: MaybeText, avatar: MaybeText, status: Text },
  closed,
);

const Part = Type.Object({ name: Text, documents: Whole, bytes: Whole }, closed);

/** Size and health of each of many templates, for the overview. */
export const OverviewReply = Type.Array(
  Type.Object(
    {
      id: Text,
      documents: Whole,
      bytes: Whole,
      status: Colour,
      reason: Type.String({ description: 'in plain words, with the remedy' }),
    },
    closed,
  ),
);

/** os-stats (IDX-05), os-health (IDX-06), kafka-stats (STR-09). */
export const StatsReply = Type.Union([
  Type.Object(
    {
      documents: Whole,
      deleted: Whole,
      bytes: Whole,
      shards: Whole,
      replicas: Whole,
      partitions: Type.Array(Part),
      refreshed: Moment,
    },
    closed,
  ),
  Type.Object(
    {
      status: Colour,
      active_shards: Whole,
      unassigned_shards: Whole,
      reason: Type.String({ description: 'in plain words, with the remedy' }),
    },
    closed,
  ),
  Type.Object(
    {
      topic: Text,
      replicas: Whole,
      requested_replicas: Whole,
      partitions: Type.Array(
        Type.Object(
          {
            partition: Whole,
            first_offset: Whole,
            last_offset: Type.Integer({ minimum: -1 }),
            committed: Whole,
            lag: Whole,
            bytes: Whole,
          },
          closed,
        ),
      ),
      messages: Whole,
      lag: Whole,
      bytes: Whole,
      kept: Type.Boolean({ description: 'false: messages go once they are applied' }),
    },
    closed,
  ),
]);

export const IndexReply = Type.Object(
  { id: Text, shards: Whole, replicas: Whole, requested_replicas: Whole, source: Type.Boolean() },
  closed,
);

export const StreamReply = Type.Object(
  {
    id: Text,
    partitions: Whole,
    replicas: Whole,
    requested_replicas: Whole,
    compaction: Text,
    limit: Text,
    retention: Whole,
    note: Type.Optional(Text),
  },
  closed,
);

export const MessagesReply = Type.Array(
  Type.Object({ partition: Whole, offset: Whole, batch: Text, ts: Moment, format: Text, value: Text }, closed),
);
