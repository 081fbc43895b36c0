import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDeviceFloppy, IconEdit, IconRefresh, IconSearch, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dialogs,
  EmptyState,
  ErrorState,
  LoadingBlock,
  Missing,
  notify,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
  StateScreen,
  Toolbar,
} from '../../design/index.ts';
import { useAddress, useGo, useParameter } from '../../navigation.tsx';
import { useViews } from '../views/saved-views.ts';
import { addTile } from './grid.ts';
import { type Tile, useDeleteWorkspace, useSaveWorkspace, useWorkspace, type Workspace } from './saved-workspaces.ts';
import { TileGrid } from './tile-grid.tsx';

const CRUMBS = [
  { label: 'Analytics', to: 'toolkit.analytic.discover' },
  { label: 'Workspaces', to: 'toolkit.analytic.workspaces' },
] as const;

/** Views on a 12-column grid with one shared search (VIS-17). */
export function WorkspaceScreen() {
  const id = useParameter('id');
  const workspace = useWorkspace(id);
  if (!workspace.data) {
    return (
      <StateScreen title="Workspace" crumbs={CRUMBS}>
        {workspace.error ? (
          <ErrorState error={workspace.error} onRetry={() => void workspace.refetch()} />
        ) : workspace.isPending ? (
          <LoadingBlock height={400} />
        ) : (
          <Missing noun="workspace" to="toolkit.analytic.workspaces" list="workspaces" />
        )}
      </StateScreen>
    );
  }
  return <OpenWorkspace key={workspace.data.id} workspace={workspace.data} />;
}

function OpenWorkspace({ workspace }: { readonly workspace: Workspace }) {
  const [edited, setEdited] = useState<readonly Tile[] | null>(null);
  const [address, setAddress] = useAddress();
  const [text] = useDebouncedValue(address.q ?? '', 300);
  const views = useViews();
  const cache = useQueryClient();
  const tiles = edited ?? workspace.tiles;
  const refresh = (): void => {
    void cache.invalidateQueries({ queryKey: ['view'] });
    void cache.invalidateQueries({ queryKey: ['map'] });
  };
  return (
    <Page>
      <PageHeader
        title={workspace.name}
        crumbs={CRUMBS}
        aside={edited ? 'Editing' : undefined}
        primary={<EditButton workspace={workspace} edited={edited} onEdit={setEdited} />}
      >
        {edited && <DeleteButton workspace={workspace} />}
      </PageHeader>
      <Toolbar label="Search all tiles">
        <TextInput
          aria-label="Search in all tiles"
          placeholder="Search in all tiles, as in Discover"
          leftSection={<IconSearch size={16} />}
          value={address.q ?? ''}
          onChange={(e) => setAddress({ q: e.currentTarget.value })}
          style={{ flex: '1 1 200px', maxWidth: 520 }}
        />
        <Button variant="default" aria-label="Refresh all tiles" onClick={refresh}>
          <IconRefresh size={16} />
        </Button>
        {edited && (
          <Select
            aria-label="Add a view"
            placeholder="Add a view"
            searchable
            value={null}
            data={(views.data ?? [])
              .filter((view) => !tiles.some((tile) => tile.view === view.id))
              .map((view) => ({ value: view.id, label: view.name }))}
            nothingFoundMessage="All views are here"
            onChange={(id) => id && setEdited(addTile(tiles, id))}
          />
        )}
      </Toolbar>
      {tiles.length === 0 ? (
        <Panel label="Tiles">
          <EmptyState title="No tiles yet" action={!edited && <Button onClick={() => setEdited([])}>Add views</Button>}>
            Choose a view above: it becomes a tile that can be moved and resized.
          </EmptyState>
        </Panel>
      ) : (
        <TileGrid
          tiles={tiles}
          views={views.data ?? []}
          text={text}
          onFilter={(more) => setAddress({ q: address.q?.trim() ? `(${address.q}) AND ${more}` : more })}
          onChange={edited ? setEdited : undefined}
        />
      )}
    </Page>
  );
}

interface EditButtonProps {
  readonly workspace: Workspace;
  readonly edited: readonly Tile[] | null;
  readonly onEdit: (tiles: readonly Tile[] | null) => void;
}

function EditButton({ workspace, edited, onEdit }: EditButtonProps) {
  const save = useSaveWorkspace();
  if (!edited) {
    return (
      <Button variant="filled" leftSection={<IconEdit size={16} />} onClick={() => onEdit(workspace.tiles)}>
        Edit
      </Button>
    );
  }
  const store = (): void =>
    save.mutate(
      { id: workspace.id, name: workspace.name, tiles: edited },
      {
        onSuccess: () => {
          onEdit(null);
          notify.positive({ title: `Workspace ${workspace.name} saved` });
        },
        onError: notifyFailure,
      },
    );
  return (
    <>
      <Button variant="default" onClick={() => onEdit(null)}>
        Cancel
      </Button>
      <Button variant="filled" leftSection={<IconDeviceFloppy size={16} />} onClick={store} loading={save.isPending}>
        Save workspace
      </Button>
    </>
  );
}

function DeleteButton({ workspace }: { readonly workspace: Workspace }) {
  const remove = useDeleteWorkspace();
  const go = useGo();
  const ask = async (): Promise<void> => {
    const yes = await dialogs.confirm({
      title: `Delete workspace ${workspace.name}`,
      text: 'Its views stay. It can be restored for 30 days.',
      action: 'Delete workspace',
      danger: true,
    });
    if (yes)
      remove.mutate(workspace.id, { onSuccess: () => go('toolkit.analytic.workspaces'), onError: notifyFailure });
  };
  return (
    <Button variant="default" aria-label="Delete workspace" onClick={() => void ask()}>
      <IconTrash size={16} />
    </Button>
  );
}
