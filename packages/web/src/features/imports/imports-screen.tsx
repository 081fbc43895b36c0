import { Button, Select } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Column, DataTable, EmptyState, Page, PageHeader, StateDot, Toolbar } from '../../design/index.ts';
import { useAddress, useGo } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/format.ts';
import { useTemplates } from '../templates/template-calls.ts';
import { type Batch, useBatches } from './batch-calls.ts';

/** Every batch of the tenant with its ledger, newest first. */
export function ImportsScreen() {
  const [address, setAddress] = useAddress();
  const templates = useTemplates();
  const batches = useBatches(address.template);
  const go = useGo();
  const columns = useMemo(
    () => columnsFor((id) => templates.data?.find((template) => template.id === id)?.name ?? id),
    [templates.data],
  );
  const start = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconFileUpload size={16} />}
      onClick={() => go('toolkit.curation.import', address.template ? { search: { template: address.template } } : {})}
    >
      Import data
    </Button>
  );
  return (
    <Page fill>
      <PageHeader title="Imports" meta={batches.data && formatCount(batches.data.total)} primary={start('filled')} />
      <Toolbar label="Filter imports">
        <Select
          aria-label="Template"
          placeholder="All templates"
          clearable
          searchable
          w={260}
          value={address.template ?? null}
          data={(templates.data ?? []).map((template) => ({ value: template.id, label: template.name }))}
          onChange={(template) => setAddress({ template: template ?? undefined })}
        />
      </Toolbar>
      <DataTable
        label="Batches"
        columns={columns}
        rows={batches.data?.batches ?? []}
        rowId={(batch) => batch.batch}
        rowName={(batch) => batch.batch}
        loading={batches.isPending}
        error={batches.error}
        onRetry={() => void batches.refetch()}
        onOpen={(batch) => go('toolkit.curation.batch', { params: { id: batch.batch } })}
        empty={
          <EmptyState icon={IconFileUpload} title="Nothing imported yet" action={start('default')}>
            Drop a CSV file: you see what will happen before a row is written.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** What went as it should is quiet. */
const STATES = {
  running: { tone: 'primary', label: 'Running' },
  done: { tone: 'neutral', label: 'Done' },
  failed: { tone: 'negative', label: 'Failed' },
  cancelled: { tone: 'warning', label: 'Cancelled' },
} as const;

const count = (id: 'read' | 'accepted' | 'replaced' | 'unchanged' | 'rejected', header: string): Column<Batch> => ({
  id,
  header,
  cell: (batch) => formatCount(batch[id]),
  align: 'right',
  width: '104px',
  card: id === 'read' || id === 'rejected' ? 'meta' : 'hidden',
  cardText: (batch) => (batch[id] === 0 && id !== 'read' ? '' : `${formatCount(batch[id])} ${header.toLowerCase()}`),
});

const columnsFor = (nameOf: (id: string) => string): readonly Column<Batch>[] => [
  {
    id: 'template',
    header: 'Template',
    cell: (batch) => batch.template_name ?? nameOf(batch.template),
    width: 'minmax(140px, 1.4fr)',
    card: 'name',
  },
  { id: 'batch', header: 'Batch', cell: (batch) => batch.batch.slice(-8), mono: true, width: '112px', card: 'hidden' },
  { id: 'ts', header: 'Imported', cell: (batch) => formatListDate(batch.ts), width: '176px', card: 'meta' },
  {
    id: 'state',
    header: 'State',
    cell: (batch) => <StateDot tone={STATES[batch.state].tone}>{STATES[batch.state].label}</StateDot>,
    width: '112px',
    card: 'state',
  },
  count('read', 'Read'),
  count('accepted', 'Added'),
  count('replaced', 'Replaced'),
  count('unchanged', 'Unchanged'),
  count('rejected', 'Rejected'),
];
