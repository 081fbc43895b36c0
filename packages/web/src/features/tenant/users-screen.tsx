import type { SchemaItem } from '@datasarana/schema';
import { ActionIcon } from '@mantine/core';
import { IconDownload, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import {
  DataTable,
  dialogs,
  EmptyState,
  ExplainedButton,
  NoMatch,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  SearchBox,
  Spacer,
  Toolbar,
} from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { part } from '../../part.tsx';
import {
  ColumnChooser,
  exportList,
  formatCount,
  itemLabel,
  saveText,
  useKept,
  useRecordList,
} from '../../records/index.ts';
import { useRefusal } from '../../records/needs.ts';
import { useApi, useHolds, useMay, useSession } from '../../session/index.ts';
import { InvitesButton } from '../invites/tenant-invites.tsx';
import { AddUser } from './add-user.tsx';
import { type AccountRow, type UserRow, useAccounts } from './people.ts';
import { useSchema } from './use-schema.ts';
import { useUserActions } from './use-user-actions.ts';
import { exportColumns, userColumns } from './user-columns.tsx';
import { userRowActions } from './user-row-actions.tsx';
import { SelectionActions, StateAndGroup } from './user-tools.tsx';

// The form comes with the first user that is opened.
const UserDrawer = part(
  () => import('./user-drawer.tsx'),
  (module) => module.UserDrawer,
);

const searchable: readonly string[] = ['full_name', 'national_id', 'gender', 'type', 'status'];
const sortable = userColumns([], new Map()).flatMap((column) => (column.sortable ? [column.id] : []));

const columnIds = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

/** Who has access and who needs attention (SCR-03). */
export function UsersScreen() {
  const api = useApi();
  const may = useMay();
  const holds = useHolds();
  const { session } = useSession();
  const queries = useQueryClient();
  const schema = useSchema('user');
  const [{ status = '', group = '' }] = useAddress();
  const kept = useKept('list.user.columns', columnIds);
  const list = useRecordList<UserRow>({
    kind: 'user',
    sort: { field: 'ts_modified', order: 'desc' },
    sortable,
    searchable,
    filter: { status: status === '' ? [] : [status], ...(group !== '' && { group }) },
  });
  const accounts = useAccounts();
  const [picked, setPicked] = useState<ReadonlyMap<string, UserRow>>(new Map());
  const items = schema.data?.items ?? NO_ITEMS;
  const all = useMemo(() => userColumns(items, byUser(accounts.data ?? [])), [items, accounts.data]);
  const shown = kept.value ?? all.filter(({ first }) => first).map(({ id }) => id);
  const columns = all.filter(({ id, fixed }) => fixed || shown.includes(id));
  const keys = items
    .filter((item) => item.can_search && searchable.includes(item.name))
    .map((item) => ({ value: item.name, label: itemLabel(item) }));

  const open = list.address.open;
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['records', 'user'] });
    void queries.invalidateQueries({ queryKey: ['accounts'] });
  };
  const openRow = (id: string | undefined) => list.setAddress({ open: id });
  const { setStatus, remove, working } = useUserActions(refresh);
  const removing = async (people: readonly UserRow[]) => {
    if (!(await remove(people))) return;
    setPicked(new Map());
    if (people.some(({ id }) => id === open)) openRow(undefined);
  };
  // Rows of other pages stay selected with what is known of them.
  const pick = (ids: ReadonlySet<string>) =>
    setPicked(
      new Map(
        [...ids].flatMap((id) => {
          const row = list.rows.find((one) => one.id === id) ?? picked.get(id);
          return row ? [[id, row] as const] : [];
        }),
      ),
    );
  const changes = may('tenant people', 'change');
  const addRefused = useRefusal()('tenant people', 'add');
  const refused = changes ? undefined : 'Not allowed';
  const actions = userRowActions({
    refusedFor: ({ id }) => (id === session?.user.id ? 'Yourself' : refused),
    onOpen: ({ id }) => openRow(id),
    onStatus: (row, next) => void setStatus([row], next),
    onRemove: (row) => void removing([row]),
  });
  const add = () =>
    void dialogs.fill('Add a user', (close) => (
      <AddUser
        onDone={(id) => {
          close();
          refresh();
          openRow(id);
        }}
        onCancel={close}
      />
    ));
  const download = async () => {
    try {
      const { csv, rows } = await exportList<UserRow>(api, 'user', list.search, exportColumns(columns));
      saveText('users.csv', csv);
      notify.positive({ title: `${formatCount(rows)} ${rows === 1 ? 'user' : 'users'} exported` });
    } catch (error) {
      notifyFailure(error);
    }
  };
  const filtered = list.keyword !== '' || status !== '' || group !== '';

  return (
    <>
      <Page fill>
        <PageHeader
          title="Users"
          meta={
            (list.rows.length === 0 && (list.loading || list.error)) || !list.counted
              ? undefined
              : formatCount(list.total)
          }
          primary={
            <ExplainedButton variant="filled" leftSection={<IconPlus size={16} />} onClick={add} reason={addRefused}>
              Add user
            </ExplainedButton>
          }
        >
          {holds('tenant people', 'change') && <InvitesButton />}
        </PageHeader>
        <Toolbar>
          <SearchBox
            value={list.keyword}
            onChange={list.onKeyword}
            label="Search users"
            keys={keys}
            keyValue={list.keyName}
            onKey={list.onKeyName}
          />
          <StateAndGroup
            status={status}
            group={group}
            onChange={(change) => list.setAddress({ ...change, page: undefined })}
          />
          <Spacer />
          <ColumnChooser
            columns={all}
            shown={shown}
            onChange={kept.keep}
            onReset={() => kept.keep(all.filter(({ first }) => first).map(({ id }) => id))}
          />
          <ActionIcon
            aria-label="Export as CSV"
            title="Export what is listed as CSV"
            disabled={list.total === 0}
            onClick={() => void download()}
          >
            <IconDownload size={18} />
          </ActionIcon>
        </Toolbar>
        <DataTable
          label="Users"
          columns={columns}
          rows={kept.pending ? NO_ROWS : list.rows}
          rowId={(row) => row.id}
          rowName={(row) => row.full_name ?? row.id}
          sort={list.sort}
          onSort={list.onSort}
          selection={new Set(picked.keys())}
          onSelection={pick}
          selectionActions={
            <SelectionActions
              picked={[...picked.values()]}
              refused={refused ?? (picked.has(session?.user.id ?? '') ? 'Yourself is among them' : undefined)}
              working={working}
              onStatus={(people, next) => void setStatus(people, next).then(() => setPicked(new Map()))}
              onRemove={(people) => void removing(people)}
            />
          }
          onOpen={(row) => openRow(row.id)}
          openId={open}
          rowActions={actions}
          paging={list.paging}
          loading={list.loading || kept.pending}
          error={list.error}
          onRetry={list.retry}
          empty={
            filtered ? (
              <NoMatch
                onClear={() => list.setAddress({ q: undefined, key: undefined, status: undefined, group: undefined })}
              >
                No user matches what is searched and filtered here.
              </NoMatch>
            ) : (
              <EmptyState icon={IconUsers} title="No users yet">
                A user is a person; accounts give them a way to sign in.
              </EmptyState>
            )
          }
        />
      </Page>
      {open !== undefined && <OpenedUser id={open} list={list} onOpen={openRow} onChanged={refresh} />}
    </>
  );
}

interface OpenedUserProps {
  readonly id: string;
  readonly list: ReturnType<typeof useRecordList<UserRow>>;
  readonly onOpen: (id: string | undefined) => void;
  readonly onChanged: () => void;
}

/** One user beside the list, with the ways to those above and below. */
function OpenedUser({ id, list: { rows, paging, total }, onOpen, onChanged }: OpenedUserProps) {
  const at = rows.findIndex((row) => row.id === id);
  const place = paging.page * paging.size + at + 1;
  return (
    <Suspense>
      <UserDrawer
        id={id}
        position={at >= 0 ? `User ${formatCount(place)} of ${formatCount(total)}` : 'User'}
        onClose={() => onOpen(undefined)}
        onPrevious={at > 0 ? () => onOpen(rows[at - 1]?.id) : undefined}
        onNext={at >= 0 && at < rows.length - 1 ? () => onOpen(rows[at + 1]?.id) : undefined}
        onChanged={onChanged}
      />
    </Suspense>
  );
}

const NO_ITEMS: readonly SchemaItem[] = [];
const NO_ROWS: readonly UserRow[] = [];

function byUser(accounts: readonly AccountRow[]): ReadonlyMap<string, readonly AccountRow[]> {
  return Map.groupBy(accounts, ({ user }) => user ?? '');
}
