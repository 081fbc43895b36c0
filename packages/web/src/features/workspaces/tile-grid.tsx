import 'react-grid-layout/css/styles.css';
import { CloseButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import ReactGridLayout, { type Layout, useContainerWidth } from 'react-grid-layout';
import { Panel } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import type { ViewDefinition } from '../../views/definition.ts';
import { pillsText } from '../../views/picked.ts';
import { ViewDrawing } from '../../views/ViewDrawing.tsx';
import type { SavedView } from '../views/saved-views.ts';
import { COLUMNS, compact, LEAST, moveTile, resizeTile } from './grid.ts';
import type { Tile } from './saved-workspaces.ts';
import classes from './workspaces.module.css';

interface TileGridProps {
  readonly tiles: readonly Tile[];
  readonly views: readonly SavedView[];
  /** Query text that narrows every tile. */
  readonly text: string;
  /** Takes filters for all tiles, as text. */
  readonly onFilter: (text: string) => void;
  /** Given while editing: tiles can be moved, resized and taken away. */
  readonly onChange: ((tiles: readonly Tile[]) => void) | undefined;
}

/** The grid by pointer and by keyboard: Alt+arrows move, Alt+Shift+arrows resize; one column on phones. */
export function TileGrid({ tiles, views, text, onFilter, onChange }: TileGridProps) {
  const { width, containerRef, mounted } = useContainerWidth();
  const narrow = useMediaQuery('(max-width: 47.99em)');
  const [said, setSaid] = useState('');
  const byKey = (event: KeyboardEvent, tile: Tile): void => {
    const next = onChange && keyed(event, tiles, tile.view);
    if (!next) return;
    event.preventDefault();
    onChange?.(next);
    const placed = next.find((other) => other.view === tile.view);
    if (placed) setSaid(`Column ${placed.x + 1}, row ${placed.y + 1}, ${placed.w} wide, ${placed.h} high`);
  };
  const drawn = tiles.map((tile) => (
    <div
      key={tile.view}
      className={classes.tile}
      data-visual={views.find((view) => view.id === tile.view)?.definition.visual}
    >
      <TileView
        tile={tile}
        saved={views.find((view) => view.id === tile.view)}
        text={text}
        onFilter={onFilter}
        onKeyDown={(event) => byKey(event, tile)}
        onRemove={onChange && (() => onChange(compact(tiles.filter((other) => other.view !== tile.view))))}
      />
    </div>
  ));
  return (
    <div ref={containerRef} className={classes.grid}>
      <div role="status" className={classes.said}>
        {said}
      </div>
      {narrow && <div className={classes.column}>{drawn}</div>}
      {!narrow && mounted && (
        <ReactGridLayout
          width={width}
          layout={tiles.map((tile) => ({
            i: tile.view,
            x: tile.x,
            y: tile.y,
            w: tile.w,
            h: tile.h,
            minW: LEAST.w,
            minH: LEAST.h,
          }))}
          gridConfig={{ cols: COLUMNS, rowHeight: 44, margin: [12, 12], containerPadding: [0, 0] }}
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

interface TileViewProps {
  readonly tile: Tile;
  readonly saved: SavedView | undefined;
  readonly text: string;
  readonly onFilter: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRemove: (() => void) | undefined;
}

function TileView({ tile, saved, text, onFilter, onKeyDown, onRemove }: TileViewProps) {
  const title = saved?.definition.title || saved?.name || 'View removed';
  return (
    <Panel
      className={classes.panel ?? ''}
      title={
        onRemove ? (
          <button
            type="button"
            className={classes.grip}
            data-grip
            onKeyDown={onKeyDown}
            aria-label={`Move ${title}: Alt and arrow keys, with Shift to resize`}
          >
            <IconGripVertical size={14} aria-hidden />
            <span>{title}</span>
          </button>
        ) : saved ? (
          <ScreenLink to="toolkit.analytic.view" params={{ id: saved.id }} className={classes.link}>
            {title}
          </ScreenLink>
        ) : (
          title
        )
      }
      actions={onRemove && <CloseButton size="sm" aria-label={`Take ${title} away`} onClick={onRemove} />}
    >
      <div className={classes.body}>
        {saved ? (
          <ViewDrawing
            view={narrowed(saved.definition, text)}
            onFilter={(pills) => onFilter(pillsText(pills))}
            minimal={tile.w < 5 || tile.h < 5}
          />
        ) : (
          <p className={classes.gone}>The view of this tile was removed or is not shared with you.</p>
        )}
      </div>
    </Panel>
  );
}

/** The workspace's search is ANDed to the view's own. */
function narrowed(view: ViewDefinition, text: string): ViewDefinition {
  if (!text.trim()) return view;
  const own = view.search.text.trim();
  return { ...view, search: { ...view.search, text: own ? `(${own}) AND (${text})` : text } };
}
