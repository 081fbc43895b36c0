/** A tile's place on the 12-column grid (VIS-17). */
export interface Tile {
  readonly view: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const COLUMNS = 12;
/** Least tile (design: 3 × 2). */
export const LEAST = { w: 3, h: 2 } as const;

const overlaps = (a: Tile, b: Tile): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Columns where panes do not stand side by side. */
export const FOLDED_COLUMNS = 6;

/** The tiles in reading order on half the columns: each takes half of a line or all of it, and no line is left half empty. */
export function fold(tiles: readonly Tile[]): readonly Tile[] {
  const half = FOLDED_COLUMNS / 2;
  const folded = new Map<string, Tile>();
  let beside: Tile | null = null;
  let y = 0;
  for (const tile of inReadingOrder(tiles)) {
    const isHalf = tile.w < FOLDED_COLUMNS;
    if (beside && isHalf) {
      const h = Math.max(beside.h, tile.h);
      folded.set(beside.view, { ...beside, w: half, h }).set(tile.view, { ...tile, x: half, y: beside.y, w: half, h });
      y = beside.y + h;
      beside = null;
      continue;
    }
    const whole = { ...tile, x: 0, y, w: FOLDED_COLUMNS };
    folded.set(tile.view, whole);
    y += tile.h;
    beside = isHalf ? whole : null;
  }
  return tiles.map((tile) => folded.get(tile.view) ?? tile);
}

const inReadingOrder = (tiles: readonly Tile[]): readonly Tile[] => [...tiles].sort((a, b) => a.y - b.y || a.x - b.x);

/** Pulls every tile up as far as it goes, in reading order, so that there are neither gaps nor overlaps. */
export function compact(tiles: readonly Tile[]): readonly Tile[] {
  const placed: Tile[] = [];
  for (const tile of inReadingOrder(tiles)) {
    let y = 0;
    while (placed.some((other) => overlaps({ ...tile, y }, other))) y++;
    placed.push({ ...tile, y });
  }
  return tiles.map((tile) => placed.find((other) => other.view === tile.view) ?? tile);
}

/** Moves a tile by whole columns and rows, inside the grid; what it meets gives way downwards. */
export function moveTile(tiles: readonly Tile[], view: string, dx: number, dy: number): readonly Tile[] {
  return settle(tiles, view, (tile) => ({
    ...tile,
    x: Math.min(Math.max(0, tile.x + dx), COLUMNS - tile.w),
    y: Math.max(0, tile.y + dy),
  }));
}

/** Resizes a tile, never below the least size or beyond the grid. */
export function resizeTile(tiles: readonly Tile[], view: string, dw: number, dh: number): readonly Tile[] {
  return settle(tiles, view, (tile) => ({
    ...tile,
    w: Math.min(Math.max(LEAST.w, tile.w + dw), COLUMNS - tile.x),
    h: Math.max(LEAST.h, tile.h + dh),
  }));
}

function settle(tiles: readonly Tile[], view: string, change: (tile: Tile) => Tile): readonly Tile[] {
  const moving = tiles.find((tile) => tile.view === view);
  if (!moving) return tiles;
  const next = change(moving);
  const rest = tiles
    .filter((tile) => tile.view !== view)
    .map((tile) => (overlaps(tile, next) ? { ...tile, y: next.y > moving.y ? moving.y : next.y + next.h } : tile));
  const ordered = compact([next, ...rest]);
  return tiles.map((tile) => ordered.find((other) => other.view === tile.view) ?? tile);
}

/** Adds a tile below the others, full third by default. */
export function addTile(tiles: readonly Tile[], view: string, w = 6, h = 6): readonly Tile[] {
  const bottom = tiles.reduce((most, tile) => Math.max(most, tile.y + tile.h), 0);
  return compact([...tiles, { view, x: 0, y: bottom, w, h }]);
}

/** A copy of a tile, as large, named `copy`: to its right where there is room, else below it. */
export function copyTile(tiles: readonly Tile[], view: string, copy: string): readonly Tile[] {
  const tile = tiles.find((one) => one.view === view);
  if (!tile) return tiles;
  const right = { ...tile, view: copy, x: tile.x + tile.w };
  const fits = right.x + right.w <= COLUMNS && !tiles.some((other) => overlaps(right, other));
  return compact([...tiles, fits ? right : { ...tile, view: copy, y: tile.y + tile.h }]);
}
