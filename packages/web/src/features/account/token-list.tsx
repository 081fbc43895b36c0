import type { ApiToken } from '@datasarana/client';
import { Button } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { dialogs, ErrorState, LoadingRows, notify, notifyFailure, Panel } from '../../design/index.ts';
import { formatListDate } from '../../records/index.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { useApi } from '../../session/index.ts';
import classes from './account-screen.module.css';
import { useUnseenTokens } from './use-unseen-tokens.ts';

/** Personal API tokens, for clients that cannot sign in (AUT-19). */
export function TokenList() {
  const api = useApi();
  const list = useQuery({
    queryKey: ['api-tokens'],
    queryFn: async ({ signal }) => (await api.call('session.token.list', { signal })).data ?? [],
  });
  const unseen = useUnseenTokens(list.data);
  const make = async () => {
    try {
      // Before the dialog opens and not inside it: the focus goes to the first field of what is there then.
      const { TokenForm } = await import('./token-form.tsx');
      void dialogs.open('Make an API token', (close) => (
        <TokenForm
          onMade={(id) => {
            unseen.show(id);
            void list.refetch();
          }}
          onLost={(name) => {
            unseen.lose(name);
            void list.refetch();
          }}
          onClose={close}
        />
      ));
    } catch (error) {
      notifyFailure(error);
    }
  };
  const revoke = async ({ id, name }: ApiToken) => {
    const yes = await dialogs.confirm({
      title: `Revoke API token ${name}`,
      text: 'Whatever signs its calls with it is refused from now on.',
      action: 'Revoke token',
      danger: true,
    });
    if (!yes) return;
    try {
      await api.call('session.token.revoke', { params: { id } });
      notify.positive({ title: `API token ${name} revoked` });
    } catch (error) {
      notifyFailure(error);
    } finally {
      void list.refetch();
    }
  };
  return (
    <Panel
      title="API tokens"
      actions={
        <WriteButton size="xs" leftSection={<IconPlus size={14} />} onClick={() => void make()}>
          Make a token
        </WriteButton>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <LoadingRows rows={1} height={52} />
      ) : list.data.length === 0 ? (
        <p className={classes.none}>No tokens yet. A program that calls the platform for you needs one.</p>
      ) : (
        <ul className={classes.sessions}>
          {list.data.map((token) => (
            <li key={token.id}>
              <IconKey size={18} aria-hidden />
              <div className={classes.what}>
                <b>{token.name}</b>
                <div className="ds-meta">{wordsOf(token)}</div>
                {unseen.isUnseen(token) && (
                  <div className={classes.unseen}>
                    Made, but its value was lost on the way here: revoke it, it counts and nobody has it.
                  </div>
                )}
              </div>
              <Button size="sm" aria-label={`Revoke API token ${token.name}`} onClick={() => void revoke(token)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function wordsOf({ scope, templates, expires }: ApiToken): string {
  const may = templates ? `writes to ${templates.length} ${templates.length === 1 ? 'template' : 'templates'}` : '';
  const end = expires === null ? 'no end' : `until ${formatListDate(expires)}`;
  return [may || scope.join(', '), end].join('; ');
}
