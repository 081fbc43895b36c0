import { IconChartBar, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import {
  type Column,
  DataTable,
  dialogs,
  EmptyState,
  NoMatch,
  Page,
  PageHeader,
  type RowAction,
  SearchBox,
  Toolbar,
} from '../../design/index.ts';
import { addressOf, useGo } from '../../navigation.tsx';
import { changedColumn, formatCount, nameColumn, useListAddress } from '../../records/index.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds, useMayChange, useOnline } from '../../session/index.ts';
import { useTemplates } from '../templates/template-calls.ts';
import { type SavedView, useDeleteView, useViews } from './saved-views.ts';
import { type ViewRow, viewRows, WORD_COLUMNS } from './view-rows.ts';

const COLUMNS: readonly Column<ViewRow>[] = [
  nameColumn('Name', 'minmax(160px, 2fr)'),
  {
    id: 'kind',
    header: 'Kind',
    cell: (row) => row.kind,
    width: 'minmax(112px, 168px)',
    sortable: true,
    card: 'meta',
  },
  {
    id: 'template',
    header: 'Template',
    cell: (row) => row.template || '–',
    cardText: (row) => row.template,
    title: (row) => row.template,
    width: 'minmax(112px, 1fr)',
    sortable: true,
    card: 'meta',
  },
  changedColumn(),
];

/** Saved views, the latest change first until another order is chosen. */
export function ViewsScreen() {
  const go = useGo();
  const holds = useHolds();
  const views = useViews();
  const templates = useTemplates();
  const { keyword, setKeyword, sort, setSort } = useListAddress(WORD_COLUMNS);
  const actions = useRowActions();
  const names = useMemo(() => new Map(templates.data?.map(({ id, name }) => [id, name])), [templates.data]);
  const rows = useMemo(() => viewRows(views.data ?? [], names, keyword, sort), [views.data, names, keyword, sort]);
  // while there is none the empty list holds the button
  const isEmpty = views.data?.length === 0;
  const create = holds('views', 'add') && (
    <WriteButton
      variant="filled"
      leftSection={<IconPlus size={16} />}
      onClick={() => go('toolkit.analytic.view', { params: { id: 'new' } })}
    >
      New view
    </WriteButton>
  );
  return (
    <Page fill>
      <PageHeader title="Views" meta={views.data && formatCount(rows.length)} primary={!isEmpty && create} />
      <Toolbar label="Search views" idle={isEmpty}>
        <SearchBox value={keyword} onChange={setKeyword} label="Search views" />
      </Toolbar>
      <DataTable
        label="Views"
        columns={COLUMNS}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        sort={sort}
        onSort={setSort}
        loading={views.isPending || templates.isPending}
        error={views.error}
        onRetry={() => void views.refetch()}
        onOpen={(row) => go('toolkit.analytic.view', { params: { id: row.id } })}
        addressOf={({ id }) => addressOf('toolkit.analytic.view', { params: { id } })}
        rowActions={actions}
        empty={
          isEmpty ? (
            <EmptyState icon={IconChartBar} title="No views yet" action={create}>
              A view draws the data of one template: bars, lines, a table, a figure or a map.
            </EmptyState>
          ) : (
            <NoMatch onClear={() => setKeyword('')}>
              No view has "{keyword}" in its name, its kind or the name of its template.
            </NoMatch>
          )
        }
      />
    </Page>
  );
}

function useRowActions(): (row: ViewRow) => readonly RowAction<ViewRow>[] {
  const go = useGo();
  const remove = useDeleteView();
  const mayChange = useMayChange('views');
  const online = useOnline();
  const ask = async ({ id, name }: SavedView): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Delete view ${name}`,
      text: 'Workspaces that hold it keep an empty tile. It can be restored for 30 days.',
      action: 'Delete view',
      danger: true,
    });
    if (yes) remove.mutate({ id, name });
  };
  return ({ view, template }) => [
    {
      label: 'Search its records',
      icon: <IconSearch size={14} />,
      disabled: template === '' ? 'Not shared' : undefined,
      run: () => go('toolkit.analytic.discover', { search: { template: view.dataset } }),
    },
    {
      label: 'Delete',
      icon: <IconTrash size={14} />,
      danger: true,
      disabled: mayChange(view.owner) ? (online ? undefined : 'Not reached') : 'Not yours',
      run: () => void ask(view),
    },
  ];
}
