import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { EmptyState, NoMatch } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds } from '../../session/index.ts';
import type { ViewSearch } from '../../views/definition.ts';
import { rangeWords } from '../../views/time/time-range.ts';
import { useBatches } from '../imports/batch-calls.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import { useRemovedRecords } from './use-removed-records.ts';

interface NoDocumentsProps {
  readonly template: TemplateRecord;
  /** Null: the search cannot be made. */
  readonly search: ViewSearch | null;
  readonly range: string;
  readonly onClear: () => void;
  /** Takes the time away and keeps the rest. */
  readonly onWiden: () => void;
  /** Shows the records that were removed. */
  readonly onRemoved: () => void;
}

/** Why the table is empty: nothing is asked, nothing is there, or nothing matches. */
export function NoDocuments({ template, search, range, onClear, onWiden, onRemoved }: NoDocumentsProps) {
  if (search === null)
    return (
      <EmptyState icon={IconSearchOff} title="Not searched">
        What is wrong with the search, and what to do, stands below the search bar.
      </EmptyState>
    );
  if (search.time)
    return (
      <EmptyState
        icon={IconSearchOff}
        title="Nothing in this time"
        action={
          <>
            <Button onClick={onWiden}>Look at all time</Button>
            <Button onClick={onClear}>Clear</Button>
          </>
        }
      >
        No document of {template.name} matches in the time chosen: {rangeWords(range)}.
      </EmptyState>
    );
  if (search.text.trim() !== '' || search.filters.length > 0)
    return <NoMatch onClear={onClear}>No document of {template.name} matches.</NoMatch>;
  return <NoRecords template={template} onRemoved={onRemoved} />;
}

/** A template without a record: it never had any, they were removed, or their imports were undone. */
function NoRecords({ template, onRemoved }: Pick<NoDocumentsProps, 'template' | 'onRemoved'>) {
  const go = useGo();
  const holds = useHolds();
  const removed = useRemovedRecords(template.id);
  const importing = (): void => go('toolkit.curation.import', { search: { template: template.id } });
  const were = removed.states !== undefined && removed.states.length > 0;
  const undone = useBatches(
    { template: template.id, state: 'undone' },
    { size: 1, enabled: !removed.isPending && !were },
  );
  if (removed.isPending || undone.isLoading) return null;
  const wereUndone = !were && undone.data !== undefined && undone.data.total > 0;
  return (
    <EmptyState
      title={were || wereUndone ? `No record of ${template.name} is left` : `${template.name} has no records yet`}
      action={
        <>
          {were && holds('data write', 'change') && <Button onClick={onRemoved}>Removed records</Button>}
          {wereUndone && (
            <Button onClick={() => go('toolkit.curation', { search: { template: template.id, state: 'undone' } })}>
              Undone imports
            </Button>
          )}
          {holds('data write', 'add') && (
            <WriteButton variant="filled" onClick={importing}>
              Import data
            </WriteButton>
          )}
        </>
      }
    >
      {were
        ? 'They were removed, and are kept for 90 days: each can be restored as it was.'
        : wereUndone
          ? 'Its imports were undone. Each tells by whom, and which file can be imported again.'
          : 'Rows of a file can be searched a moment after it is imported.'}
    </EmptyState>
  );
}
