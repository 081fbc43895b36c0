import { useRef } from 'react';
import { useSaveView } from '../views/save-view.ts';
import type { SavedView } from '../views/saved-views.ts';
import type { Tile } from './grid.ts';

const MARK = ' copy ';
let made = 0;

/** Stands for the copy of a view on a tile until its workspace is saved, and the copy with it. */
export const copyOf = (view: string): string => `${view.split(MARK)[0]}${MARK}${++made}`;

/** The view of a tile; undefined when it is gone or not shared with the caller. */
export function viewOf(views: readonly SavedView[], tile: string): SavedView | undefined {
  const [origin, copy] = tile.split(MARK);
  const saved = views.find(({ id }) => id === origin);
  if (!saved || !copy) return saved;
  const title = `${saved.definition.title || saved.name} (copy)`;
  return { ...saved, name: `${saved.name} (copy)`, definition: { ...saved.definition, title } };
}

/** Saves the copies among tiles as views, each once however often its workspace is refused; answers tiles of saved views. */
export function useSaveCopies(views: readonly SavedView[]) {
  const { mutateAsync } = useSaveView();
  const saved = useRef(new Map<string, string>());
  const save = async (tile: Tile): Promise<Tile> => {
    const { view } = tile;
    const copy = view.includes(MARK) ? viewOf(views, view) : undefined;
    if (!copy) return tile;
    const { name, definition } = copy;
    const scope = copy.scope === 'tenant' ? 'tenant' : 'personal';
    const known = saved.current.get(view);
    const id = known ?? (await mutateAsync({ id: null, scope, base: undefined, name, definition })).id;
    saved.current.set(view, id);
    return { ...tile, view: id };
  };
  return async (tiles: readonly Tile[]): Promise<readonly Tile[]> => {
    const all: Tile[] = [];
    // one after the other: of several whose answers were lost only the last would be known again, and the others made twice
    for (const tile of tiles) all.push(await save(tile));
    return all;
  };
}
