import { type AllowedAddresses, isFailure } from '@datasarana/client';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { dialogs, ErrorState, LoadingBlock } from '../../design/index.ts';
import { type Client, useApi } from '../../session/index.ts';
import classes from './sources.module.css';

/** Opens the list of what the platform may call of its own network; `wanted` stands ready to be added. */
export const openOutbound = (wanted = ''): Promise<void> =>
  dialogs.open('Outbound addresses', () => <OutboundAddresses wanted={wanted} />);

type ListChange = (now: readonly string[]) => readonly string[];

/** Makes a change of the list as it stands: what somebody else added or removed since it was read stays so. */
async function changed(api: Client, was: readonly string[], change: ListChange): Promise<AllowedAddresses> {
  try {
    return (await api.call('cluster.outbound.change', { body: { allow: change(was), was } })).data;
  } catch (error) {
    const newer = isFailure(error) && error.type === 'conflict' ? allowedIn(error.data) : undefined;
    if (newer === undefined) throw error;
    return (await api.call('cluster.outbound.change', { body: { allow: change(newer), was: newer } })).data;
  }
}

const allowedIn = (data: unknown): readonly string[] | undefined => {
  const allow = Reflect.get(Object(data), 'allow');
  return Array.isArray(allow) ? allow.map(String) : undefined;
};

/** The cluster setting a refused address names: host:port inside the network that may be called (SEC-07). */
function OutboundAddresses({ wanted }: { readonly wanted: string }) {
  const api = useApi();
  const client = useQueryClient();
  const [entry, setEntry] = useState(wanted);
  const [fault, setFault] = useState('');
  const [working, setWorking] = useState(false);
  const key = ['outbound'];
  const list = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api.call('cluster.outbound.get', { signal })).data,
  });
  const allow = list.data?.allow ?? [];
  const keep = async (change: ListChange): Promise<boolean> => {
    setWorking(true);
    setFault('');
    try {
      client.setQueryData(key, await changed(api, allow, change));
      return true;
    } catch (error) {
      const [sentence] = isFailure(error) ? Object.values(error.fields) : [];
      setFault(sentence ?? (error instanceof Error ? error.message : String(error)));
      return false;
    } finally {
      setWorking(false);
    }
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await keep((now) => [...now, entry.trim()])) setEntry('');
  };
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <LoadingBlock height={120} />;
  return (
    <form className={classes.form} onSubmit={(event) => void add(event)}>
      <p className={classes.quiet}>
        The platform calls the internet, but nothing inside its own network except what stands here. The list holds for
        all tenants.
      </p>
      {allow.length === 0 && <p className={classes.quiet}>Nothing is allowed yet.</p>}
      {allow.length > 0 && (
        <ul className={classes.addresses} aria-label="Allowed addresses">
          {allow.map((one) => (
            <li key={one}>
              <span>{one}</span>
              <ActionIcon
                aria-label={`Remove ${one}`}
                disabled={working}
                onClick={() => void keep((now) => now.filter((other) => other !== one))}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        data-autofocus
        label="Host and port"
        placeholder="db.local:3306"
        autoComplete="off"
        value={entry}
        error={fault || undefined}
        onChange={(event) => setEntry(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" variant="filled" loading={working} disabled={entry.trim() === ''}>
          Allow address
        </Button>
      </div>
    </form>
  );
}
