import type { DataState } from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { dialogs, ErrorState, LoadingRows } from '../../design/index.ts';
import { ChangeList } from '../../records/change-list.tsx';
import { formatListDate } from '../../records/format.ts';
import { formatValue } from '../../records/format-value.ts';
import { itemLabel } from '../../records/value-kind.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { useApi, useHolds, useSession } from '../../session/index.ts';
import { NEWS } from '../../views/live-rows.ts';
import type { DesignField } from '../views/designer-fields.ts';
import { OlderStates } from './older-states.tsx';
import { asRestored, cellChanges, recordSteps } from './state-changes.ts';
import { onePage, type StatePages, useStatePages } from './state-pages.ts';
import classes from './states.module.css';
import { useRestore } from './use-restore.ts';

interface RecordHistoryProps {
  readonly template: string;
  readonly id: string;
  readonly fields: readonly DesignField[];
}

/** Who changed a record when, cell by cell, and the way back to what it was (SCR-08). */
export function RecordHistory({ template, id, fields }: RecordHistoryProps) {
  const api = useApi();
  const holds = useHolds();
  const restore = useRestore(template);
  const cache = useQueryClient();
  const { session } = useSession();
  const who = session?.user.full_name || session?.user.login_id || '';
  const queryKey = [NEWS, template, 'history', id];
  const history = useStatePages(queryKey, async (from, signal) => {
    const { data } = await api.call('data.history', { query: { template, id, from }, signal });
    return data ?? [];
  });
  const { states } = history;
  if (history.error && !states) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  if (!states)
    return (
      <div className={classes.history}>
        <LoadingRows rows={3} height={56} />
      </div>
    );
  const [latest] = states;
  const now = latest?.until === null ? latest : undefined;
  const askRestore = async (state: DataState, ts: number): Promise<void> => {
    const when = formatListDate(ts);
    const text = now ? differences(fields, now, state) : 'The record comes back as it was then.';
    const yes = await dialogs.confirm({ title: `Restore the record of ${when}`, text, action: 'Restore record' });
    if (!yes) return;
    const restored = asRestored(states, state, { who, now: Date.now() });
    cache.setQueryData<StatePages>(queryKey, onePage(restored));
    await restore(state, now?.version ?? 0);
  };
  return (
    <div className={classes.history}>
      <ChangeList
        items={fields}
        entries={recordSteps(states, fields, !history.hasNextPage).map(({ state, ...step }) => ({
          ...step,
          action: state && holds('data write', 'change') && (
            <WriteButton
              size="xs"
              aria-label={`Restore the record of ${formatListDate(step.ts)}`}
              onClick={() => void askRestore(state, step.ts)}
            >
              Restore
            </WriteButton>
          ),
        }))}
      />
      <OlderStates pages={history}>Show older states</OlderStates>
    </div>
  );
}

const NAMED = 5;

/** What restoring changes, in a sentence. */
function differences(fields: readonly DesignField[], now: DataState, then: DataState): string {
  const changes = cellChanges(fields, now.data, then.data);
  if (changes.length === 0) return 'Its values are the same as now.';
  const named = changes.slice(0, NAMED).flatMap(({ path, before, after }) => {
    const field = fields.find(({ name }) => name === path);
    return field ? `${itemLabel(field)} goes from ${formatValue(field, before)} to ${formatValue(field, after)}` : [];
  });
  const further = changes.length > NAMED ? `, and ${changes.length - NAMED} more` : '';
  return `${named.join(', ')}${further}. What it is now stays in its history.`;
}
