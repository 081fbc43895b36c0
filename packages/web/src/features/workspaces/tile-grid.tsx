import 'react-grid-layout/css/styles.css';
import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import ReactGridLayout, { type Layout, useContainerWidth } from 'react-grid-layout';
import { NARROW, PHONE, useWindowIs } from '../../design/widths.ts';
import type { SavedView } from '../views/saved-views.ts';
import { COLUMNS, compact, copyTile, FOLDED_COLUMNS, fold, LEAST, moveTile, resizeTile, type Tile } from './grid.ts';
import { copyOf, viewOf } from './tile-copies.ts';
import { TileView, type TileWishes } from './tile-view.tsx';
import type { Sight } from './workspace-sight.ts';
import classes from './workspaces.module.css';

interface TileGridProps extends TileWishes {
  readonly tiles: readonly Tile[];
  readonly views: readonly SavedView[];
  /** Search and time that narrow every tile. */
  readonly sight: Sight;
  /** Given while editing: tiles can be moved, resized and taken away. */
  readonly onChange: ((tiles: readonly Tile[]) => void) | undefined;
}

/** The grid by pointer and by keyboard: Alt+arrows move, Alt+Shift+arrows resize; folded where room is short, one column on phones. */
export function TileGrid({ tiles, views, sight, onChange, ...wishes }: TileGridProps) {
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true });
  const narrow = useWindowIs(PHONE);
  // What is edited is the grid as it is kept.
  const folds = useWindowIs(NARROW) && onChange === undefined;
  const laid = folds ? fold(tiles) : tiles;
  const [said, setSaid] = useState('');
  const byKey = (event: KeyboardEvent, tile: Tile): void => {
    const next = onChange && keyed(event, tiles, tile.view);
    if (!next) return;
    event.preventDefault();
    onChange?.(next);
    const placed = next.find((other) => other.view === tile.view);
    if (placed) setSaid(`Column ${placed.x + 1}, row ${placed.y + 1}, ${placed.w} wide, ${placed.h} high`);
  };
  const drawn = laid.map((tile) => {
    const saved = viewOf(views, tile.view);
    // paper has no pixels of a window: there tiles take their places by their columns and rows
    const { x, y, w, h } = tile;
    const figures = {
      '--figures': saved?.definition.metrics.length,
      '--at': `${y + 1} / ${x + 1} / span ${h} / span ${w}`,
    } as CSSProperties;
    return (
      <div key={tile.view} className={classes.tile} data-visual={saved?.definition.visual} style={figures}>
        <TileView
          view={tile.view}
          saved={saved}
          sight={sight}
          minimal={tile.w < 5 || tile.h < 5}
          editing={
            onChange && {
              onKeyDown: (event) => byKey(event, tile),
              onCopy: () => onChange(copyTile(tiles, tile.view, copyOf(tile.view))),
              onRemove: () => onChange(compact(tiles.filter((other) => other.view !== tile.view))),
            }
          }
          {...wishes}
        />
      </div>
    );
  });
  return (
    <div ref={containerRef} className={classes.grid} data-folded={folds}>
      <div role="status" className={classes.said}>
        {said}
      </div>
      {narrow && <div className={classes.column}>{drawn}</div>}
      {!narrow && mounted && (
        <ReactGridLayout
          width={width}
          layout={laid.map((tile) => ({
            i: tile.view,
            x: tile.x,
            y: tile.y,
            w: tile.w,
            h: tile.h,
            minW: LEAST.w,
            minH: LEAST.h,
          }))}
          gridConfig={{
            cols: folds ? FOLDED_COLUMNS : COLUMNS,
            rowHeight: 44,
            margin: [12, 12],
            containerPadding: [0, 0],
          }}
          dragConfig={{ enabled: onChange !== undefined, handle: '[data-grip]' }}
          resizeConfig={{ enabled: onChange !== undefined }}
          onDragStop={(layout: Layout) => onChange?.(fromLayout(layout))}
          onResizeStop={(layout: Layout) => onChange?.(fromLayout(layout))}
        >
          {drawn}
        </ReactGridLayout>
      )}
    </div>
  );
}

const fromLayout = (layout: Layout): readonly Tile[] => layout.map(({ i, x, y, w, h }) => ({ view: i, x, y, w, h }));

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function keyed(event: KeyboardEvent, tiles: readonly Tile[], view: string): readonly Tile[] | null {
  const step = event.altKey ? STEPS[event.key] : undefined;
  if (!step) return null;
  return event.shiftKey ? resizeTile(tiles, view, ...step) : moveTile(tiles, view, ...step);
}
