import { Button } from '@mantine/core';
import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import {
  dialogs,
  EmptyState,
  ErrorState,
  LoadingRows,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
} from '../../design/index.ts';
import { ScreenLink, useGo } from '../../navigation.tsx';
import { useSession } from '../../session/index.ts';
import { useSaveWorkspace, useWorkspaces, type Workspace } from './saved-workspaces.ts';
import { WHOLE } from './workspace-sight.ts';
import classes from './workspaces.module.css';

/** Workspaces the caller may read, as cards. */
export function WorkspacesScreen() {
  const workspaces = useWorkspaces();
  const save = useSaveWorkspace();
  const go = useGo();
  const create = async (): Promise<void> => {
    const name = await dialogs.prompt({ title: 'New workspace', label: 'Name', action: 'Create workspace' });
    if (!name?.trim()) return;
    save.mutate(
      { id: null, name: name.trim(), tiles: [], sight: WHOLE },
      { onSuccess: (made) => go('toolkit.analytic.workspace', { params: { id: made.id } }), onError: notifyFailure },
    );
  };
  const button = (variant: 'filled' | 'default') => (
    <Button
      variant={variant}
      leftSection={<IconPlus size={16} />}
      onClick={() => void create()}
      loading={save.isPending}
    >
      New workspace
    </Button>
  );
  return (
    <Page>
      <PageHeader title="Workspaces" meta={workspaces.data?.length.toLocaleString('en')} primary={button('filled')} />
      {workspaces.error ? (
        <ErrorState error={workspaces.error} onRetry={() => void workspaces.refetch()} />
      ) : workspaces.isPending ? (
        <LoadingRows />
      ) : workspaces.data.length === 0 ? (
        <Panel label="Workspaces">
          <EmptyState icon={IconLayoutDashboard} title="No workspaces yet" action={button('default')}>
            A workspace keeps views side by side and searches them together.
          </EmptyState>
        </Panel>
      ) : (
        <ul className={classes.cards}>
          {workspaces.data.map((workspace) => (
            <li key={workspace.id}>
              <ScreenLink to="toolkit.analytic.workspace" params={{ id: workspace.id }} className={classes.card}>
                <b>{workspace.name}</b>
                <span>
                  {workspace.tiles.length} {workspace.tiles.length === 1 ? 'tile' : 'tiles'}, changed{' '}
                  {new Date(workspace.ts_modified).toLocaleString('sv-SE')}
                </span>
                <Standing workspace={workspace} />
              </ScreenLink>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

/** Whether others see it too, as far as its owner's choice shows. */
function Standing({ workspace }: { readonly workspace: Workspace }) {
  const me = useSession().session?.user.id;
  const foreign = workspace.owner !== '' && workspace.owner !== me;
  if (!foreign && !workspace.open) return null;
  return <span>{workspace.open ? 'Public' : 'Shared with you'}</span>;
}
