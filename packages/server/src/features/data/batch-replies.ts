import { type TProperties, Type } from 'typebox';

const Count = Type.Integer({ minimum: 0 });
const Counts = {
  read: Count,
  accepted: Count,
  replaced: Count,
  unchanged: Count,
  rejected: Count,
};
/** The same where they may be missing. */
const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, Type.Optional(property)]));
const MaybeCounts = optional(Counts);
const MaybeText = Type.Union([Type.String(), Type.Null()]);
/** What stands in it is all there is: nothing is answered that is not written down here. */
const closed = { additionalProperties: false };

const RejectedCell = Type.Object(
  {
    line: Type.Integer({ description: '1-based line in the source' }),
    field: Type.String(),
    value: Type.Union([Type.String(), Type.Null()]),
    rule: Type.String(),
    reason: Type.String(),
  },
  closed,
);

const Short = Type.Optional(
  Type.Object(
    { rows: Count, lines: Type.Array(Type.Integer(), { description: 'of the first 100, 1-based' }) },
    { ...closed, description: 'rows with fewer cells than the header, taken in with the missing ones empty' },
  ),
);

const PartCounts = Type.Object(Counts, closed);
const CountedPart = Type.Object(
  {
    file: Type.String(),
    at: Type.Integer({ description: 'line of the batch on which its rows begin' }),
    line: Type.Integer({ description: 'line of the file itself that this one is' }),
    ...MaybeCounts,
  },
  closed,
);

const Cause = Type.Object(
  {
    field: Type.String({ description: 'empty for a row that could not be read as cells' }),
    rule: Type.String(),
    rows: Count,
    reasons: Type.Integer({ minimum: 1, description: 'how many different ones: a reason names the value it refuses' }),
    reason: Type.String({ description: 'of the first such row' }),
    value: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);

const Stored = Type.Record(Type.String(), Type.Unknown());
const Look = Type.Object(
  {
    added: Type.Array(Type.Object({ line: Type.Integer(), values: Stored }, closed), {
      description: 'the first records that would be new, as they would stand; texts are cut at 1,000 letters',
    }),
    replaced: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          line: Type.Integer(),
          before: Stored,
          after: Stored,
          changed: Type.Array(Type.String(), { description: 'fields whose values differ' }),
        },
        closed,
      ),
      { description: 'the first records that would be replaced' },
    ),
    duplicates: Type.Object(
      {
        by: Type.Union([Type.Literal('key'), Type.Literal('row')]),
        groups: Count,
        rows: Count,
        first: Type.Array(Type.Object({ values: Stored, rows: Count, lines: Type.Array(Type.Integer()) }, closed)),
      },
      { ...closed, description: 'rows that name the same record, or are alike where no key names one' },
    ),
    causes: Type.Array(Cause, { description: 'the most frequent first' }),
    wider: Type.Array(
      Type.Object(
        {
          field: Type.String(),
          type: Type.Union([Type.Literal('long'), Type.Literal('double'), Type.Literal('keyword')]),
          rows: Count,
        },
        closed,
      ),
      { description: 'refused rows that would be taken if their field were of the type' },
    ),
    zeros: Type.Array(Type.Object({ field: Type.String(), rows: Count, value: Type.String() }, closed), {
      description:
        'values of numeric fields that begin with zeros, as 00123, or end with them, as 1.10 beside 1.9, which numbers do not keep; one of them',
    }),
  },
  { ...closed, description: 'what a dry run shows beside its ledger' },
);

/** Answer of an import (STR-03): `read = accepted + replaced + unchanged + rejected`. */
export const ImportReply = Type.Object(
  {
    batch: Type.Union([Type.String(), Type.Null()], { description: 'null on a dry run' }),
    ...MaybeCounts,
    errors: Type.Optional(Type.Array(RejectedCell, { description: 'the first 100; all are kept' })),
    state: Type.Optional(Type.String({ description: 'running, with wait=durable' })),
    dry_run: Type.Optional(Type.Boolean()),
    upload: Type.Optional(Type.String({ description: 'id of the kept body, with dry_run and keep' })),
    parts: Type.Optional(Type.Array(PartCounts, { description: 'of each file that was named with `parts`' })),
    look: Type.Optional(Look),
    short: Short,
    earlier: Type.Optional(
      Type.Object(
        {
          batch: Type.String(),
          ts: Type.Integer({ description: 'epoch ms of its first byte' }),
          user_name: Type.String(),
          file: MaybeText,
        },
        { ...closed, description: 'the latest batch of the very same body into this template that was not undone' },
      ),
    ),
    repeated: Type.Optional(
      Type.Boolean({ description: 'it came before under the same request_id: this is what became of it then' }),
    ),
    note: Type.Optional(Type.String()),
  },
  closed,
);

/** Why rows are rejected, the most frequent cause first. */
export const CausesReply = Type.Array(Cause);

/** What became, or would become, of mended rows (SCR-08). */
export const ReplayReply = Type.Object(
  {
    batch: Type.String(),
    ...Counts,
    errors: Type.Array(RejectedCell, { description: 'the first 100 cells refused again' }),
    look: Type.Optional(Look),
    parts: Type.Optional(Type.Array(PartCounts)),
    dry_run: Type.Boolean(),
  },
  closed,
);

const LaterEdit = Type.Object(
  {
    id: Type.String(),
    what: Type.String({ description: 'changed or removed' }),
    batch: Type.Union([Type.String(), Type.Null()]),
    user: Type.Union([Type.String(), Type.Null()]),
    ts: Type.Integer({ description: 'epoch ms' }),
  },
  closed,
);

/** What undoing a batch did, or would do (SRC-36). */
export const UndoReply = Type.Object(
  {
    batch: Type.String(),
    removed: Type.Integer({ minimum: 0, description: 'records the batch had added' }),
    restored: Type.Integer({ minimum: 0, description: 'records it had replaced' }),
    kept: Type.Integer({ minimum: 0, description: 'records edited after it' }),
    later: Type.Array(LaterEdit, { description: 'the first 100 of those' }),
    ts: Type.Union([Type.Integer(), Type.Null()], { description: 'epoch ms; null when it was not undone' }),
    user_name: Type.String(),
    dry_run: Type.Boolean(),
  },
  closed,
);

const UndoCounts = { removed: Count, restored: Count, kept: Count };

const Progress = {
  phase: Type.String(),
  rows: Count,
  rate: Type.Number({ description: 'rows per second in this phase' }),
  size: Type.Optional(Type.Integer({ description: 'bytes that come in all' })),
  eta: Type.Optional(Type.Integer({ description: 'ms this phase may still take' })),
};

/** How far a dry run is. */
export const DryRunReply = Type.Object(
  { ...Progress, bytes: Count, total: Type.Integer({ minimum: 0, description: 'rows; 0 until the last one came' }) },
  closed,
);

/** A batch with its ledger and, while it runs, its progress. */
export const BatchReply = Type.Object(
  {
    id: Type.String(),
    batch: Type.String({ description: 'the same id' }),
    label: Type.Literal('data.batch'),
    template: Type.String(),
    template_name: Type.String(),
    state: Type.String({ description: 'running, done, undone, failed or cancelled' }),
    source: Type.String(),
    user: Type.String(),
    user_name: Type.String(),
    request_id: MaybeText,
    file: MaybeText,
    ts: Type.Integer({ description: 'epoch ms' }),
    ts_began: Type.Optional(Type.Integer({ description: 'epoch ms of the first byte' })),
    ts_durable: Type.Optional(Type.Integer({ description: 'epoch ms: safe in the stream' })),
    ts_applied: Type.Optional(Type.Integer({ description: 'epoch ms: stored in the index' })),
    ts_ended: Type.Optional(Type.Integer({ description: 'epoch ms: cancelled or given up' })),
    undone: Type.Optional(Type.Object({ ts: Type.Integer(), user_name: Type.String(), ...UndoCounts }, closed)),
    ...Counts,
    took: Type.Number({ description: 'ms' }),
    total: Count,
    bytes: Count,
    errors: Type.Array(RejectedCell),
    phase: Type.Optional(Progress.phase),
    rows: Type.Optional(Progress.rows),
    rate: Type.Optional(Progress.rate),
    size: Progress.size,
    eta: Progress.eta,
    sha256: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'of the body as it was sent' })),
    timeline: Type.Optional(
      Type.Array(
        Type.Object(
          {
            what: Type.String(),
            ts: Type.Integer({ description: 'epoch ms' }),
            user_name: Type.Optional(Type.String()),
            ...MaybeCounts,
            ...optional(UndoCounts),
          },
          closed,
        ),
        { description: 'received, durable, applied, cancelled, failed, replayed, undone; of one batch' },
      ),
    ),
    columns: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), field: MaybeText }), {
        description: 'how the cells of a rejected row are called, and which fields they fill',
      }),
    ),
    parts: Type.Optional(Type.Array(CountedPart, { description: 'files of one batch, with their counts' })),
    original: Type.Optional(Type.Boolean({ description: 'whether the file can be downloaded as it was sent' })),
    short: Short,
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);

const Raw = Type.Union([Type.String(), Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))]);

/** Rejected rows, kept whole with a reason per cell (STR-03). */
export const RejectedReply = Type.Array(
  Type.Object(
    {
      line: Type.Integer(),
      raw: Raw,
      cells: Type.Array(RejectedCell),
      origin: Type.Optional(Raw),
      at: Type.Optional(
        Type.Object({ file: Type.String(), line: Type.Integer() }, { description: 'where it stands in its own file' }),
      ),
    },
    { ...closed, description: '`origin` is the row as it came, once it was changed' },
  ),
);
