import { Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconDeviceFloppy, IconEdit, IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  dialogs,
  EmptyState,
  ErrorState,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
  StateScreen,
} from '../../design/index.ts';
import { useAddress, useGo, useParameter } from '../../navigation.tsx';
import { askWhose } from '../../records/ask-whose.tsx';
import { formatListDate } from '../../records/format.ts';
import { isGone, KEEP_A_COPY, tellGone } from '../../records/gone.ts';
import { MissingRecord } from '../../records/missing-record.tsx';
import { useRefusal } from '../../records/needs.ts';
import { useLastRead } from '../../records/use-last-read.ts';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds } from '../../session/index.ts';
import type { RangeText } from '../../views/time/time-range.ts';
import { ShareButton } from '../sharing/share-button.tsx';
import { type SavedView, useViews } from '../views/saved-views.ts';
import { addTile, type Tile } from './grid.ts';
import { historyOf, type LayoutHistory, withLayout } from './layout-history.ts';
import { LayoutSteps } from './layout-steps.tsx';
import type { Workspace } from './read-workspace.ts';
import {
  newerWorkspace,
  useDeleteWorkspace,
  useSaveWorkspace,
  useWorkspace,
  useWorkspaceRights,
  WORKSPACE_KIND,
} from './saved-workspaces.ts';
import { useSaveCopies } from './tile-copies.ts';
import { TileGrid } from './tile-grid.tsx';
import { TileView, type TileViewProps } from './tile-view.tsx';
import { useSoundText } from './use-sound-text.ts';
import { WorkspaceBar } from './workspace-bar.tsx';
import { WorkspaceOutline } from './workspace-outline.tsx';
import { addressOfSight, type Sight, saysSight, sightOf } from './workspace-sight.ts';
import classes from './workspaces.module.css';

const CRUMBS = [{ label: 'Workspaces', to: 'toolkit.analytic.workspaces' }] as const;

/** Views on a 12-column grid with one shared search, time and rate (VIS-17). */
export function WorkspaceScreen() {
  const id = useParameter('id');
  const workspace = useWorkspace(id);
  // A tile is as high as its visual wants it on a phone: nothing is drawn before it is known what each shows.
  const views = useViews();
  const failed = [workspace, views].find(({ error }) => error);
  const { value: seen, gone } = useLastRead(id, workspace.data);
  if (!failed && (workspace.isPending || (workspace.data && !views.data)))
    return <WorkspaceOutline title={workspace.data?.name} tiles={workspace.data?.tiles} />;
  if (failed && (!seen || !views.data)) {
    return (
      <StateScreen title="Workspace" crumbs={CRUMBS}>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </StateScreen>
    );
  }
  if (!seen || !views.data) return <MissingWorkspace id={id} />;
  return <OpenWorkspace key={seen.id} workspace={seen} gone={gone} views={views.data} />;
}

const MissingWorkspace = ({ id }: { readonly id: string }) => (
  <StateScreen title="Workspace" crumbs={CRUMBS}>
    <MissingRecord
      kind={WORKSPACE_KIND}
      id={id}
      noun="workspace"
      queryKey={['workspaces']}
      to="toolkit.analytic.workspaces"
      list="workspaces"
    />
  </StateScreen>
);

/** What is being changed; null while it is only looked at. */
interface Draft extends LayoutHistory {
  readonly name: string;
  /** ts_modified of the workspace it began with. */
  readonly base: number;
}

const draftOf = ({ name, tiles, ts_modified }: Workspace): Draft => ({ ...historyOf(tiles), name, base: ts_modified });

/** A workspace to which a view is to be added is opened to be changed; null where there is none, or it has that view. */
function withAdded(workspace: Workspace, view: string | undefined): Draft | null {
  if (!view || workspace.tiles.some((tile) => tile.view === view)) return null;
  const draft = draftOf(workspace);
  return withLayout(draft, addTile(draft.tiles, view));
}

/** Templates that some tiles read, each once. */
const templatesOf = (tiles: readonly Tile[], views: readonly SavedView[]): readonly string[] => [
  ...new Set(tiles.flatMap(({ view }) => views.find(({ id }) => id === view)?.dataset ?? [])),
];

interface OpenWorkspaceProps {
  readonly workspace: Workspace;
  /** It was deleted elsewhere, or is not shared any more. */
  readonly gone: boolean;
  readonly views: readonly SavedView[];
}

function OpenWorkspace({ workspace, gone, views }: OpenWorkspaceProps) {
  const [address, setAddress] = useAddress();
  const [draft, keepDraft] = useState(() => withAdded(workspace, address.add));
  // Leaving looks here: what was just saved is no longer unsaved before the page is drawn again.
  const held = useRef(draft);
  const setDraft = (next: Draft | null): void => {
    held.current = next;
    keepDraft(next);
  };
  const isAdded = address.add !== undefined;
  useEffect(() => {
    // once: a link to the workspace as it is shown adds nothing
    if (isAdded) setAddress({ add: undefined });
  }, [isAdded, setAddress]);
  // Until somebody changes it, and where the address says nothing, a workspace looks as it was saved.
  const [touched, setTouched] = useState(false);
  const sight = touched || saysSight(address) ? sightOf(address) : workspace.sight;
  const { range, every } = sight;
  const { text, fault } = useSoundText(sight.text);
  const seen = useMemo(() => ({ text, range, every }), [text, range, every]);
  const { mine } = useWorkspaceRights(workspace);
  const tiles = draft?.tiles ?? workspace.tiles;
  const templates = useMemo(() => templatesOf(tiles, views), [tiles, views]);
  const change = (part: Partial<Sight>): void => {
    setTouched(true);
    setAddress(addressOfSight({ ...sight, ...part }));
  };
  const wishes = {
    onFilter: (more: string) => change({ text: sight.text.trim() ? `(${sight.text}) AND ${more}` : more }),
    onRange: (brushed: RangeText) => change({ range: brushed }),
    onAlone: (tile: string | null) => setAddress({ tile: tile ?? undefined }, { push: true }),
  };
  const alone = draft ? undefined : tiles.find(({ view }) => view === address.tile);
  const setTiles = (next: readonly Tile[]): void => setDraft(draft && withLayout(draft, next));
  useLeaveGuard({
    dirty: () => held.current !== null && isChanged(held.current, workspace),
    what: `workspace ${workspace.name}`,
  });
  if (gone && !draft) return <MissingWorkspace id={workspace.id} />;
  return (
    <Page fill={alone !== undefined}>
      <PageHeader
        title={workspace.name}
        crumbs={CRUMBS}
        aside={gone ? 'No longer there' : draft ? 'Editing' : mine ? undefined : 'Shared with you'}
        primary={
          <EditButton
            workspace={workspace}
            gone={gone}
            views={views}
            draft={draft}
            sight={sight}
            onDraft={setDraft}
            onLeave={() => {
              held.current = null;
            }}
          />
        }
      >
        {draft && (
          <TextInput
            aria-label="Name of the workspace"
            className={classes.name ?? ''}
            value={draft.name}
            onChange={(e) => setDraft({ ...draft, name: e.currentTarget.value })}
          />
        )}
        {draft && <LayoutSteps history={draft} onStep={setDraft} />}
        {draft && !gone && <DeleteButton workspace={workspace} />}
        {!draft && <ShareButton kind="visual.workspace" id={workspace.id} name={workspace.name} mine={mine} />}
      </PageHeader>
      <WorkspaceBar
        templates={templates}
        sight={sight}
        onSight={change}
        fault={fault}
        addable={
          draft
            ? {
                views: views.filter((view) => !tiles.some((tile) => tile.view === view.id)),
                onAdd: (view) => setTiles(addTile(tiles, view)),
              }
            : undefined
        }
      />
      {alone ? (
        <TileAlone saved={views.find(({ id }) => id === alone.view)} view={alone.view} sight={seen} {...wishes} />
      ) : tiles.length === 0 ? (
        <Panel label="Tiles">
          <EmptyState
            title="No tiles yet"
            action={
              !draft && (
                <Button variant="filled" onClick={() => setDraft(draftOf(workspace))}>
                  Add views
                </Button>
              )
            }
          >
            Choose a view above: it becomes a tile that can be moved and resized.
          </EmptyState>
        </Panel>
      ) : (
        <TileGrid tiles={tiles} views={views} sight={seen} onChange={draft ? setTiles : undefined} {...wishes} />
      )}
    </Page>
  );
}

const isChanged = (draft: Draft, { name, tiles }: Workspace): boolean =>
  draft.name !== name || JSON.stringify(draft.tiles) !== JSON.stringify(tiles);

/** One tile as large as the page allows; Esc goes back to all of them. */
function TileAlone(props: Omit<TileViewProps, 'alone' | 'editing' | 'minimal'>) {
  const { onAlone } = props;
  useHotkeys([['Escape', () => document.querySelector('[role=menu], [role=dialog]') || onAlone(null)]]);
  return (
    <div className={classes.alone}>
      <TileView {...props} alone />
    </div>
  );
}

interface EditButtonProps {
  readonly workspace: Workspace;
  readonly gone: boolean;
  readonly views: readonly SavedView[];
  readonly draft: Draft | null;
  readonly sight: Sight;
  readonly onDraft: (draft: Draft | null) => void;
  /** What is edited is saved under another id, where the page goes now. */
  readonly onLeave: () => void;
}

/** Edit, then Cancel and Save, which waits while the platform cannot be reached; a workspace of someone else, or one that is gone, is saved as a copy of one's own (VIS-18). */
function EditButton({ workspace, gone, views, draft, sight, onDraft, onLeave }: EditButtonProps) {
  const save = useSaveWorkspace();
  const saveCopies = useSaveCopies(views);
  const go = useGo();
  const holds = useHolds();
  const edits = useWorkspaceRights(workspace).edits && !gone;
  const refusal = useRefusal();
  if (!holds('views', 'add') && !draft) return null;
  if (!draft) {
    return (
      <WriteButton variant="filled" leftSection={<IconEdit size={16} />} onClick={() => onDraft(draftOf(workspace))}>
        Edit
      </WriteButton>
    );
  }
  const name = draft.name.trim();
  const settle = async (newer: Workspace): Promise<void> => {
    const when = formatListDate(newer.ts_modified);
    const told = `It was saved at ${when} with ${newer.tiles.length} ${newer.tiles.length === 1 ? 'tile' : 'tiles'}, after you began to edit it. Yours is not saved yet.`;
    const whose = await askWhose(`Workspace ${newer.name} was saved elsewhere`, told);
    if (whose === 'mine') store(newer.ts_modified);
    if (whose === 'theirs') onDraft(null);
  };
  const store = (base: number): void =>
    save.mutate(
      { id: edits ? workspace.id : null, base, name, tiles: () => saveCopies(draft.tiles), sight },
      {
        onSuccess: (stored) => {
          notify.positive({ title: edits ? `Workspace ${name} saved` : `Your copy of ${workspace.name} is saved` });
          if (edits) return onDraft(null);
          onLeave();
          go('toolkit.analytic.workspace', { params: { id: stored.id }, replace: gone });
        },
        onError: (error) => {
          const newer = newerWorkspace(error);
          if (newer) void settle(newer);
          else if (edits && isGone(error, workspace.id)) tellGone(`Workspace ${workspace.name}`, KEEP_A_COPY);
          else notifyFailure(error);
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={() => onDraft(null)}>
        Cancel
      </Button>
      <WriteButton
        variant="filled"
        leftSection={<IconDeviceFloppy size={16} />}
        onClick={() => store(draft.base)}
        loading={save.isPending}
        reason={name === '' ? 'Give the workspace a name' : refusal('views', 'add')}
      >
        {edits ? 'Save workspace' : 'Save my copy'}
      </WriteButton>
    </>
  );
}

function DeleteButton({ workspace }: { readonly workspace: Workspace }) {
  const remove = useDeleteWorkspace();
  const go = useGo();
  const { mine } = useWorkspaceRights(workspace);
  if (!mine) return null;
  const ask = async (): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Delete workspace ${workspace.name}`,
      text: 'Its views stay. It can be restored for 30 days.',
      action: 'Delete workspace',
      danger: true,
    });
    if (yes) remove.mutate(workspace, { onSuccess: () => go('toolkit.analytic.workspaces') });
  };
  return (
    <WriteButton variant="default" aria-label="Delete workspace" onClick={() => void ask()}>
      <IconTrash size={16} />
    </WriteButton>
  );
}
