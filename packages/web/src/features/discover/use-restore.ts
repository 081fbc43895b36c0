import type { DataState } from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import { NEWS } from '../../views/live-rows.ts';
import { lookAgain } from './look-again.ts';
import { storedOneself } from './stored-oneself.ts';

/** Writes an earlier state of a record anew; `version` is the one it replaces, 0 for a record that was removed. */
export function useRestore(template: string): (state: DataState, version: number) => Promise<void> {
  const api = useApi();
  const cache = useQueryClient();
  return async ({ id, until }, version) => {
    try {
      const query = { template, id, until: String(until), version: String(version) };
      await api.call('data.restore', { query });
      notify.positive({ title: 'Record restored' });
    } catch (error) {
      notifyFailure(error);
    }
    await storedOneself(cache, template, id);
    lookAgain(cache, template);
    await cache.invalidateQueries({ queryKey: [NEWS, template] });
  };
}
