import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../session/index.ts';

const KIND = 'visual.workspace';

/** A tile's place on the 12-column grid (VIS-17). */
export interface Tile {
  readonly view: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A stored workspace (ENT-33); its tiles live in `views[].data`. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly ts_modified: number;
  readonly tiles: readonly Tile[];
}

interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ts_modified: number;
  readonly views: readonly { readonly view: string | null; readonly data: string | null }[];
}

function workspace(record: WorkspaceRecord): Workspace {
  const tiles = (record.views ?? []).flatMap((entry) => {
    if (!entry.view || !entry.data) return [];
    const { x, y, w, h } = JSON.parse(entry.data) as Tile;
    return [{ view: entry.view, x, y, w, h }];
  });
  return {
    id: record.id,
    name: record.name,
    description: record.description ?? '',
    ts_modified: record.ts_modified,
    tiles,
  };
}

export function useWorkspaces() {
  const api = useApi();
  return useQuery({
    queryKey: ['workspaces'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly WorkspaceRecord[]>('record.search', {
        params: { kind: KIND },
        body: { key: '', keyword: '', from: 0, to: 500 },
        signal,
      });
      return (data ?? []).map(workspace);
    },
  });
}

export function useWorkspace(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['workspaces', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<WorkspaceRecord | null>('record.get', { params: { kind: KIND, id }, signal });
      return data && workspace(data);
    },
  });
}

interface WorkspaceToSave {
  readonly id: string | null;
  readonly name: string;
  readonly tiles: readonly Tile[];
}

export function useSaveWorkspace() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name, tiles }: WorkspaceToSave) => {
      const views = tiles.map(({ view, ...place }) => ({
        configured: true,
        type: 'view',
        view,
        data: JSON.stringify(place),
      }));
      const { data } = id
        ? await api.call<WorkspaceRecord>('record.change', { params: { kind: KIND }, body: { id, name, views } })
        : await api.call<WorkspaceRecord>('record.add', { params: { kind: KIND }, body: { name, views } });
      return workspace(data);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}

export function useDeleteWorkspace() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('record.delete', { params: { kind: KIND, id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}
