import { IconExternalLink, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import {
  type Column,
  DataTable,
  dialogs,
  EmptyState,
  ExplainedButton,
  KeyHint,
  NoMatch,
  Page,
  PageHeader,
  type RowAction,
  SearchBox,
  StateDot,
  Toolbar,
} from '../../design/index.ts';
import { part } from '../../part.tsx';
import { formatAgo, formatCount, formatListDate, useRecordList } from '../../records/index.ts';
import { useRefusal } from '../../records/needs.ts';
import { type SessionUser, useMay, useSession } from '../../session/index.ts';
import { AddGroup } from './add-group.tsx';
import { type GroupRow, groupName } from './group-calls.ts';
import { roleInGroup } from './role-words.ts';
import { useRemoveGroup } from './use-remove-group.ts';

// The form comes with the first group that is opened.
const GroupDrawer = part(
  () => import('./group-drawer.tsx'),
  (module) => module.GroupDrawer,
);

const PAGE = 50;

/** The role one holds in a group of one's own; nothing in others. */
const ownRole = (user: SessionUser, group: string): string =>
  user.groups?.includes(group) ? roleInGroup(user.role_in_group?.[group]).label : '';

const ownColumn = (user: SessionUser): Column<GroupRow> => ({
  id: 'own',
  header: 'Your role',
  cell: ({ id }) => ownRole(user, id) || '–',
  cardText: ({ id }) => ownRole(user, id),
  width: 'minmax(112px, 152px)',
  card: 'meta',
});

function columnsFor(user: SessionUser | undefined): readonly Column<GroupRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      cell: groupName,
      title: groupName,
      width: 'minmax(160px, 1.2fr)',
      sortable: true,
      card: 'name',
    },
    {
      id: 'description',
      header: 'Description',
      cell: ({ description }) => description || '–',
      cardText: ({ description }) => description ?? '',
      title: ({ description }) => description ?? undefined,
      width: 'minmax(160px, 2fr)',
      sortable: true,
      card: 'meta',
    },
    ...(user?.groups?.length ? [ownColumn(user)] : []),
    {
      id: 'ts_modified',
      header: 'Changed',
      cell: (row) => formatListDate(row.ts_modified),
      title: (row) => formatAgo(row.ts_modified),
      width: '168px',
      sortable: true,
      card: 'hidden',
    },
    {
      id: 'status',
      header: 'State',
      cell: ({ status = 'Active' }) => (
        <StateDot tone={status === 'Active' ? 'neutral' : status === 'Blocked' ? 'negative' : 'accent'}>
          {status}
        </StateDot>
      ),
      width: '112px',
      sortable: true,
      card: 'state',
    },
  ];
}

const sortable = columnsFor(undefined).flatMap((column) => (column.sortable ? [column.id] : []));

/** Groups, and in each its people with the roles they hold there (ROL-18); one's own for who reads no others. */
export function GroupsScreen() {
  const may = useMay();
  const refusal = useRefusal();
  const { session } = useSession();
  const queries = useQueryClient();
  const everyones = may('tenant people');
  const list = useRecordList<GroupRow>({
    kind: 'user.group',
    pageSize: PAGE,
    sort: { field: 'name', order: 'asc' },
    sortable,
    ...(!everyones && { call: 'session.group.search' as const }),
  });
  const columns = useMemo(() => columnsFor(session?.user), [session]);
  const open = list.address.open;
  const at = list.rows.findIndex(({ id }) => id === open);
  const openRow = (id: string | undefined): void => list.setAddress({ open: id });
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ['records', 'user.group'] });
    void queries.invalidateQueries({ queryKey: ['groups'] });
  };
  const remove = useRemoveGroup(refresh);
  const removing = async (group: GroupRow): Promise<void> => {
    if ((await remove(group)) && group.id === open) openRow(undefined);
  };
  const actions = (row: GroupRow): readonly RowAction<GroupRow>[] => [
    {
      label: 'Open',
      icon: <IconExternalLink size={16} />,
      shortcut: <KeyHint>↵</KeyHint>,
      run: () => openRow(row.id),
    },
    {
      label: 'Remove',
      icon: <IconTrash size={16} />,
      danger: true,
      disabled: refusal('tenant people', 'remove'),
      run: () => void removing(row),
    },
  ];
  const add = (): void =>
    void dialogs.fill('Add a group', (close) => (
      <AddGroup
        onDone={(id) => {
          close();
          refresh();
          openRow(id);
        }}
        onCancel={close}
      />
    ));
  const isEmpty = list.counted && list.rows.length === 0 && list.keyword === '' && !list.loading;
  // offered once: by the empty list, or else by the head
  const refused = refusal('tenant people', 'add');
  const create = (
    <ExplainedButton variant="filled" leftSection={<IconPlus size={16} />} onClick={add} reason={refused}>
      Add group
    </ExplainedButton>
  );
  return (
    <>
      <Page fill>
        <PageHeader
          title={everyones ? 'Groups' : 'My groups'}
          meta={list.counted && !(list.rows.length === 0 && list.loading) ? formatCount(list.total) : undefined}
          primary={!isEmpty && create}
        />
        <Toolbar label="Search groups" idle={isEmpty}>
          <SearchBox value={list.keyword} onChange={list.onKeyword} label="Search groups" />
        </Toolbar>
        <DataTable
          label="Groups"
          columns={columns}
          rows={list.rows}
          rowId={(row) => row.id}
          rowName={groupName}
          sort={list.sort}
          onSort={list.onSort}
          onOpen={(row) => openRow(row.id)}
          openId={open}
          rowActions={actions}
          paging={list.paging}
          loading={list.loading}
          error={list.error}
          onRetry={list.retry}
          empty={
            list.keyword === '' ? (
              <EmptyState icon={IconUsersGroup} title="No groups yet" action={create}>
                A group shares templates, views and workspaces with its people, and may give them a role that counts
                there only.
              </EmptyState>
            ) : (
              <NoMatch onClear={() => list.setAddress({ q: undefined })}>No group holds "{list.keyword}".</NoMatch>
            )
          }
        />
      </Page>
      {open !== undefined && (
        <Suspense>
          <GroupDrawer
            id={open}
            position={
              at >= 0 ? `Group ${formatCount(list.paging.page * PAGE + at + 1)} of ${formatCount(list.total)}` : 'Group'
            }
            onClose={() => list.setAddress({ open: undefined, tab: undefined })}
            onPrevious={at > 0 ? () => openRow(list.rows[at - 1]?.id) : undefined}
            onNext={at >= 0 && at < list.rows.length - 1 ? () => openRow(list.rows[at + 1]?.id) : undefined}
            onChanged={refresh}
          />
        </Suspense>
      )}
    </>
  );
}
