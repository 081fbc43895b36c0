import { RECORD_STATUSES } from '@datasarana/schema';
import { Button, Select } from '@mantine/core';

import { IconExternalLink, IconLock, IconLockOpen, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  type Column,
  DataTable,
  dialogs,
  EmptyState,
  KeyHint,
  NoMatch,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  type RowAction,
  SearchBox,
  Spacer,
  StateDot,
  type Tone,
  Toolbar,
} from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { formatAgo, formatCount, formatListDate, itemLabel, useRecordList } from '../../records/index.ts';
import { useApi, useMay, useSession } from '../../session/index.ts';
import { AddUser } from './add-user.tsx';
import { type AccountRow, scopesOf, type UserRow, useAccounts } from './people.ts';
import { useSchema } from './use-schema.ts';

// The form comes with the first user that is opened.
const UserDrawer = lazy(() => import('./user-drawer.tsx').then((module) => ({ default: module.UserDrawer })));

const states: Readonly<Record<string, Tone>> = {
  Active: 'neutral',
  Blocked: 'negative',
  Inactive: 'accent',
  Archived: 'accent',
};
const searchable: readonly string[] = ['full_name', 'national_id', 'gender', 'type', 'status'];

const columnsFor = (accounts: ReadonlyMap<string, readonly AccountRow[]>): readonly Column<UserRow>[] => {
  const of = (row: UserRow) => accounts.get(row.id) ?? [];
  return [
    {
      id: 'full_name',
      header: 'Name',
      width: 'minmax(160px, 1.4fr)',
      sortable: true,
      cell: (row) => row.full_name ?? row.id,
      title: (row) => row.full_name,
      card: 'name',
    },
    {
      id: 'account',
      header: 'Account',
      width: 'minmax(120px, 1fr)',
      cell: (row) =>
        of(row)
          .map(({ login_id }) => login_id)
          .join(', ') || '–',
      card: 'meta',
    },
    {
      id: 'roles',
      header: 'Roles',
      width: 'minmax(120px, 1.2fr)',
      cell: (row) => [...new Set(of(row).flatMap(scopesOf))].join(', ') || '–',
      card: 'meta',
    },
    {
      id: 'ts_modified',
      header: 'Changed',
      width: '168px',
      sortable: true,
      cell: (row) => formatListDate(row.ts_modified),
      title: (row) => formatAgo(row.ts_modified),
      card: 'hidden',
    },
    {
      id: 'status',
      header: 'State',
      width: '120px',
      sortable: true,
      cell: (row) => <StateDot tone={states[row.status ?? 'Active'] ?? 'warning'}>{row.status ?? 'Active'}</StateDot>,
      card: 'state',
    },
  ];
};

/** Who has access and who needs attention (SCR-03). */
export function UsersScreen() {
  const api = useApi();
  const may = useMay();
  const { session } = useSession();
  const queries = useQueryClient();
  const schema = useSchema('user');
  const [{ status = '' }] = useAddress();
  const list = useRecordList<UserRow>({
    kind: 'user',
    sort: { field: 'ts_modified', order: 'desc' },
    filter: { status: status === '' ? [] : [status] },
  });
  const accounts = useAccounts();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const byUser = useMemo(() => {
    const map = new Map<string, AccountRow[]>();
    for (const account of accounts.data ?? []) {
      const key = account.user ?? '';
      map.set(key, [...(map.get(key) ?? []), account]);
    }
    return map;
  }, [accounts.data]);
  const columns = useMemo(() => columnsFor(byUser), [byUser]);
  const keys = (schema.data?.items ?? [])
    .filter((item) => item.can_search && searchable.includes(item.name))
    .map((item) => ({ value: item.name, label: itemLabel(item) }));

  const open = list.address.open;
  const at = list.rows.findIndex(({ id }) => id === open);
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['records', 'user'] });
    void queries.invalidateQueries({ queryKey: ['accounts'] });
  };
  const openRow = (id: string | undefined) => list.setAddress({ open: id });

  const setStatus = async (ids: readonly string[], next: string) => {
    try {
      await Promise.all(
        ids.map((id) =>
          api.call('tenant.user.change', {
            body: { id, status: next, ts_modified: list.rows.find((row) => row.id === id)?.ts_modified },
          }),
        ),
      );
      notify.positive({
        title: `${formatCount(ids.length)} ${ids.length === 1 ? 'user' : 'users'} now ${next.toLowerCase()}`,
      });
      setSelection(new Set());
    } catch (error) {
      notifyFailure(error);
    } finally {
      refresh();
    }
  };
  const remove = async (user: UserRow) => {
    const name = user.full_name ?? user.id;
    const yes = await dialogs.confirm({
      title: `Remove user ${name}`,
      text: 'The user and their sign-in accounts leave the lists. Records they made stay.',
      action: 'Remove user',
      danger: true,
    });
    if (!yes) return;
    try {
      await api.call('tenant.user.delete', { params: { id: user.id } });
      notify.positive({ title: `${name} removed` });
      if (open === user.id) openRow(undefined);
    } catch (error) {
      notifyFailure(error);
    } finally {
      refresh();
    }
  };
  const changes = may('tenant people', 'change');
  const refused = changes ? undefined : 'Not allowed';
  const actions = (row: UserRow): readonly RowAction<UserRow>[] => {
    const blocked = row.status === 'Blocked';
    const own = row.id === session?.user.id ? 'Yourself' : refused;
    return [
      {
        label: 'Open',
        icon: <IconExternalLink size={16} />,
        shortcut: <KeyHint>↵</KeyHint>,
        run: () => openRow(row.id),
      },
      {
        label: blocked ? 'Unblock' : 'Block',
        icon: blocked ? <IconLockOpen size={16} /> : <IconLock size={16} />,
        disabled: own,
        run: () => void setStatus([row.id], blocked ? 'Active' : 'Blocked'),
      },
      { label: 'Remove', icon: <IconTrash size={16} />, danger: true, disabled: own, run: () => void remove(row) },
    ];
  };
  const add = () =>
    void dialogs.open('Add a user', (close) => (
      <AddUser
        onDone={(id) => {
          close();
          refresh();
          openRow(id);
        }}
        onCancel={close}
      />
    ));

  return (
    <>
      <Page fill>
        <PageHeader
          crumbs={[{ label: 'Tenant' }]}
          title="Users"
          meta={list.rows.length === 0 && (list.loading || list.error) ? undefined : formatCount(list.total)}
          primary={
            <Button
              variant="filled"
              leftSection={<IconPlus size={16} />}
              onClick={add}
              disabled={!may('tenant people', 'add')}
              title={may('tenant people', 'add') ? undefined : 'Needs the role Tenant Administrator'}
            >
              Add user
            </Button>
          }
        />
        <Toolbar>
          <SearchBox
            value={list.keyword}
            onChange={list.onKeyword}
            label="Search users"
            keys={keys}
            keyValue={list.keyName}
            onKey={list.onKeyName}
          />
          <Select
            aria-label="State"
            placeholder="Any state"
            clearable
            w={140}
            data={[...RECORD_STATUSES]}
            value={status === '' ? null : status}
            onChange={(next) => list.setAddress({ status: next ?? undefined, page: undefined })}
          />
          <Spacer />
        </Toolbar>
        <DataTable
          label="Users"
          columns={columns}
          rows={list.rows}
          rowId={(row) => row.id}
          rowName={(row) => row.full_name ?? row.id}
          sort={list.sort}
          onSort={list.onSort}
          selection={selection}
          onSelection={setSelection}
          selectionActions={
            <Button
              size="sm"
              leftSection={<IconLock size={14} />}
              disabled={!changes}
              onClick={() => void setStatus([...selection], 'Blocked')}
            >
              Block
            </Button>
          }
          onOpen={(row) => openRow(row.id)}
          openId={open}
          rowActions={actions}
          paging={list.paging}
          loading={list.loading}
          error={list.error}
          onRetry={list.retry}
          empty={
            list.keyword !== '' || status !== '' ? (
              <NoMatch onClear={() => list.setAddress({ q: undefined, key: undefined, status: undefined })}>
                No user contains “{list.keyword || status}”.
              </NoMatch>
            ) : (
              <EmptyState icon={IconUsers} title="No users yet">
                A user is a person; accounts give them a way to sign in.
              </EmptyState>
            )
          }
        />
      </Page>
      {open !== undefined && (
        <Suspense>
          <UserDrawer
            id={open}
            position={
              at >= 0
                ? `User ${formatCount(list.paging.page * list.paging.size + at + 1)} of ${formatCount(list.total)}`
                : 'User'
            }
            onClose={() => openRow(undefined)}
            onPrevious={at > 0 ? () => openRow(list.rows[at - 1]?.id) : undefined}
            onNext={at >= 0 && at < list.rows.length - 1 ? () => openRow(list.rows[at + 1]?.id) : undefined}
            onChanged={refresh}
          />
        </Suspense>
      )}
    </>
  );
}
