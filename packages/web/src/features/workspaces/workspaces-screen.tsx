import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import { dialogs, EmptyState, ErrorState, LoadingRows, Page, PageHeader, Panel } from '../../design/index.ts';
import { ScreenLink, useGo } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/index.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds, useSession } from '../../session/index.ts';
import type { Workspace } from './read-workspace.ts';
import { useSaveWorkspace, useWorkspaces } from './saved-workspaces.ts';
import { WHOLE } from './workspace-sight.ts';
import classes from './workspaces.module.css';

/** Workspaces the caller may read, as cards. */
export function WorkspacesScreen() {
  const workspaces = useWorkspaces();
  const holds = useHolds();
  const save = useSaveWorkspace();
  const go = useGo();
  const create = (): Promise<unknown> =>
    dialogs.prompt({
      title: 'New workspace',
      label: 'Name',
      action: 'Create workspace',
      send: async (name) => {
        const { id } = await save.mutateAsync({ id: null, name, tiles: async () => [], sight: WHOLE });
        go('toolkit.analytic.workspace', { params: { id } });
      },
    });
  // while there is none the empty list holds the button
  const isEmpty = workspaces.data?.length === 0;
  const button = holds('views', 'add') && (
    <WriteButton
      variant="filled"
      leftSection={<IconPlus size={16} />}
      onClick={() => void create()}
      loading={save.isPending}
    >
      New workspace
    </WriteButton>
  );
  return (
    <Page>
      <PageHeader
        title="Workspaces"
        meta={workspaces.data && formatCount(workspaces.data.length)}
        primary={!isEmpty && button}
      />
      {workspaces.error ? (
        <ErrorState error={workspaces.error} onRetry={() => void workspaces.refetch()} />
      ) : workspaces.isPending ? (
        <LoadingRows />
      ) : isEmpty ? (
        <Panel label="Workspaces">
          <EmptyState icon={IconLayoutDashboard} title="No workspaces yet" action={button}>
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
                  {formatListDate(workspace.ts_modified)}
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
