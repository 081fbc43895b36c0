import {
  IconCopy,
  IconDatabaseImport,
  IconFileSearch,
  IconPlus,
  IconTableOptions,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type Column,
  DataTable,
  dialogs,
  EmptyState,
  ExplainedButton,
  NoMatch,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  type RowAction,
  SearchBox,
  StateDot,
  Toolbar,
  templateState,
} from '../../design/index.ts';
import { addressOf, useGo } from '../../navigation.tsx';
import { changedColumn, formatCount, formatListDate, nameColumn, useListAddress } from '../../records/index.ts';
import { useRefusal } from '../../records/needs.ts';
import { useTellDeleted } from '../../records/use-tell-deleted.ts';
import { useApi } from '../../session/index.ts';
import { type TemplateRecord, useTemplates } from './template-calls.ts';

const COLUMNS: readonly Column<TemplateRecord>[] = [
  nameColumn('Template', 'minmax(140px, 1.4fr)'),
  {
    id: 'description',
    header: 'Used for',
    cell: (row) => row.description || '–',
    cardText: (row) => row.description ?? '',
    title: (row) => row.description ?? undefined,
    width: 'minmax(96px, 2fr)',
    card: 'meta',
  },
  {
    id: 'fields',
    header: 'Fields',
    cell: (row) => row.items.filter((item) => !item.system).length,
    align: 'right',
    width: '64px',
    yields: true,
    card: 'hidden',
  },
  {
    id: 'version',
    header: 'Version',
    cell: (row) => `v${row.version_major}.${row.version_minor}`,
    align: 'right',
    width: '72px',
    yields: true,
    card: 'hidden',
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => <StateDot tone={templateState(row).tone}>{templateState(row).label}</StateDot>,
    width: 'minmax(128px, 220px)',
    card: 'state',
  },
  {
    ...changedColumn(),
    card: 'meta',
    cardText: (row) =>
      row.description ? '' : `v${row.version_major}.${row.version_minor}, ${formatListDate(row.ts_modified)}`,
  },
];

/** Templates of the tenant: their state, their fields, the way into each. */
export function TemplatesScreen() {
  const templates = useTemplates();
  const { keyword, setKeyword, sort, setSort } = useListAddress(['name']);
  const go = useGo();
  const refusal = useRefusal()('templates', 'add');
  const actions = useTemplateListActions();
  const rows = useMemo(() => sorted(templates.data ?? [], keyword, sort), [templates.data, keyword, sort]);
  // while there is none the empty list holds the button
  const isEmpty = templates.data?.length === 0;
  const mayAdd = refusal === undefined;
  const create = (
    <ExplainedButton
      variant="filled"
      leftSection={<IconPlus size={16} />}
      onClick={() => void actions.create()}
      reason={refusal}
    >
      New template
    </ExplainedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Templates"
        meta={templates.data && formatCount(rows.length)}
        primary={(!isEmpty || !mayAdd) && create}
      >
        <ExplainedButton
          variant="default"
          leftSection={<IconDatabaseImport size={16} />}
          onClick={() => go('toolkit.curation.import')}
          reason={refusal}
        >
          From a file
        </ExplainedButton>
      </PageHeader>
      <Toolbar label="Search templates" idle={isEmpty}>
        <SearchBox value={keyword} onChange={setKeyword} label="Search templates" />
      </Toolbar>
      <DataTable
        label="Templates"
        columns={COLUMNS}
        rows={rows}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        sort={sort}
        onSort={setSort}
        loading={templates.isPending}
        error={templates.error}
        onRetry={() => void templates.refetch()}
        onOpen={(row) => go('toolkit.dev.template', { params: { id: row.id } })}
        addressOf={({ id }) => addressOf('toolkit.dev.template', { params: { id } })}
        rowActions={(row) => rowActions(row, go, actions, refusal)}
        empty={
          isEmpty ? (
            <EmptyState icon={IconTableOptions} title="No templates yet" action={mayAdd && create}>
              {mayAdd
                ? 'A template names the fields of your documents and builds their form.'
                : 'Templates that are shared with you stand here.'}
            </EmptyState>
          ) : (
            <NoMatch onClear={() => setKeyword('')}>No template has "{keyword}" in its name or description.</NoMatch>
          )
        }
      />
    </Page>
  );
}

function sorted(
  templates: readonly TemplateRecord[],
  keyword: string,
  sort: { readonly field: string; readonly order: string },
): readonly TemplateRecord[] {
  const word = keyword.trim().toLowerCase();
  const found = templates.filter((template) =>
    `${template.name} ${template.description ?? ''}`.toLowerCase().includes(word),
  );
  const sign = sort.order === 'asc' ? 1 : -1;
  return found.toSorted(
    (a, b) => sign * (sort.field === 'name' ? a.name.localeCompare(b.name) : a.ts_modified - b.ts_modified),
  );
}

type Actions = ReturnType<typeof useTemplateListActions>;

const rowActions = (
  row: TemplateRecord,
  go: ReturnType<typeof useGo>,
  actions: Actions,
  refusal: string | undefined,
): readonly RowAction<TemplateRecord>[] => [
  {
    label: 'Search its records',
    icon: <IconFileSearch size={14} />,
    disabled: row.deployed ? undefined : 'Not deployed',
    run: () => go('toolkit.analytic.discover', { search: { template: row.id } }),
  },
  {
    label: 'Import a file',
    icon: <IconDatabaseImport size={14} />,
    disabled: row.deployed ? undefined : 'Not deployed',
    run: () => go('toolkit.curation.import', { search: { template: row.id } }),
  },
  {
    label: 'Copy',
    icon: <IconCopy size={14} />,
    disabled: refusal,
    run: () => void actions.copy(row),
  },
  {
    label: 'Delete',
    icon: <IconTrash size={14} />,
    danger: true,
    disabled: refusal,
    run: () => void actions.remove(row),
  },
];

function useTemplateListActions() {
  const api = useApi();
  const go = useGo();
  const cache = useQueryClient();
  const tellDeleted = useTellDeleted();
  const refresh = (): Promise<void> => cache.invalidateQueries({ queryKey: ['templates'] });
  const create = (): Promise<unknown> =>
    dialogs.prompt({
      title: 'New template',
      label: 'Name',
      action: 'Create template',
      send: async (name) => {
        const { data } = await api.call('template.add', { body: { name, items: [] } });
        await refresh();
        go('toolkit.dev.template', { params: { id: data.id } });
      },
    });
  const copy = async (row: TemplateRecord): Promise<void> => {
    try {
      const { data } = await api.call<TemplateRecord>('template.copy', { body: { id: row.id } });
      await refresh();
      notify.positive({ title: `${data.name} made from ${row.name}` });
    } catch (error) {
      notifyFailure(error);
    }
  };
  const remove = async (row: TemplateRecord): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Delete template ${row.name}`,
      text: 'Its records, its index and its stream go with it. They can be restored with it for 30 days.',
      action: 'Delete template',
      danger: true,
      typedName: row.name,
    });
    if (!yes) return;
    try {
      await api.call('template.delete', { params: { id: row.id } });
      await refresh();
      tellDeleted({ kind: 'data.template', ids: [row.id], what: `Template ${row.name}`, refresh });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return { create, copy, remove };
}
