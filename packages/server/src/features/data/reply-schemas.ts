import { Type } from 'typebox';

const Count = Type.Integer({ minimum: 0 });
const Counts = {
  read: Count,
  accepted: Count,
  replaced: Count,
  unchanged: Count,
  rejected: Count,
};
const open = { additionalProperties: true };

const RejectedCell = Type.Object(
  {
    line: Type.Integer({ description: '1-based line in the source' }),
    field: Type.String(),
    value: Type.Union([Type.String(), Type.Null()]),
    rule: Type.String(),
    reason: Type.String(),
  },
  open,
);

/** Answer of an import (STR-03): `read = accepted + replaced + unchanged + rejected`. */
export const ImportReply = Type.Object(
  {
    batch: Type.Union([Type.String(), Type.Null()], { description: 'null on a dry run' }),
    ...Object.fromEntries(Object.entries(Counts).map(([name, count]) => [name, Type.Optional(count)])),
    errors: Type.Optional(Type.Array(RejectedCell, { description: 'the first 100; all are kept' })),
    state: Type.Optional(Type.String({ description: 'running, with wait=durable' })),
    dry_run: Type.Optional(Type.Boolean()),
    note: Type.Optional(Type.String()),
  },
  open,
);

/** A batch with its ledger and, while it runs, its progress. */
export const BatchReply = Type.Object(
  {
    batch: Type.String(),
    template: Type.String(),
    template_name: Type.String(),
    state: Type.String({ description: 'running, done, failed or cancelled' }),
    source: Type.String(),
    user_name: Type.String(),
    ts: Type.Integer({ description: 'epoch ms' }),
    ...Counts,
    took: Type.Number({ description: 'ms' }),
    total: Count,
    bytes: Count,
    errors: Type.Array(RejectedCell),
    phase: Type.Optional(Type.String()),
    rows: Type.Optional(Count),
    rate: Type.Optional(Type.Number({ description: 'rows per second in this phase' })),
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  open,
);
