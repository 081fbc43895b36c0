import type { PlatformError } from '@datasarana/schema';
import { causeOf, statusOf } from '../errors.ts';
import type { Body } from '../json-object.ts';
import type { Pace } from '../tasks/pace.ts';

/** Which counts a kind of work answers with, as OpenSearch does. */
export const COUNTS = {
  update: ['total', 'updated', 'deleted'],
  delete: ['total', 'deleted'],
  reindex: ['total', 'updated', 'created', 'deleted'],
  task: ['total', 'updated', 'created', 'deleted'],
} as const;

type Count = 'total' | 'updated' | 'created' | 'deleted' | 'noops' | 'batches' | 'conflicts';

/** How far a walk over the documents of a query has come. */
export class Progress {
  readonly pace: Pace;
  readonly slice: number | null;
  readonly failures: Body[] = [];
  readonly counts: Record<Count, number> = {
    total: 0,
    updated: 0,
    created: 0,
    deleted: 0,
    noops: 0,
    batches: 0,
    conflicts: 0,
  };

  constructor(pace: Pace, slice: number | null) {
    this.pace = pace;
    this.slice = slice;
  }

  refused(index: string, id: string | null, error: PlatformError): void {
    this.failures.push({ index, id, cause: causeOf(error), status: statusOf(error) });
  }

  body(kind: keyof typeof COUNTS): Body {
    return {
      ...(this.slice !== null && { slice_id: this.slice }),
      ...shownCounts([this], kind),
    };
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** The counts of one walk, or of several slices together. */
function shownCounts(parts: readonly Progress[], kind: keyof typeof COUNTS): Body {
  const count = (name: Count): number => sum(parts.map(({ counts }) => counts[name]));
  const speeds = parts.map(({ pace }) => pace.perSecond);
  const ends = parts.map(({ pace }) => Math.max(0, pace.until - Date.now()));
  return {
    ...Object.fromEntries(COUNTS[kind].map((name) => [name, count(name)])),
    batches: count('batches'),
    version_conflicts: count('conflicts'),
    noops: count('noops'),
    retries: { bulk: 0, search: 0 },
    throttled_millis: sum(parts.map(({ pace }) => pace.waited)),
    requests_per_second: speeds.includes(-1) ? -1 : sum(speeds),
    throttled_until_millis: Math.round(Math.min(...ends)),
  };
}

/** What a task says of its walks; several are slices of one. */
export function statusBody(parts: readonly Progress[], kind: keyof typeof COUNTS, cancelled: boolean): Body {
  const [first] = parts;
  const { throttled_until_millis, ...counts } =
    parts.length === 1 && first !== undefined ? first.body(kind) : shownCounts(parts, kind);
  return {
    ...counts,
    ...(cancelled && { canceled: 'by user request' }),
    throttled_until_millis,
    ...(parts.length > 1 && { slices: parts.map((part) => part.body(kind)) }),
  };
}
