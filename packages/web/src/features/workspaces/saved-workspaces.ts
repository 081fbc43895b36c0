import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isGone } from '../../records/gone.ts';
import { isFailure, useApi, useMayChange, useMayInGroup, useSession } from '../../session/index.ts';
import { type Sight, WHOLE } from './workspace-sight.ts';

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
  /** User id of whoever made it; empty when nobody is named. */
  readonly owner: string;
  /** Seen without a session too. */
  readonly open: boolean;
  readonly tiles: readonly Tile[];
  /** The search, time and rate it was saved with. */
  readonly sight: Sight;
}

interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ts_modified: number;
  readonly owner?: { readonly id?: string } | null;
  readonly is_public?: boolean | null;
  readonly views: readonly {
    readonly type?: string | null;
    readonly view: string | null;
    readonly data: string | null;
  }[];
}

/** Type of the entry beside the views that holds what they share. */
const SIGHT = 'sight';

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
    owner: record.owner?.id ?? '',
    open: record.is_public === true,
    tiles,
    sight: savedSight(record),
  };
}

function savedSight({ views }: WorkspaceRecord): Sight {
  const data = views?.find(({ type }) => type === SIGHT)?.data;
  return data ? { ...WHOLE, ...(JSON.parse(data) as Partial<Sight>) } : WHOLE;
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

/**
 * Whether the signed-in user may change a workspace: their own, by a role of the tenant, or by a role in a group it is shared with
 * (ROL-18). Taking it away and sharing it are `mine` alone.
 */
export function useWorkspaceRights({ id, owner }: Pick<Workspace, 'id' | 'owner'>) {
  const api = useApi();
  const mine = useMayChange('views')(owner);
  const mayInGroup = useMayInGroup();
  const { session } = useSession();
  const groups = (session?.user.groups ?? []).filter((group) => mayInGroup('views', 'change', [group]));
  const shared = useQuery({
    queryKey: ['workspaces', 'of groups', groups],
    enabled: !mine && groups.length > 0,
    queryFn: async ({ signal }) => {
      const call = (group: string) => {
        const body = { key: '', keyword: '', group, from: 0, to: 500 };
        return api.call<readonly Pick<Workspace, 'id'>[]>('record.search', { params: { kind: KIND }, body, signal });
      };
      const answers = await Promise.all(groups.map(call));
      return answers.flatMap(({ data }) => data ?? []).map((one) => one.id);
    },
  });
  return { mine, edits: mine || (groups.length > 0 && shared.data?.includes(id) === true) };
}

interface WorkspaceToSave {
  readonly id: string | null;
  /** ts_modified of the workspace these edits began with: a newer one is not overwritten (REC-38). */
  readonly base?: number;
  readonly name: string;
  /** Answers them once the views they need are saved. */
  readonly tiles: () => Promise<readonly Tile[]>;
  readonly sight: Sight;
}

export function useSaveWorkspace() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, base, name, tiles, sight }: WorkspaceToSave) => {
      const shown = (await tiles()).map(({ view, ...place }) => ({
        configured: true,
        type: 'view',
        view,
        data: JSON.stringify(place),
      }));
      const views = [...shown, { configured: true, type: SIGHT, data: JSON.stringify(sight) }];
      const { data } = id
        ? await api.call<WorkspaceRecord>('record.change', {
            params: { kind: KIND },
            body: { id, name, views, ...(base && { ts_modified: base }) },
          })
        : await api.call<WorkspaceRecord>('record.add', { params: { kind: KIND }, body: { name, views } });
      return workspace(data);
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['workspaces'] }),
    onError: (error, { id }) => {
      const newer = newerWorkspace(error);
      if (newer) cache.setQueryData(['workspaces', newer.id], newer);
      else if (id && isGone(error, id)) cache.setQueryData(['workspaces', id], null);
    },
  });
}

/** The workspace as it was saved elsewhere meanwhile, when that is why a save was refused. */
export function newerWorkspace(error: unknown): Workspace | null {
  if (!isFailure(error) || error.type !== 'conflict') return null;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'views' in data ? workspace(data as WorkspaceRecord) : null;
}

export function useDeleteWorkspace() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('record.delete', { params: { kind: KIND, id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['workspaces'] }),
  });
}
