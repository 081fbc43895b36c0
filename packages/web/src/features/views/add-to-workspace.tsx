import { useState } from 'react';
import { ExplainedButton, notify, notifyFailure, SearchSelect } from '../../design/index.ts';
import { OFFERED } from '../../design/offered.ts';
import { useGo } from '../../navigation.tsx';
import { addTile } from '../workspaces/grid.ts';
import { useSaveWorkspace, useWorkspaces } from '../workspaces/saved-workspaces.ts';
import { WHOLE } from '../workspaces/workspace-sight.ts';
import type { SavedView } from './saved-views.ts';

const NEW = 'new';
const WIDTH = 200;

interface AddToWorkspaceProps extends Pick<SavedView, 'id' | 'name'> {
  /** A workspace shows what is stored, and to go there would leave what is not. */
  readonly unsaved: boolean;
}

/** Leads to a workspace with a saved view as one more tile, which is to be saved there, or to a new one of that view (VIS-17). */
export function AddToWorkspace({ id, name, unsaved }: AddToWorkspaceProps) {
  const go = useGo();
  const save = useSaveWorkspace();
  const [isLookedAt, setLookedAt] = useState(false);
  const { data: workspaces = [] } = useWorkspaces(isLookedAt);
  const open = (workspace: string, search = {}): void =>
    go('toolkit.analytic.workspace', { params: { id: workspace }, search });
  const make = (): void =>
    save.mutate(
      { id: null, name, tiles: async () => addTile([], id), sight: WHOLE },
      { onSuccess: (made) => open(made.id), onError: notifyFailure },
    );
  const addTo = (chosen: string): void => {
    const workspace = workspaces.find((one) => one.id === chosen);
    if (workspace?.tiles.some(({ view }) => view === id)) {
      notify.info({ title: `Workspace ${workspace.name} has view ${name} already` });
    }
    open(chosen, { add: id });
  };
  if (unsaved) {
    return (
      <ExplainedButton w={WIDTH} reason="Save the view first">
        Add to workspace
      </ExplainedButton>
    );
  }
  return (
    <SearchSelect
      aria-label="Add to a workspace"
      placeholder="Add to workspace"
      w={WIDTH}
      limit={OFFERED}
      disabled={save.isPending}
      value={null}
      data={[{ value: NEW, label: 'New workspace' }, ...workspaces.map((one) => ({ value: one.id, label: one.name }))]}
      onDropdownOpen={() => setLookedAt(true)}
      onChange={(chosen) => chosen !== null && (chosen === NEW ? make() : addTo(chosen))}
    />
  );
}
