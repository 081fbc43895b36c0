import { invalid, notFound } from '@datasarana/schema';
import { nextLook, scheduleFault } from '@datasarana/sources/schedule';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { isLiveToken } from '../../access/api-tokens.ts';
import { notSigned } from '../../access/refusals.ts';
import type { Call } from '../../http/call.ts';
import { absent } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { userNameOf } from '../data/data-access.ts';
import { converterColumns } from '../data/stored-converter.ts';
import { refuseByType } from './run-by-type.ts';
import { foreignEdit, madeFrom } from './schedule-edits.ts';
import {
  SCHEDULE_KIND,
  ScheduleBody,
  type ScheduleDoc,
  ScheduleReply,
  scheduleOf,
  scheduleReply,
} from './schedule-record.ts';
import type { Schedules } from './schedules.ts';
import { SOURCE_KIND } from './source-record.ts';
import type { SourceServices } from './source-services.ts';

const unscheduled = (id: string) => notFound(`The source '${id}' has no schedule.`);

const IdParameters = Type.Object({ id: Type.String({ minLength: 1 }) });

/** When replicas run by themselves: set, seen and stopped (SRC-35, TSK-05). */
export class ScheduleRoutes {
  readonly #services: SourceServices;
  readonly #schedules: Schedules;
  readonly #records: RecordStore;
  readonly #clock: () => number;

  constructor(services: SourceServices, schedules: Schedules, stores: { records: RecordStore; clock: () => number }) {
    this.#services = services;
    this.#schedules = schedules;
    this.#records = stores.records;
    this.#clock = stores.clock;
  }

  register(app: FastifyInstance): void {
    route(app, 'source.schedule.save', {
      schema: { body: ScheduleBody, reply: ScheduleReply },
      handler: async (call) => this.#shown(call, await this.#save(call, call.body)),
    });
    route(app, 'source.schedule.get', {
      schema: { params: IdParameters, reply: ScheduleReply },
      handler: async (call) => {
        const source = await this.#services.sources.find(call.scope, SOURCE_KIND, call.params.id);
        const record = source && (await this.#find(call, call.params.id));
        return record ? this.#shown(call, record) : absent();
      },
    });
    route(app, 'source.schedule.stop', {
      schema: { params: IdParameters, reply: ScheduleReply },
      handler: async (call) => {
        await this.#services.sources.get(call.scope, call.params.id);
        const record = await this.#find(call, call.params.id);
        if (!record) throw unscheduled(call.params.id);
        return this.#shown(call, await this.#stop(call, record));
      },
    });
    route(app, 'source.schedule.anew', {
      schema: { params: IdParameters, reply: ScheduleReply },
      handler: async (call) => {
        await this.#services.sources.get(call.scope, call.params.id);
        const record = await this.#readAnew(call, call.params.id);
        if (!record) throw unscheduled(call.params.id);
        return this.#shown(call, record);
      },
    });
  }

  async #shown({ scope }: Pick<Call, 'scope'>, record: StoredRecord) {
    const schedule = scheduleOf(record);
    const edited = schedule.state === 'on' ? await foreignEdit(this.#records, scope, record.id, schedule) : null;
    // its run is told as over with the record that says so, a moment before it has left
    const running = schedule.state !== 'done' && this.#schedules.isRunning(scope.tenant, record.id);
    return scheduleReply(record, running, edited);
  }

  async #find({ scope }: Pick<Call, 'scope'>, id: string): Promise<StoredRecord | null> {
    const record = await this.#records.get(scope, SCHEDULE_KIND, id);
    return record && record.ts_removed === null ? record : null;
  }

  async #refuse(call: Pick<Call, 'scope' | 'reach'>, { source: id, template, converter }: ScheduleBody): Promise<void> {
    const { sources, templates } = this.#services;
    const source = await sources.get(call.scope, id);
    if (source.type !== 'Replica')
      throw invalid({ source: `Only a replica follows its origin; '${source.name}' is of the type ${source.type}` });
    if (source.provider === 'local_file' || source.provider === 'sqlite')
      throw invalid({ source: 'A file is followed by a task of a local ingestor, not by the platform' });
    refuseByType(source, null, await templates.deployed(call, template));
    if (converter !== undefined) await converterColumns(this.#records, call.scope, converter, template);
  }

  async #save(call: Call, body: ScheduleBody): Promise<StoredRecord> {
    const { scope, caller } = call;
    if (caller === null) throw notSigned();
    const { source, template, converter = null, schedule, at = '' } = body;
    const fault = scheduleFault({ schedule, at });
    if (fault) throw invalid({ at: fault });
    await this.#refuse(call, body);
    const now = this.#clock();
    const next = schedule === 'Immediately' ? now : nextLook({ schedule, at }, null, now);
    if (next === null || !Number.isFinite(next)) throw invalid({ at: `'${at}' is over: choose a moment to come` });
    const before = await this.#records.get(scope, SCHEDULE_KIND, source);
    const doc: ScheduleDoc = {
      template,
      converter,
      schedule,
      at,
      state: 'on',
      reason: null,
      next,
      last: before && before.ts_removed === null ? scheduleOf(before).last : null,
      account: caller.account,
      user: caller.user,
      user_name: await userNameOf(this.#records, call),
      scopes: caller.scopes,
      made_from: await madeFrom(this.#records, scope, source, converter),
      mark: before && before.ts_removed === null ? (scheduleOf(before).mark ?? null) : null,
      token: (await isLiveToken(this.#records, scope, caller.session, now)) ? caller.session : null,
    };
    const record = await this.#write(call, source, doc, before !== null);
    this.#schedules.arm(scope.tenant, record);
    return record;
  }

  async #write({ scope }: Pick<Call, 'scope'>, id: string, doc: ScheduleDoc, known: boolean): Promise<StoredRecord> {
    const change = { op: known ? 'update' : 'add', kind: SCHEDULE_KIND, id, doc: { ...doc } } as const;
    const [record] = await this.#records.write(scope, [change]);
    if (!record) throw new Error('A written schedule has a record.');
    return record;
  }

  /** It is over before the run that reads is ended, so that the end of that run does not wake it. */
  async #stop({ scope }: Call, { id }: StoredRecord): Promise<StoredRecord> {
    const over = (now: ScheduleDoc): ScheduleDoc => ({ ...now, state: 'stopped', reason: null, next: null });
    const record = await this.#schedules.change(scope, id, over);
    await this.#schedules.disarm(scope.tenant, id);
    const ended = (await this.#find({ scope }, id)) ?? record;
    if (!ended) throw unscheduled(id);
    return ended;
  }

  /** What runs again and again does so at once; the others read everything when their moment comes. */
  async #readAnew({ scope }: Call, id: string): Promise<StoredRecord | null> {
    const now = this.#clock();
    const record = await this.#schedules.change(scope, id, (doc) => {
      const isDue = doc.state === 'on' && doc.schedule === 'Cron';
      return { ...doc, mark: null, ...(isDue && { next: now }) };
    });
    if (record) this.#schedules.arm(scope.tenant, record);
    return record;
  }
}
