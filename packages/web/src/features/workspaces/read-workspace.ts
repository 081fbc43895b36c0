import { oneOf, partsOf, readFinite, readJson, readText } from '../../records/read-stored.ts';
import { DRAWING_RATES } from '../../views/refresh/refresh-rates.ts';
import { addTile, COLUMNS, type Tile } from './grid.ts';
import { type Sight, WHOLE } from './workspace-sight.ts';

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

/** A workspace as the record store has it. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly ts_modified: number;
  readonly owner?: { readonly id?: string } | null;
  readonly is_public?: boolean | null;
  readonly views: readonly WorkspaceEntry[] | null;
}

interface WorkspaceEntry {
  readonly type?: string | null;
  readonly view?: string | null;
  readonly data?: string | null;
}

/** Type of the entry beside the views that holds what they share. */
export const SIGHT = 'sight';

/** Reads a stored workspace. */
export function readWorkspace(record: WorkspaceRecord): Workspace {
  const entries = record.views ?? [];
  return {
    id: record.id,
    name: record.name,
    description: record.description ?? '',
    ts_modified: record.ts_modified,
    owner: record.owner?.id ?? '',
    open: record.is_public === true,
    tiles: readTiles(entries),
    sight: readSight(entries),
  };
}

/** Each view once; one without a place on the grid, as another client lays it, goes below the others. */
function readTiles(entries: readonly WorkspaceEntry[]): readonly Tile[] {
  const places = new Map(entries.flatMap(({ view, data }) => (view ? [[view, readPlace(data)] as const] : [])));
  const placed: readonly Tile[] = [...places].flatMap(([view, place]) => (place ? [{ view, ...place }] : []));
  const placeless = [...places].flatMap(([view, place]) => (place ? [] : [view]));
  return placeless.reduce((tiles, view) => addTile(tiles, view), placed);
}

type Place = Omit<Tile, 'view'>;

const placeParts = partsOf<Place>({ x: readFinite, y: readFinite, w: readFinite, h: readFinite });

function readPlace(data: string | null | undefined): Place | null {
  const { x = -1, y = -1, w = 0, h = 0 } = placeParts(readJson(data));
  const isOnGrid = [x, y, w, h].every(Number.isInteger) && x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= COLUMNS;
  return isOnGrid ? { x, y, w, h } : null;
}

const sightParts = partsOf<Sight>({
  text: readText,
  range: readText,
  every: oneOf(DRAWING_RATES.map(({ seconds }) => seconds)),
});

function readSight(entries: readonly WorkspaceEntry[]): Sight {
  return { ...WHOLE, ...sightParts(readJson(entries.find(({ type }) => type === SIGHT)?.data)) };
}
