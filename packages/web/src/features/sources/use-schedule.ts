import type { RowCounts } from '@datasarana/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';

/** When a replica runs by itself, and what became of its last run. */
export interface SourceSchedule {
  readonly template: string;
  readonly schedule: 'Immediately' | 'At time' | 'Cron';
  readonly at: string;
  readonly state: 'on' | 'done' | 'stopped';
  readonly running: boolean;
  readonly reason: string | null;
  /** Epoch ms. */
  readonly next: number | null;
  readonly last:
    | (RowCounts & {
        readonly ts: number;
        readonly batch: string | null;
        readonly reason: string | null;
      })
    | null;
  readonly user_name: string;
  /** By what the next run goes on where the last one ended; null = it reads everything. */
  readonly goes_on: 'column' | 'address' | 'page' | null;
  /** A change by somebody else, after which it stops until it is set again. */
  readonly edited: { readonly what: 'source' | 'columns'; readonly user_name: string; readonly ts: number } | null;
}

/** What a schedule is set with; `converter` and `template` as a run is asked with them. */
export interface WantedSchedule extends Pick<SourceSchedule, 'schedule' | 'at' | 'template'> {
  readonly source: string;
  readonly converter?: string;
}

const EVERY_MS = 5000;

/** The schedule of a source, looked at again while it is on; and what sets and stops it. */
export function useSchedule(source: string) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = ['source-schedule', source];
  const now = useQuery<SourceSchedule | null>({
    queryKey,
    refetchInterval: ({ state }) => (state.data?.state === 'on' || state.data?.running ? EVERY_MS : false),
    queryFn: async ({ signal }) =>
      (await api.call<SourceSchedule | null>('source.schedule.get', { params: { id: source }, signal })).data,
  });
  const told = (schedule: SourceSchedule): void => void client.setQueryData(queryKey, schedule);
  return {
    now,
    save: async (body: WantedSchedule): Promise<void> =>
      told((await api.call<SourceSchedule>('source.schedule.save', { body })).data),
    readAnew: async (): Promise<void> =>
      told((await api.call<SourceSchedule>('source.schedule.anew', { params: { id: source } })).data),
    stop: async (): Promise<void> =>
      told((await api.call<SourceSchedule>('source.schedule.stop', { params: { id: source } })).data),
  };
}
