import { OsAnswer, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { incomplete } from '../refusals.ts';
import { Pace } from '../tasks/pace.ts';
import type { Task } from '../tasks/task.ts';
import { paceOf, refuseSlices, waits } from './parameters.ts';
import { type COUNTS, Progress, statusBody } from './progress.ts';
import { sliceCount, type Walk, walkThrough } from './walk.ts';

/** Work over the documents of a query, and under which name it is known. */
export interface Work {
  readonly kind: Exclude<keyof typeof COUNTS, 'task'>;
  readonly action: string;
  readonly description: string;
  readonly walk: Walk;
}

/** The slices of a walk; each takes its share of what is enough and of the pace. */
async function partsOf(
  call: OsCall,
  walk: Walk,
): Promise<readonly { readonly walk: Walk; readonly progress: Progress }[]> {
  refuseSlices(call.query, walk.most);
  const perSecond = paceOf(call.query) ?? -1;
  const { slice } = walk.request;
  if (slice !== undefined && (call.query.slices ?? '1') !== '1')
    throw incomplete("can't specify both manual and automatic slicing at the same time");
  const count = slice === undefined ? await sliceCount(call, walk.names) : 1;
  if (count === 1) return [{ walk, progress: new Progress(new Pace(perSecond), slice?.id ?? null) }];
  const pace = perSecond === -1 ? -1 : perSecond / count;
  return Array.from({ length: count }, (_, id) => ({
    walk: { ...walk, request: { ...walk.request, slice: { id, max: count } }, most: Math.floor(walk.most / count) },
    progress: new Progress(new Pace(pace), id),
  }));
}

/** Does the work as a task, and answers with what became of it, or at once with the name of the task. */
export async function runWork(call: OsCall, { kind, action, description, walk }: Work): Promise<Body | OsAnswer> {
  const parts = await partsOf(call, walk);
  const all = parts.map(({ progress }) => progress);
  const described = {
    action,
    description,
    status: () => statusBody(all, 'task', task?.signal.aborted ?? false),
    setPace: (perSecond: number) => {
      for (const { pace } of all) pace.set(perSecond === -1 ? -1 : perSecond / all.length);
    },
  };
  let task: Task | null = null;
  const work = async (begun: Task): Promise<Body> => {
    task = begun;
    const began = performance.now();
    await Promise.all(parts.map((part) => walkThrough(call, part.walk, part.progress, begun)));
    return {
      took: Math.round(performance.now() - began),
      timed_out: false,
      ...statusBody(all, waits(call.query) ? kind : 'task', begun.signal.aborted),
      failures: all.flatMap(({ failures }) => failures),
    };
  };
  if (!waits(call.query)) return { task: call.tasks.start(call.scope, call.documents, described, work) };
  const body = await call.tasks.begin(call.scope, described, work).ended;
  return new OsAnswer(body, worst(all));
}

/** The status of the worst that was refused. */
const worst = (parts: readonly Progress[]): number =>
  Math.max(200, ...parts.flatMap(({ failures }) => failures.map(({ status }) => Number(status))));
