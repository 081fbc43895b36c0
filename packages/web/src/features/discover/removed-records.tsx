import { DetailDrawer, EmptyState, ErrorState, LoadingRows } from '../../design/index.ts';
import { ChangeList } from '../../records/change-list.tsx';
import { formatListDate } from '../../records/format.ts';
import { formatValue } from '../../records/format-value.ts';
import { WriteButton } from '../../records/write-button.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { designFields } from '../views/designer-fields.ts';
import { OlderStates } from './older-states.tsx';
import { cellChanges } from './state-changes.ts';
import classes from './states.module.css';
import { useRemovedRecords } from './use-removed-records.ts';
import { useRestore } from './use-restore.ts';

interface RemovedRecordsProps {
  readonly template: TemplateRecord;
  readonly onClose: () => void;
}

/** Records of a template that were removed one by one, the latest first, and the way back (SCR-08). */
export function RemovedRecords({ template, onClose }: RemovedRecordsProps) {
  const restore = useRestore(template.id);
  const fields = designFields(template.items.filter((item) => !item.system));
  const keys = template.items.filter((item) => item.is_key);
  const removed = useRemovedRecords(template.id);
  return (
    <DetailDrawer title="Removed records" subtitle={`${template.name}, the latest first`} onClose={onClose}>
      {removed.error && !removed.states ? (
        <ErrorState error={removed.error} onRetry={() => void removed.refetch()} />
      ) : !removed.states ? (
        <LoadingRows rows={4} height={56} />
      ) : removed.states.length === 0 ? (
        <EmptyState title="Nothing was removed">
          Records deleted one by one are listed here for 90 days. What an undone import took back comes with its file.
        </EmptyState>
      ) : (
        <div className={classes.history}>
          <ChangeList
            items={fields}
            entries={removed.states.map((state) => {
              const named = keys.map((item) => formatValue(item, state.data[item.name])).join(', ');
              const who = named || `Record ${state.id.slice(-8)}`;
              return {
                key: `${state.id} ${state.until}`,
                who,
                what: state.removed_by === null ? 'removed' : `removed by ${state.removed_by}`,
                ts: state.until ?? 0,
                changes: cellChanges(fields, undefined, state.data),
                action: (
                  <WriteButton
                    size="xs"
                    aria-label={`Restore ${who}, removed ${formatListDate(state.until ?? 0)}`}
                    onClick={() => void restore(state, 0)}
                  >
                    Restore
                  </WriteButton>
                ),
              };
            })}
          />
          <OlderStates pages={removed}>Show records removed earlier</OlderStates>
        </div>
      )}
    </DetailDrawer>
  );
}
