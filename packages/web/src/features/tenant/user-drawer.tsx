import { LiveRecord } from '@datasarana/client';
import type { Schema } from '@datasarana/schema';
import { Tabs } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { DetailDrawer, ErrorState, Initials, LoadingRows, StateBadge } from '../../design/index.ts';
import {
  formatListDate,
  RecordActions,
  RecordEditor,
  sameDetail,
  useLeaveGuard,
  useLiveRecord,
} from '../../records/index.ts';
import { useApi, useHolds, useMay } from '../../session/index.ts';
import { HistoryList } from './history-list.tsx';
import { scopesOf, useAccounts } from './people.ts';
import { profileItems } from './profile-items.ts';
import { type BesideListProps, SchemaDrawer } from './schema-drawer.tsx';
import { UserGroups } from './user-groups.tsx';

/** One user beside the list: profile, sign-in accounts, history. */
export function UserDrawer(props: BesideListProps) {
  return (
    <SchemaDrawer kind="user" title="User" onClose={props.onClose}>
      {(schema) => <LiveUser {...props} schema={schema} />}
    </SchemaDrawer>
  );
}

const onDrawer = sameDetail('open');

function LiveUser({ id, schema, onChanged, ...frame }: BesideListProps & { readonly schema: Schema }) {
  const api = useApi();
  const may = useMay();
  const holds = useHolds();
  const cache = useQueryClient();
  const accounts = useAccounts(id);
  const live = useLiveRecord({
    make: () => new LiveRecord(api, schema),
    id,
    saved: 'User saved',
    onSaved: () => {
      void cache.invalidateQueries({ queryKey: ['history', 'user', id] });
      onChanged();
    },
  });
  const { stored } = live.record;
  const full = typeof stored.full_name === 'string' && stored.full_name !== '' ? stored.full_name : undefined;
  const name = full ?? (live.phase === 'absent' ? 'Not found' : id);
  const status = typeof stored.status === 'string' ? stored.status : 'Active';
  const writes = may('tenant people', 'change');
  useLeaveGuard({ dirty: () => live.record.read().modified, what: `user ${name}`, stays: onDrawer });
  return (
    <DetailDrawer
      {...frame}
      title={name}
      subtitle={(accounts.data ?? []).map(({ login_id }) => login_id).join(', ')}
      avatar={<Initials name={name} size={40} />}
      badge={live.state.fetched && status !== 'Active' ? <StateBadge tone="negative">{status}</StateBadge> : undefined}
      foot={
        (holds('tenant people', 'change') || live.state.modified) && (
          <RecordActions live={live} action="Save changes" refused={writes ? undefined : 'Cannot be saved now'} />
        )
      }
    >
      <Tabs defaultValue="profile">
        <Tabs.List mb={16}>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="accounts">
            Accounts <span className="ds-meta">{accounts.data?.length ?? ''}</span>
          </Tabs.Tab>
          <Tabs.Tab value="groups">Groups</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          <RecordEditor
            live={live}
            noun="user"
            home={{ to: 'toolkit.tenant', list: 'users' }}
            items={profileItems(schema.items, status)}
            readOnly={!writes}
          />
        </Tabs.Panel>
        <Tabs.Panel value="accounts">
          <AccountList user={id} />
        </Tabs.Panel>
        <Tabs.Panel value="groups">
          <UserGroups user={id} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryList kind="user" id={id} items={schema.items} />
        </Tabs.Panel>
      </Tabs>
    </DetailDrawer>
  );
}

function AccountList({ user }: { readonly user: string }) {
  const accounts = useAccounts(user);
  if (accounts.error) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (accounts.isLoading) return <LoadingRows rows={2} height={56} />;
  if (!accounts.data) return <p className="ds-quiet">Your roles do not reach sign-in accounts.</p>;
  if (accounts.data.length === 0) return <p className="ds-quiet">This person has no way to sign in.</p>;
  return (
    <ul>
      {accounts.data.map((account) => (
        <li key={account.id} style={{ padding: '8px 0', borderBottom: '1px solid var(--ds-line)' }}>
          <b style={{ fontWeight: 500 }}>{account.login_id}</b>
          <div className="ds-meta">
            {scopesOf(account).join(', ') || 'No role'}
            {account.active === false && ', not active'}, changed {formatListDate(account.ts_modified)}
          </div>
        </li>
      ))}
    </ul>
  );
}
