import { Button } from '@mantine/core';
import classes from './imports.module.css';
import { placeColumns, placeField, withPlace } from './place-columns.ts';
import type { ColumnPlan } from './plan.ts';

interface PlaceNoteProps {
  readonly columns: readonly ColumnPlan[];
  readonly onChange: (columns: readonly ColumnPlan[]) => void;
}

/** Offers to make one point of a latitude and a longitude: numbers alone are on no map. */
export function PlaceNote({ columns, onChange }: PlaceNoteProps) {
  const found = placeColumns(columns);
  if (!found) return null;
  const field = placeField(columns, found.lat);
  return (
    <p className={classes.offer} data-quiet role="status">
      <span>
        {found.lat} and {found.lon} are two columns. As one point, {field}, they can be drawn on a map and searched by
        distance.
      </span>
      <Button size="xs" onClick={() => onChange(withPlace(columns, found))}>
        Make them a point
      </Button>
    </p>
  );
}
