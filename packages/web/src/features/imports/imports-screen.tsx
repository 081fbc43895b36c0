import type { Batch } from '@datasarana/client';
import { DEFAULT_PAGE_SIZE } from '@datasarana/schema';
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  type Column,
  DataTable,
  EmptyState,
  NoMatch,
  Page,
  PageHeader,
  SearchSelect,
  StateDot,
  Toolbar,
} from '../../design/index.ts';
import { OFFERED } from '../../design/offered.ts';
import { addressOf, useAddress, useGo } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/format.ts';
import { pageInAddress, pageOfAddress } from '../../records/page-address.ts';
import { useLastPage } from '../../records/use-last-page.ts';
import { useTemplates } from '../templates/template-calls.ts';
import { useBatches } from './batch-calls.ts';
import { batchName } from './batch-name.ts';
import { shareOf } from './progress.ts';

/** Every batch of the tenant with its ledger, newest first. */
export function ImportsScreen() {
  const [address, setAddress] = useAddress();
  const templates = useTemplates();
  const { template, state, user } = address;
  const rejects = address.rows === 'rejected';
  const page = pageOfAddress(address.page);
  const batches = useBatches(
    { template, state, user, rejects },
    { from: page * DEFAULT_PAGE_SIZE, size: DEFAULT_PAGE_SIZE },
  );
  useLastPage(page, DEFAULT_PAGE_SIZE, batches.data?.total);
  const narrow = (change: Readonly<Record<string, string | undefined>>): void =>
    setAddress({ ...change, page: undefined });
  const people = usePeople(batches.data?.batches);
  const isFiltered = rejects || [template, state, user].some((word) => word !== undefined);
  const go = useGo();
  const columns = useMemo(
    () => columnsFor((id) => templates.data?.find((template) => template.id === id)?.name ?? id),
    [templates.data],
  );
  // while there is none the empty list holds the button
  const isEmpty = !isFiltered && batches.data?.total === 0;
  const start = (
    <Button
      variant="filled"
      leftSection={<IconFileUpload size={16} />}
      onClick={() => go('toolkit.curation.import', template ? { search: { template } } : {})}
    >
      Import data
    </Button>
  );
  return (
    <Page fill>
      <PageHeader title="Imports" meta={batches.data && formatCount(batches.data.total)} primary={!isEmpty && start} />
      <Toolbar label="Filter imports">
        <SearchSelect
          aria-label="Template"
          placeholder="All templates"
          clearable
          limit={OFFERED}
          w={260}
          value={template ?? null}
          data={(templates.data ?? []).map((template) => ({ value: template.id, label: template.name }))}
          onChange={(next) => narrow({ template: next ?? undefined })}
        />
        <Select
          aria-label="State"
          placeholder="Any state"
          clearable
          w={160}
          value={state ?? null}
          data={Object.entries(STATES).map(([value, { label }]) => ({ value, label }))}
          onChange={(next) => narrow({ state: next ?? undefined })}
        />
        <Select
          aria-label="Rows"
          placeholder="Any rows"
          clearable
          w={160}
          value={rejects ? 'rejected' : null}
          data={[{ value: 'rejected', label: 'With rejected rows' }]}
          onChange={(next) => narrow({ rows: next ?? undefined })}
        />
        <SearchSelect
          aria-label="Person"
          placeholder="Anybody"
          clearable
          w={200}
          value={user ?? null}
          data={people.options}
          nothingFoundMessage={people.working ? 'Looking' : 'Nobody of this name sent an import'}
          onSearchChange={people.onType}
          onChange={(next) => narrow({ user: next ?? undefined })}
        />
      </Toolbar>
      <DataTable
        label="Batches"
        columns={columns}
        rows={batches.data?.batches ?? []}
        rowId={(batch) => batch.batch}
        rowName={(batch) => batch.batch}
        paging={{
          page,
          size: DEFAULT_PAGE_SIZE,
          total: batches.data?.total ?? 0,
          onPage: (next) => setAddress({ page: pageInAddress(next) }, { push: true }),
        }}
        loading={batches.isPending}
        error={batches.error}
        onRetry={() => void batches.refetch()}
        onOpen={(batch) => go('toolkit.curation.batch', { params: { id: batch.batch } })}
        addressOf={(batch) => addressOf('toolkit.curation.batch', { params: { id: batch.batch } })}
        empty={
          isFiltered ? (
            <NoMatch
              onClear={() => narrow({ template: undefined, state: undefined, user: undefined, rows: undefined })}
            >
              No import fits these filters.
            </NoMatch>
          ) : (
            <EmptyState icon={IconFileUpload} title="Nothing imported yet" action={start}>
              Drop a file: you see what will happen before a row is written.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

/** Who sent the newest batches, those that are listed, and those found by what is typed of a name. */
function usePeople(listed: readonly Batch[] = NONE) {
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), 200);
  const newest = useBatches();
  const named = useBatches({ sender: typed }, { enabled: typed !== '' });
  const options = useMemo(() => {
    const all = [...listed, ...(newest.data?.batches ?? []), ...(named.data?.batches ?? [])];
    const names = new Map(all.map(({ user = '', user_name = '' }) => [user, user_name || user]));
    return [...names].filter(([user]) => user !== '').map(([value, label]) => ({ value, label }));
  }, [listed, newest.data, named.data]);
  return { options, working: typed !== text.trim() || named.isFetching, onType: setText };
}

const NONE: readonly Batch[] = [];

/** What went as it should is quiet. */
const STATES = {
  running: { tone: 'primary', label: 'Running' },
  done: { tone: 'neutral', label: 'Done' },
  failed: { tone: 'negative', label: 'Failed' },
  cancelled: { tone: 'warning', label: 'Cancelled' },
  undone: { tone: 'warning', label: 'Undone' },
} as const;

const stateText = (batch: Batch): string =>
  batch.state === 'running' ? `Running, ${Math.round(shareOf(batch))} %` : STATES[batch.state].label;

const count = (id: 'read' | 'accepted' | 'replaced' | 'unchanged' | 'rejected', header: string): Column<Batch> => ({
  id,
  header,
  cell: (batch) => formatCount(batch[id]),
  align: 'right',
  width: id === 'unchanged' ? 'minmax(84px, 92px)' : 'minmax(68px, 92px)',
  yields: id === 'replaced' || id === 'unchanged',
  card: id === 'read' || id === 'rejected' ? 'meta' : 'hidden',
  cardText: (batch) => (batch[id] === 0 && id !== 'read' ? '' : `${formatCount(batch[id])} ${header.toLowerCase()}`),
});

const columnsFor = (nameOf: (id: string) => string): readonly Column<Batch>[] => {
  const templateOf = (batch: Batch): string => batch.template_name ?? nameOf(batch.template);
  return [
    {
      id: 'template',
      header: 'Template',
      cell: (batch) => templateOf(batch),
      title: (batch) => templateOf(batch),
      // a file is mostly named like its template
      cardText: (batch) => (batchName(batch).startsWith(templateOf(batch)) ? '' : templateOf(batch)),
      width: 'minmax(96px, 1.4fr)',
      card: 'end',
    },
    {
      id: 'file',
      header: 'File',
      cell: batchName,
      title: batchName,
      width: 'minmax(88px, 2fr)',
      card: 'name',
    },
    {
      id: 'user',
      header: 'Person',
      cell: (batch) => batch.user_name ?? '',
      width: 'minmax(80px, 116px)',
      card: 'hidden',
      yields: true,
    },
    {
      id: 'ts',
      header: 'Imported',
      cell: (batch) => formatListDate(batch.ts),
      width: 'minmax(164px, 176px)',
      card: 'meta',
      // the seconds would push the rejected rows out of a phone
      cardText: (batch) => formatListDate(batch.ts).slice(0, 16),
    },
    {
      id: 'state',
      header: 'State',
      cell: (batch) => <StateDot tone={STATES[batch.state].tone}>{stateText(batch)}</StateDot>,
      width: 'minmax(96px, 132px)',
      card: 'state',
    },
    count('read', 'Read'),
    count('accepted', 'Added'),
    count('replaced', 'Replaced'),
    count('unchanged', 'Unchanged'),
    count('rejected', 'Rejected'),
  ];
};
