import type { HitAnswer } from '@datasarana/client';
import { Suspense, useMemo } from 'react';
import type { Column } from '../../../design/table-props.ts';
import { part } from '../../../part.tsx';
import { BOUNDS, type ColumnWidths } from './column-widths.ts';

// Reading needs no edges: the table stands before they come.
const ColumnHandle = part(
  () => import('./column-handle.tsx'),
  (module) => module.ColumnHandle,
);

/** Columns as wide as they were made by hand, else by their tracks; their heads are dragged to another place, their edges to another width. */
export function useColumns(
  shown: readonly Column<HitAnswer>[],
  tracks: readonly string[],
  widths: ColumnWidths,
  onColumns: (columns: readonly string[], widths: ColumnWidths) => void,
): readonly Column<HitAnswer>[] {
  const given = useMemo(
    () => shown.map(({ id }, i) => (Object.hasOwn(widths, id) ? `${widths[id]}px` : (tracks[i] ?? ''))),
    [shown, tracks, widths],
  );
  const names = shown.map(({ id }) => id);
  const withWidth = (id: string, px: number | undefined): void => {
    const { [id]: _before, ...others } = widths;
    onColumns(names, px === undefined ? others : { ...others, [id]: px });
  };
  return shown.map((column, at) => ({
    ...column,
    width: given[at] ?? '',
    tools: (
      <Suspense>
        <ColumnHandle
          name={column.id}
          at={at}
          tracks={given}
          bounds={BOUNDS}
          onWidth={(px) => withWidth(column.id, px)}
          onMove={(to) => onColumns(names.toSpliced(at, 1).toSpliced(to, 0, column.id), widths)}
        />
      </Suspense>
    ),
  }));
}
