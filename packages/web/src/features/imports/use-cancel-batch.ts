import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyFailure } from '../../design/notify.tsx';
import { useApi } from '../../session/session-context.tsx';

/** Cancels a batch; `asked` until it has ended, which takes seconds while millions of rows are on their way. */
export function useCancelBatch(id: string) {
  const api = useApi();
  const cache = useQueryClient();
  const [asked, setAsked] = useState(false);
  const cancel = async (): Promise<void> => {
    setAsked(true);
    try {
      await api.call('batch.cancel', { params: { id } });
    } catch (error) {
      setAsked(false);
      notifyFailure(error);
    }
    for (const key of ['running-batches', 'batch']) void cache.invalidateQueries({ queryKey: [key] });
  };
  return { asked, cancel };
}
