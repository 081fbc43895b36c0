import { Button, Tabs } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  DetailDrawer,
  ErrorState,
  Initials,
  LoadingRows,
  notify,
  notifyFailure,
  StateBadge,
} from '../../design/index.ts';
import { formatListDate, RecordForm, type RecordValues } from '../../records/index.ts';
import { isFailure, useApi, useMay } from '../../session/index.ts';
import { HistoryList } from './history-list.tsx';
import { scopesOf, type UserRow, useAccounts } from './people.ts';
import { profileItems } from './profile-items.ts';
import { useSchema } from './use-schema.ts';

interface UserDrawerProps {
  readonly id: string;
  readonly position: string;
  readonly onClose: () => void;
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
  readonly onChanged: () => void;
}

/** One user beside the list: profile, sign-in accounts, history. */
export function UserDrawer({ id, onChanged, ...frame }: UserDrawerProps) {
  const api = useApi();
  const may = useMay();
  const schema = useSchema('user');
  const accounts = useAccounts(id);
  const user = useQuery({
    queryKey: ['records', 'user', id],
    queryFn: async ({ signal }) => (await api.call<UserRow | null>('tenant.user.get', { params: { id }, signal })).data,
  });
  const [edits, setEdits] = useState<{ readonly id: string; readonly values: RecordValues }>({ id, values: {} });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const values = edits.id === id ? edits.values : {};
  const changed = Object.keys(values).length > 0;
  const save = async () => {
    setWorking(true);
    setErrors({});
    try {
      await api.call('tenant.user.change', { body: { id, ts_modified: user.data?.ts_modified, ...values } });
      setEdits({ id, values: {} });
      notify.positive({ title: 'User saved' });
      await user.refetch();
      onChanged();
    } catch (error) {
      if (isFailure(error)) setErrors(error.fields);
      notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  const name = user.data?.full_name ?? (user.data === null ? 'Not found' : id);
  const writes = may('tenant people', 'change');
  return (
    <DetailDrawer
      {...frame}
      title={name}
      subtitle={(accounts.data ?? []).map(({ login_id }) => login_id).join(', ')}
      avatar={<Initials name={name} size={40} />}
      badge={
        user.data?.status && user.data.status !== 'Active' ? (
          <StateBadge tone="negative">{user.data.status}</StateBadge>
        ) : undefined
      }
      foot={
        writes && (
          <Button
            variant={changed ? 'filled' : 'default'}
            leftSection={<IconDeviceFloppy size={16} />}
            disabled={!changed}
            loading={working}
            onClick={() => void save()}
          >
            Save changes
          </Button>
        )
      }
    >
      <Tabs defaultValue="profile">
        <Tabs.List mb={16}>
          <Tabs.Tab value="profile">Profile</Tabs.Tab>
          <Tabs.Tab value="accounts">
            Accounts <span className="ds-meta">{accounts.data?.length ?? ''}</span>
          </Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="profile">
          {user.error ? (
            <ErrorState error={user.error} onRetry={() => void user.refetch()} />
          ) : user.data && schema.data ? (
            <RecordForm
              columns={1}
              items={profileItems(schema.data.items)}
              value={{ ...user.data, ...values }}
              onChange={(next) => setEdits({ id, values: difference(user.data ?? { id }, next) })}
              errors={errors}
              readOnly={!writes}
            />
          ) : (
            <LoadingRows rows={6} height={56} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="accounts">
          <ul>
            {(accounts.data ?? []).map((account) => (
              <li key={account.id} style={{ padding: '8px 0', borderBottom: '1px solid var(--ds-line)' }}>
                <b style={{ fontWeight: 500 }}>{account.login_id}</b>
                <div className="ds-meta">
                  {scopesOf(account).join(', ') || 'No role'}
                  {account.active === false && ', not active'}, changed {formatListDate(account.ts_modified)}
                </div>
              </li>
            ))}
          </ul>
          {accounts.data?.length === 0 && <p className="ds-quiet">This person has no way to sign in.</p>}
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryList kind="user" id={id} items={schema.data?.items ?? []} />
        </Tabs.Panel>
      </Tabs>
    </DetailDrawer>
  );
}

/** What differs from the stored record. */
const difference = (stored: RecordValues, next: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([key, value]) => JSON.stringify(value ?? null) !== JSON.stringify(stored[key] ?? null),
    ),
  );
