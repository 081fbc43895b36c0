import type { SourceSchedule } from '@datasarana/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';

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
    queryFn: async ({ signal }) => (await api.call('source.schedule.get', { params: { id: source }, signal })).data,
  });
  const told = (schedule: SourceSchedule): void => void client.setQueryData(queryKey, schedule);
  return {
    now,
    save: async (body: WantedSchedule): Promise<void> => told((await api.call('source.schedule.save', { body })).data),
    readAnew: async (): Promise<void> =>
      told((await api.call('source.schedule.anew', { params: { id: source } })).data),
    stop: async (): Promise<void> => told((await api.call('source.schedule.stop', { params: { id: source } })).data),
  };
}
