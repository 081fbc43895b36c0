import { IconLayoutDashboard, IconPlus } from '@tabler/icons-react';
import {
  dialogs,
  EmptyState,
  ErrorState,
  LoadingRows,
  NoMatch,
  Page,
  PageHeader,
  Panel,
  SearchBox,
  Toolbar,
} from '../../design/index.ts';
import { ScreenLink, useAddress, useGo } from '../../navigation.tsx';
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
  const [{ q: keyword = '' }, setAddress] = useAddress();
  const setKeyword = (q: string): void => setAddress({ q: q || undefined });
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
  const found = workspaces.data && withWord(workspaces.data, keyword);
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
      <PageHeader title="Workspaces" meta={found && formatCount(found.length)} primary={!isEmpty && button} />
      <Toolbar label="Search workspaces" idle={isEmpty}>
        <SearchBox value={keyword} onChange={setKeyword} label="Search workspaces" />
      </Toolbar>
      {workspaces.error ? (
        <ErrorState error={workspaces.error} onRetry={() => void workspaces.refetch()} />
      ) : !found ? (
        <LoadingRows />
      ) : isEmpty ? (
        <Panel label="Workspaces">
          <EmptyState icon={IconLayoutDashboard} title="No workspaces yet" action={button}>
            A workspace keeps views side by side and searches them together.
          </EmptyState>
        </Panel>
      ) : (
        <Cards workspaces={found} keyword={keyword} onClear={() => setKeyword('')} />
      )}
    </Page>
  );
}

/** Those whose name or description has the word. */
function withWord(workspaces: readonly Workspace[], keyword: string): readonly Workspace[] {
  const word = keyword.trim().toLowerCase();
  return workspaces.filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(word));
}

interface CardsProps {
  readonly workspaces: readonly Workspace[];
  readonly keyword: string;
  readonly onClear: () => void;
}

function Cards({ workspaces, keyword, onClear }: CardsProps) {
  if (workspaces.length === 0)
    return (
      <Panel label="Workspaces">
        <NoMatch onClear={onClear}>No workspace has "{keyword}" in its name or its description.</NoMatch>
      </Panel>
    );
  return (
    <ul className={classes.cards} aria-label="Workspaces">
      {workspaces.map((workspace) => (
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
  );
}

/** Whether others see it too, as far as its owner's choice shows. */
function Standing({ workspace }: { readonly workspace: Workspace }) {
  const me = useSession().session?.user.id;
  const foreign = workspace.owner !== '' && workspace.owner !== me;
  if (!foreign && !workspace.open) return null;
  return <span>{workspace.open ? 'Public' : 'Shared with you'}</span>;
}
