import { Button } from '@mantine/core';
import { formatListDate } from '../../records/format.ts';
import type { SavedView } from './saved-views.ts';
import classes from './views.module.css';

interface NewerViewProps {
  readonly newer: SavedView;
  readonly onChoose: (mine: boolean) => void;
  readonly onCancel: () => void;
}

/** A view was saved by someone else while it was edited here (REC-38): theirs or mine, or back to look. */
export function NewerView({ newer, onChoose, onCancel }: NewerViewProps) {
  return (
    <>
      <p className={classes.newer}>
        It was saved at {formatListDate(newer.ts_modified)} as a {newer.definition.visual.toLowerCase()}, after you
        opened it. Yours is not saved yet.
      </p>
      <div className={classes.newerFoot}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={() => onChoose(false)}>Take theirs</Button>
        <Button variant="filled" onClick={() => onChoose(true)}>
          Keep mine
        </Button>
      </div>
    </>
  );
}
