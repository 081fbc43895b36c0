import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyFailure } from '../../design/notify.tsx';
import { everyPage } from '../../records/every-page.ts';
import { isGone } from '../../records/gone.ts';
import { useTellDeleted } from '../../records/use-tell-deleted.ts';
import { isFailure, useApi, useMayChange, useMayInGroup, useSession } from '../../session/index.ts';
import type { Tile } from './grid.ts';
import { readWorkspace, SIGHT, type Workspace, type WorkspaceRecord } from './read-workspace.ts';
import type { Sight } from './workspace-sight.ts';

/** The kind of record workspaces are kept as. */
export const WORKSPACE_KIND = 'visual.workspace';

export function useWorkspaces(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['workspaces'],
    enabled,
    queryFn: async ({ signal }) => {
      const params = { kind: WORKSPACE_KIND };
      const found = await everyPage(async (page) => {
        const body = { key: '', keyword: '', ...page };
        return (await api.call<readonly WorkspaceRecord[]>('record.search', { params, body, signal })).data;
      });
      return found.map(readWorkspace);
    },
  });
}

export function useWorkspace(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['workspaces', id],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<WorkspaceRecord | null>('record.get', {
        params: { kind: WORKSPACE_KIND, id },
        signal,
      });
      return data && readWorkspace(data);
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
      const params = { kind: WORKSPACE_KIND };
      const ofGroup = (group: string) =>
        everyPage(async (page) => {
          const body = { key: '', keyword: '', group, ...page };
          return (await api.call<readonly Pick<Workspace, 'id'>[]>('record.search', { params, body, signal })).data;
        });
      const found = await Promise.all(groups.map(ofGroup));
      return found.flat().map((one) => one.id);
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
            params: { kind: WORKSPACE_KIND },
            body: { id, name, views, ...(base && { ts_modified: base }) },
          })
        : await api.call<WorkspaceRecord>('record.add', { params: { kind: WORKSPACE_KIND }, body: { name, views } });
      return readWorkspace(data);
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
  return typeof data === 'object' && data !== null && 'views' in data ? readWorkspace(data as WorkspaceRecord) : null;
}

export function useDeleteWorkspace() {
  const api = useApi();
  const cache = useQueryClient();
  const tellDeleted = useTellDeleted();
  const refresh = () => cache.invalidateQueries({ queryKey: ['workspaces'] });
  return useMutation({
    mutationFn: ({ id }: Pick<Workspace, 'id' | 'name'>) =>
      api.call('record.delete', { params: { kind: WORKSPACE_KIND, id } }),
    onSuccess: (_, { id, name }) => {
      tellDeleted({ kind: WORKSPACE_KIND, ids: [id], what: `Workspace ${name}`, refresh });
      return refresh();
    },
    onError: notifyFailure,
  });
}
