import { Type } from 'typebox';

const Count = Type.Integer({ minimum: 0 });
const MaybeText = Type.Union([Type.String(), Type.Null()]);
const open = { additionalProperties: true };
const closed = { additionalProperties: false };

/** What became of a single record (API-30). */
export const PutReply = Type.Object(
  {
    id: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    result: Type.Union(['added', 'replaced', 'unchanged'].map((result) => Type.Literal(result))),
    ts: Type.Integer({ description: 'epoch ms' }),
  },
  closed,
);

/** One data record (API-29, ENT-48). */
export const DataRecordReply = Type.Object(
  {
    id: Type.String(),
    version: Type.Integer({ minimum: 1 }),
    meta: Type.Object(
      {
        id: Type.String(),
        user_id: MaybeText,
        user_name: MaybeText,
        location: Type.Union([Type.Object({ lat: Type.Number(), lon: Type.Number() }), Type.Null()]),
        group_id: MaybeText,
        group_name: MaybeText,
        template_id: MaybeText,
        template_name: MaybeText,
        schema_version: MaybeText,
      },
      open,
    ),
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  open,
);

/** States of data records, the latest first. */
export const DataStatesReply = Type.Array(
  Type.Object(
    {
      ...DataRecordReply.properties,
      until: Type.Union([Type.Integer(), Type.Null()], {
        description: 'epoch ms at which it was changed or removed; null as it is now',
      }),
      removed: Type.Boolean({ description: 'nothing took its place' }),
      removed_by: Type.Union([Type.String(), Type.Null()], {
        description: 'who removed it, or took its batch back; null where nobody did, or nobody knows',
      }),
    },
    open,
  ),
);

const Hit = Type.Object(
  { _id: Type.String(), _score: Type.Optional(Type.Union([Type.Number(), Type.Null()])) },
  { ...open, description: '_source and sort as asked' },
);

const Share = Type.Object(
  {
    at: Type.String({ description: '`shards`, `time`, or the way to an aggregation: `by day>name`' }),
    kind: Type.Union([Type.Literal('approximate'), Type.Literal('partial')]),
    bound: Type.Optional(Type.Number({ description: 'how far a figure may lie from the true one, 0.001 = 0.1 %' })),
    shown: Type.Optional(Count),
    of: Type.Optional(Count),
  },
  { additionalProperties: false },
);

/** How far an answer can be trusted (QRY-24). */
const AccuracyReply = Type.Object(
  {
    kind: Type.Union(['exact', 'approximate', 'partial'].map((kind) => Type.Literal(kind))),
    notes: Type.Array(Share),
  },
  { additionalProperties: false },
);

/** OpenSearch's answer with exact totals (API-31). */
export const SearchReply = Type.Object(
  {
    took: Type.Integer({ description: 'ms' }),
    timed_out: Type.Boolean(),
    hits: Type.Object(
      {
        total: Type.Object({ value: Count, relation: Type.Literal('eq') }, { additionalProperties: false }),
        hits: Type.Array(Hit),
      },
      open,
    ),
    aggregations: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    accuracy: AccuracyReply,
  },
  open,
);

/** All matches as hits (API-32); `format=csv` and `format=ndjson` stream rows without an envelope. */
export const HitsReply = Type.Array(Hit);
