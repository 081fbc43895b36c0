import { type TProperties, type TSchema, Type } from 'typebox';

/** Shapes of `data` that many calls answer. */
export const CountReply = Type.Object({ count: Type.Integer({ minimum: 0 }) }, { additionalProperties: false });
export const IdReply = Type.Object({ id: Type.String() }, { additionalProperties: false });
export const RemovedReply = Type.Object({ removed: Type.Integer({ minimum: 0 }) }, { additionalProperties: false });

/** Links made or taken away, and those that were so already (API-60). */
export const MembersReply = (done: 'added' | 'removed') =>
  Type.Object(
    { [done]: Type.Integer({ minimum: 0 }), unchanged: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  );

export const nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);

/** A file, as a call may answer it in place of the envelope. */
export const FILE: TSchema = Type.Unknown({ description: 'the bytes of the file' });

/** Time in epoch ms. */
export const Moment = Type.Integer({ description: 'epoch ms' });

/** An object that may hold more than what is promised. */
export const openObject = (properties: TProperties, $id?: string): TSchema =>
  Type.Object(properties, { additionalProperties: true, ...($id !== undefined && { $id }) });

/** `error` of a reply that went wrong (API-04); `hint` says what to do next (ERR-29). */
const ErrorObject = Type.Object(
  {
    message: Type.String(),
    hint: Type.String(),
    error: Type.Object(
      {
        type: Type.Union(
          [
            'validation',
            'conflict',
            'authentication',
            'authorisation',
            'not_found',
            'malformed',
            'upstream',
            'internal',
          ].map((type) => Type.Literal(type)),
        ),
        reason: Type.String(),
        status: Type.Optional(Type.Integer({ description: 'authorisation status: 0 to 4' })),
        fields: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'path → message' })),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false, $id: 'error' },
);

const times = {
  code: Type.Integer({ description: 'reply code, see docs/errors.md' }),
  ts: Moment,
  took: Type.Integer({ description: 'ms', minimum: 0 }),
};

/** The envelope of a reply that went well (API-03); `data` is null where a read found nothing. */
export const goodReply = (data: TSchema): TSchema =>
  Type.Object(
    { ...times, data: nullable(data), error: Type.Null(), total: Type.Optional(Type.Integer({ minimum: 0 })) },
    { additionalProperties: false },
  );

/** The envelope of a reply that went wrong; `data` holds the current record on a conflict (REC-38). */
export const BadReply: TSchema = Type.Object(
  { ...times, data: Type.Unknown(), error: ErrorObject },
  { additionalProperties: false, $id: 'failed' },
);
