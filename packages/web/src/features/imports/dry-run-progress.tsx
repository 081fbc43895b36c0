import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../session/index.ts';
import { DRY_PHASES, sayPhase, sayProgress, shareOf } from './progress.ts';
import { RowsProgress } from './rows-progress.tsx';
import { Sending } from './sending.tsx';

const ASKED_MS = 500;

interface DryRunProgressProps {
  /** The dry run by the id of its request. */
  readonly requestId: string;
  readonly sent: number;
  /** Bytes of the file. */
  readonly size: number;
  /** The platform has the file already. */
  readonly isThere: boolean;
  readonly action: ReactNode;
}

/** How much of a file is on its way, and then how many of its rows were read, checked and compared. */
export function DryRunProgress({ requestId, sent, size, isThere, action }: DryRunProgressProps) {
  const api = useApi();
  const isSent = isThere || sent >= size;
  const { data } = useQuery({
    queryKey: ['dry-run', requestId],
    enabled: isSent && api.may('batch.dry_run'),
    retry: false,
    gcTime: 0,
    refetchInterval: ASKED_MS,
    queryFn: async ({ signal }) => {
      const { data: progress } = await api.call('batch.dry_run', { params: { id: requestId }, signal });
      return progress;
    },
  });
  if (!isSent || !data)
    return <Sending sent={sent} size={isThere ? 0 : size} then="Reading the rows" action={action} />;
  return (
    <RowsProgress
      phase={sayPhase(data)}
      counts={sayProgress(data)}
      share={shareOf(data, DRY_PHASES)}
      label="Share of the dry run that is done"
      action={action}
    />
  );
}
