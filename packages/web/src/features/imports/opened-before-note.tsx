import { Button } from '@mantine/core';
import classes from './imports.module.css';
import { openingOf, sayOpening } from './opening.ts';
import type { ChosenFile } from './plan.ts';

interface OpenedBeforeNoteProps {
  readonly chosen: ChosenFile;
  readonly onReread: (chosen: ChosenFile) => void;
}

/** Tells that a file was opened as one like it was before, or why not. */
export function OpenedBeforeNote({ chosen, onReread }: OpenedBeforeNoteProps) {
  const { before, detected } = chosen;
  if (!before) return null;
  if (before.fault !== null)
    return (
      <p className={classes.recipe} role="status">
        It could not be opened as {before.name} was: {before.fault.replace(/\.$/, '')}. Choose how it is opened.
      </p>
    );
  const opening = openingOf(chosen);
  return (
    <p className={classes.offer} data-quiet role="status">
      <span>
        Opened as {before.name} was{opening && `: ${sayOpening(opening)}`}.
      </span>
      {detected && (
        <Button size="xs" onClick={() => onReread(detected)}>
          Open it as a new file
        </Button>
      )}
    </p>
  );
}
