import { Button } from '@mantine/core';
import { IconDatabase, IconNetwork, IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import {
  type Column,
  DataTable,
  dialogs,
  EmptyState,
  ExplainedButton,
  notifyFailure,
  Page,
  PageHeader,
} from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { formatCount } from '../../records/format.ts';
import { changedColumn, nameColumn } from '../../records/list-columns.ts';
import { useRefusal } from '../../records/needs.ts';
import { useApi } from '../../session/index.ts';
import { openOutbound } from './outbound-addresses.tsx';
import { SOURCES, type SourceRecord, useSources } from './source-calls.ts';
import { labelOf, SourceKinds } from './source-kinds.tsx';
import { useEditSource } from './use-edit-source.tsx';

/** Databases, addresses and data servers the platform reads by itself (SRC-01, SRC-12, SRC-33). */
export function SourcesScreen() {
  const api = useApi();
  const locked = useRefusal()('sources', 'add');
  const go = useGo();
  const client = useQueryClient();
  const sources = useSources();
  const refresh = () => void client.invalidateQueries({ queryKey: [SOURCES] });
  const edit = useEditSource();
  const run = ({ id }: SourceRecord) => go('toolkit.curation.source', { params: { id } });
  const remove = async ({ id, name }: SourceRecord) => {
    const text = 'Its settings and its password are gone; what was imported stays.';
    const yes = await dialogs.confirm({ title: `Remove source ${name}`, text, action: 'Remove source', danger: true });
    if (!yes) return;
    await api.call('source.delete', { params: { id } }).catch(notifyFailure);
    refresh();
  };
  const add = (
    <ExplainedButton variant="filled" leftSection={<IconDatabase size={16} />} reason={locked} onClick={() => edit()}>
      Add a source
    </ExplainedButton>
  );
  return (
    <Page fill>
      <PageHeader title="Sources" meta={sources.data && formatCount(sources.data.total)} primary={add}>
        {api.may('cluster.outbound.change') && (
          <Button leftSection={<IconNetwork size={16} />} onClick={() => void openOutbound()}>
            Outbound addresses
          </Button>
        )}
      </PageHeader>
      <DataTable
        label="Sources"
        columns={columns}
        rows={sources.data?.sources ?? []}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        loading={sources.isPending}
        error={sources.error}
        onRetry={() => void sources.refetch()}
        onOpen={run}
        rowActions={(row) => [
          { label: 'Columns and import', icon: <IconPlayerPlay size={16} />, disabled: locked, run: () => run(row) },
          { label: 'Edit', icon: <IconPencil size={16} />, disabled: locked, run: () => edit(row) },
          {
            label: 'Remove',
            icon: <IconTrash size={16} />,
            danger: true,
            disabled: locked,
            run: () => void remove(row),
          },
        ]}
        empty={
          <>
            <EmptyState icon={IconDatabase} title="No source yet">
              A source is kept with its way in, so that its rows are imported with two clicks, or by themselves on a
              schedule.
            </EmptyState>
            {!locked && <SourceKinds onAdd={(provider) => edit(undefined, provider)} />}
          </>
        }
      />
    </Page>
  );
}

const addressOf = ({ db, ds }: SourceRecord): string =>
  db
    ? `${db.host}:${db.port ?? ''} ${db.database ?? ''}.${db.table ?? ''}`
    : [ds?.url, ds?.template].filter((part) => typeof part === 'string').join(' ');

const columns: readonly Column<SourceRecord>[] = [
  nameColumn('Name', 'minmax(140px, 1fr)'),
  {
    id: 'provider',
    header: 'Source',
    cell: ({ provider }) => labelOf(provider),
    width: 'minmax(180px, 220px)',
    card: 'hidden',
  },
  { id: 'address', header: 'Address', cell: addressOf, mono: true, width: 'minmax(180px, 2fr)', card: 'meta' },
  changedColumn(),
];
