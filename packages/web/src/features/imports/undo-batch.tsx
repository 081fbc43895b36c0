import type { Batch, UndoOutcome } from '@datasarana/client';
import { Button, Checkbox } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogFoot, dialogs, ErrorState, LoadingRows, notify, notifyFailure } from '../../design/index.ts';
import { formatCount, formatListDate } from '../../records/format.ts';
import { type Client, useApi } from '../../session/index.ts';
import classes from './batch.module.css';
import { batchName } from './batch-name.ts';

const rowsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`;

const undo = (api: Client, id: string, query: Readonly<Record<string, boolean>>) =>
  api.call('batch.undo', { params: { id }, query });

/** Asks what undoing a batch would do, and does it when that is wanted. */
export function useUndoBatch(batch: Batch) {
  return (): void => {
    void dialogs.open(`Undo ${batchName(batch)}`, (close) => <UndoDialog id={batch.batch} close={close} />);
  };
}

function UndoDialog({ id, close }: { readonly id: string; readonly close: () => void }) {
  const api = useApi();
  const cache = useQueryClient();
  const [keep, setKeep] = useState(false);
  const [working, setWorking] = useState(false);
  const asked = useQuery({
    queryKey: ['undo', id],
    retry: false,
    gcTime: 0,
    queryFn: async () => (await undo(api, id, { dry_run: true })).data,
  });
  const run = async (): Promise<void> => {
    setWorking(true);
    try {
      const { data } = await undo(api, id, keep ? { keep_later: true } : {});
      await cache.invalidateQueries();
      if (data) notify.positive({ title: 'Batch undone', message: whatWasDone(data) });
      close();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data) return <LoadingRows />;
  const { removed, restored, kept, later } = asked.data;
  const hasRest = removed + restored > 0;
  return (
    <>
      <p>{whatItDoes(asked.data)}</p>
      {kept > 0 && (
        <>
          <p>
            {rowsOf(kept)} {kept === 1 ? 'was' : 'were'} edited after the import:
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe) */}
          <ul className={classes.later} tabIndex={0} aria-label="Later edits">
            {later.map((edit) => (
              <li key={edit.id}>
                {edit.id}: {edit.what}
                {edit.user ? ` by ${edit.user}` : ''}, {formatListDate(edit.ts)}
              </li>
            ))}
          </ul>
          {hasRest && (
            <Checkbox
              label="Keep those edits and undo the rest"
              checked={keep}
              onChange={(event) => setKeep(event.currentTarget.checked)}
            />
          )}
        </>
      )}
      <DialogFoot>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          variant="filled"
          color="negative"
          loading={working}
          disabled={!hasRest || (kept > 0 && !keep)}
          onClick={() => void run()}
        >
          Undo batch
        </Button>
      </DialogFoot>
    </>
  );
}

/** What undoing a batch would do, in a sentence or two. */
function whatItDoes({ removed, restored, kept }: UndoOutcome): string {
  if (removed + restored === 0)
    return kept > 0
      ? 'There is nothing to undo: all that this import wrote was edited after it.'
      : 'There is nothing to undo: all that this import wrote is gone already.';
  const goes = removed > 0 ? [`${rowsOf(removed)} it added ${removed === 1 ? 'goes' : 'go'}`] : [];
  const comes = restored === 1 ? 'comes back as it was' : 'come back as they were';
  const back = restored > 0 ? [`${rowsOf(restored)} it replaced ${comes}`] : [];
  return `${[...goes, ...back].join(', ')}. This cannot be taken back; the file can be imported again.`;
}

const whatWasDone = ({ removed, restored, kept }: UndoOutcome): string =>
  `${rowsOf(removed)} removed${restored > 0 ? `, ${rowsOf(restored)} restored` : ''}${kept > 0 ? `, ${rowsOf(kept)} kept as edited` : ''}.`;
