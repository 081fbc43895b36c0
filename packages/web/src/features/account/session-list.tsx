import type { LiveSession } from '@datasarana/client';
import { Button } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingRows, notify, notifyFailure, Panel } from '../../design/index.ts';
import { formatCount, formatListDate } from '../../records/index.ts';
import { useSession, useSessionStore } from '../../session/index.ts';
import classes from './account-screen.module.css';
import { agentName } from './agent-name.ts';

/** Sessions in sight before all are asked for. */
const FIRST = 5;

/** Live sessions of the account with a way to end each: this one, then the newest; a long list is folded. */
export function SessionList() {
  const store = useSessionStore();
  const { session } = useSession();
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await store.client.call('session.list', { signal })).data ?? [],
  });
  const end = async (id: string) => {
    try {
      await store.client.call('session.revoke', { params: { id } });
      notify.positive({ title: 'Session ended' });
    } catch (error) {
      notifyFailure(error);
    } finally {
      void list.refetch();
    }
  };
  const here = (one: LiveSession) => one.current || one.id === session?.id;
  const [whole, setWhole] = useState(false);
  const sorted = list.data?.toSorted((a, b) => Number(here(b)) - Number(here(a)) || b.ts - a.ts) ?? [];
  const shown = whole ? sorted : sorted.slice(0, FIRST);
  return (
    <Panel
      title="Active sessions"
      actions={
        <Button size="xs" onClick={() => void store.signOut(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <>
          <ul className={classes.sessions}>
            {shown.map((one) => (
              <li key={one.id}>
                <IconDeviceDesktop size={18} aria-hidden />
                <div className={classes.what}>
                  <b>{agentName(one.agent)}</b>
                  <div className="ds-meta">
                    Since {formatListDate(one.ts)}
                    {one.address && `, from ${one.address}`}
                  </div>
                </div>
                {here(one) ? (
                  <span className="ds-quiet">This session</span>
                ) : (
                  <Button size="sm" onClick={() => void end(one.id)}>
                    End session
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {sorted.length > FIRST && (
            <Button
              size="sm"
              variant="subtle"
              className={classes.all ?? ''}
              aria-expanded={whole}
              onClick={() => setWhole(!whole)}
            >
              {whole ? `Show ${FIRST} sessions` : `Show all ${formatCount(sorted.length)} sessions`}
            </Button>
          )}
        </>
      ) : (
        <LoadingRows rows={2} height={52} />
      )}
    </Panel>
  );
}
