import type { Batch } from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notify } from '../../../design/notify.tsx';
import { useGo } from '../../../navigation.tsx';
import { formatCount } from '../../../records/format.ts';
import { useSession } from '../../../session/session-context.tsx';
import { batchName } from '../batch-name.ts';
import { followed } from './followed.ts';
import { useRunning } from './use-running.ts';

/** What shows rows or counts of a template. */
const STALE = ['batches', 'batch', 'view', 'map', 'discover', 'stats'] as const;

/** Says when an import begun in this browser came to its end, also when that was while no page was open. */
export function EndNotices() {
  const { ended } = useRunning();
  const { session } = useSession();
  const client = useQueryClient();
  const go = useGo();
  const user = session?.user.id ?? '';
  useEffect(() => {
    for (const batch of ended) {
      if (!followed.ids(user).includes(batch.batch)) continue;
      followed.drop(user, batch.batch);
      for (const key of STALE) void client.invalidateQueries({ queryKey: [key] });
      if (followed.isWatched(batch.batch)) continue;
      tell(batch, () => go('toolkit.curation.batch', { params: { id: batch.batch } }));
    }
  }, [ended, user, client, go]);
  return null;
}

function tell(batch: Batch, open: () => void): void {
  const { state, rejected, reason, template_name = '' } = batch;
  const name = batchName(batch);
  const into = template_name === '' ? '' : ` into ${template_name}`;
  if (state === 'failed') {
    const action = { label: 'Details', run: open };
    notify.negative({ title: `${name} was not imported`, ...(reason && { message: reason }), sticky: true, action });
  } else if (state === 'cancelled') {
    notify.info({ title: `The import of ${name} was cancelled`, message: 'Nothing of it is stored.' });
  } else if (state === 'done') {
    const notice = { title: `${name} is imported${into}`, message: sayLedger(batch) };
    if (rejected > 0) notify.warning({ ...notice, action: { label: 'Fix rejected rows', run: open } });
    else notify.positive({ ...notice, action: { label: 'Open', run: open } });
  }
}

/** The ledger in a sentence; parts that are 0 are left out. */
function sayLedger({ read, accepted, replaced, unchanged, rejected }: Batch): string {
  const parts = [
    [accepted, 'added'],
    [replaced, 'replaced'],
    [unchanged, 'unchanged'],
    [rejected, 'rejected'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return `${formatCount(read)} ${read === 1 ? 'row' : 'rows'} read${told.length > 0 ? `: ${told.join(', ')}` : ''}.`;
}
