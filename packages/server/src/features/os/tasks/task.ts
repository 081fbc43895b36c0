/** What a piece of work has done so far, in OpenSearch's words. */
export type TaskStatus = Readonly<Record<string, unknown>>;

/** A piece of work somebody may ask after and cancel. Times in epoch ms. */
export interface Task {
  readonly id: number;
  readonly tenant: string;
  /** `indices:data/write/reindex` … */
  readonly action: string;
  readonly description: string;
  readonly started: number;
  /** Aborted when the task is cancelled. */
  readonly signal: AbortSignal;
  readonly status: () => TaskStatus;
  /** Takes another pace, where the work has one. */
  readonly setPace: (perSecond: number) => void;
  readonly cancelledAt: number | null;
}

/** What a piece of work is, for who starts it. */
export type Described = Pick<Task, 'action' | 'description'> & Partial<Pick<Task, 'status' | 'setPace'>>;

/** `cluster:17` */
export const taskName = (node: string, id: number): string => `${node}:${id}`;

/** A task as `_tasks` shows it. */
export function shownTask(node: string, task: Task, now: number, detailed: boolean): Readonly<Record<string, unknown>> {
  return {
    node,
    id: task.id,
    type: 'transport',
    action: task.action,
    ...(detailed && { status: task.status(), description: task.description }),
    start_time_in_millis: task.started,
    running_time_in_nanos: Math.max(0, now - task.started) * 1_000_000,
    cancellable: true,
    cancelled: task.cancelledAt !== null,
    headers: {},
    ...(task.cancelledAt !== null && { cancellation_time_millis: task.cancelledAt }),
  };
}
