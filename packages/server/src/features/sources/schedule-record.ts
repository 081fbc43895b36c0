import type { RowCounts } from '@datasarana/schema';
import type { Schedule } from '@datasarana/sources/schedule';
import { type Static, Type } from 'typebox';
import { Moment, nullable, openObject } from '../../http/replies.ts';
import type { StoredRecord } from '../../stores/records/port.ts';
import type { KeptMark } from './kept-mark.ts';
import type { ForeignEdit, MadeFrom } from './schedule-edits.ts';

/** One at most of each source, under its id. */
export const SCHEDULE_KIND = 'data.source.schedule';

/** What became of a run. */
export interface LastRun extends RowCounts {
  /** Epoch ms of its end. */
  readonly ts: number;
  readonly batch: string | null;
  /** Why it failed; null = it did not. */
  readonly reason: string | null;
}

/** When a replica runs by itself, into what, and in whose name. */
export interface ScheduleDoc extends Schedule {
  readonly template: string;
  readonly converter: string | null;
  /** `stopped` by hand or because nobody may run it any more; `done` when its only moment is over. */
  readonly state: 'on' | 'done' | 'stopped';
  /** Why it was stopped, when it was not by hand. */
  readonly reason: string | null;
  /** Epoch ms of the next run. */
  readonly next: number | null;
  readonly last: LastRun | null;
  readonly account: string;
  readonly user: string;
  readonly user_name: string;
  readonly scopes: readonly string[];
  /** The API token it was set with, and ends with; null = by somebody who was signed in. */
  readonly token: string | null;
  /** Versions of source and converter its maker saw; missing in schedules of older versions until their next run. */
  readonly made_from?: MadeFrom | null;
  /** Where the next run goes on; null or missing = it reads everything. */
  readonly mark?: KeptMark | null;
}

export const scheduleOf = (record: StoredRecord): ScheduleDoc => record.doc as unknown as ScheduleDoc;

export const ScheduleBody = Type.Object(
  {
    source: Type.String({ minLength: 1, description: 'id of a saved replica' }),
    template: Type.String({ minLength: 1 }),
    converter: Type.Optional(Type.String({ description: "id of a converter; the source's own columns when left out" })),
    schedule: Type.Union([Type.Literal('Immediately'), Type.Literal('At time'), Type.Literal('Cron')]),
    at: Type.Optional(
      Type.String({ maxLength: 200, description: 'date and time, or a cron line by the clock of the platform' }),
    ),
  },
  { additionalProperties: false },
);
export type ScheduleBody = Static<typeof ScheduleBody>;

const Count = Type.Integer({ minimum: 0 });
export const ScheduleReply = openObject({
  id: Type.String({ description: 'of the source' }),
  template: Type.String(),
  converter: nullable(Type.String()),
  schedule: Type.Union([Type.Literal('Immediately'), Type.Literal('At time'), Type.Literal('Cron')]),
  at: Type.String(),
  state: Type.Union([Type.Literal('on'), Type.Literal('done'), Type.Literal('stopped')]),
  running: Type.Boolean(),
  reason: nullable(Type.String()),
  next: nullable(Moment),
  last: nullable(
    Type.Object({
      ts: Moment,
      batch: nullable(Type.String()),
      reason: nullable(Type.String()),
      read: Count,
      accepted: Count,
      replaced: Count,
      unchanged: Count,
      rejected: Count,
    }),
  ),
  user_name: Type.String(),
  goes_on: nullable(
    Type.Union([Type.Literal('column'), Type.Literal('address'), Type.Literal('page')], {
      description: 'by what the next run goes on where the last one ended; null = it reads everything',
    }),
  ),
  edited: nullable(
    Type.Object(
      { what: Type.Union([Type.Literal('source'), Type.Literal('columns')]), user_name: Type.String(), ts: Moment },
      { description: 'a change by somebody else: the schedule stops at its next run until it is set again' },
    ),
  ),
  ts_modified: Moment,
});

/** A schedule as it is answered: whose rights it uses stays here. */
export function scheduleReply(record: StoredRecord, running: boolean, edited: ForeignEdit | null) {
  const { template, converter, schedule, at, state, reason, next, last, user_name, mark } = scheduleOf(record);
  const { id, ts_modified } = record;
  const told = { id, template, converter, schedule, at, state, running, reason, next, last, user_name, ts_modified };
  return { ...told, goes_on: mark?.at.kind ?? null, edited };
}
