import { type Static, Type } from 'typebox';

const text = Type.String({ maxLength: 500 });
const count = Type.Integer({ minimum: 0 });

const TaskReport = Type.Object(
  {
    id: text,
    template: text,
    state: text,
    read: count,
    accepted: count,
    replaced: count,
    unchanged: count,
    rejected: count,
    waiting: count,
    rate: Type.Number({ minimum: 0, description: 'rows per second of the last minute' }),
    idle: Type.Union([text, Type.Null()], { description: 'why nothing moves' }),
  },
  { additionalProperties: false },
);

/** What a local ingestor service tells of itself and of the tasks its token may write for. */
export const Report = Type.Object(
  {
    service_id: Type.String({ minLength: 1, maxLength: 100 }),
    name: text,
    service_ip: text,
    version: text,
    load: Type.Number({ minimum: 0, description: 'load of one minute per processor' }),
    memory: Type.Number({ minimum: 0, maximum: 1, description: 'share of the memory of the machine in use' }),
    rss: Type.Integer({ minimum: 0, description: 'bytes the service itself holds' }),
    task_ids: Type.Array(text, { maxItems: 1000, description: 'all tasks the service holds' }),
    tasks: Type.Array(TaskReport, { maxItems: 1000 }),
  },
  { additionalProperties: false },
);
export type Report = Static<typeof Report>;

export const ReportReply = Type.Object({ service_id: Type.String() });

export const ReportsReply = Type.Array(Type.Object({ ...Report.properties, ts: Type.Integer() }));
