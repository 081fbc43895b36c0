import type { IngestorState, RowCounts } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import type { Schedule } from '@datasarana/sources/schedule';

export type WatchEvent = 'Created' | 'Modified' | 'Deleted';

/** TSK-01, TSK-05. */
export interface TaskSettings extends Schedule {
  readonly mode: 'Continuous' | 'Once';
  /** Batches of 500 rows, or one by one. */
  readonly bulk: boolean;
  /** Batches grow while the platform keeps up; only with bulk. */
  readonly adaptive: boolean;
  readonly watch_events: readonly WatchEvent[];
  readonly on_error: 'Ignore' | 'Stop' | 'Retry';
  readonly slow_mo: boolean;
}

/** The template rows go to, with the token that may write there. */
export interface TaskTemplate {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** A source of a task as the service holds it. */
export interface HeldSource {
  readonly task: string;
  readonly id: string;
  readonly source: Source;
  readonly settings: TaskSettings;
  readonly state: IngestorState;
  /** Why it was stopped, when it was not by hand. */
  readonly fault: string | null;
  readonly counts: RowCounts;
}

export interface HeldTask {
  readonly id: string;
  readonly template: TaskTemplate;
  readonly sources: readonly HeldSource[];
}

const ORDER: readonly IngestorState[] = ['Started', 'Submitted', 'Created', 'Stopped'];

/** The state of a task is that of its liveliest source. */
export const stateOfTask = ({ sources }: HeldTask): IngestorState =>
  ORDER.find((state) => sources.some((source) => source.state === state)) ?? 'Created';

/** Key of a source among all tasks. */
export const keyOf = ({ task, id }: Pick<HeldSource, 'task' | 'id'>): string => `${task}\n${id}`;
