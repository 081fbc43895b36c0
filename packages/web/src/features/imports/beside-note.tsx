import { WHOLE_FILE } from '@datasarana/sources';
import { Button } from '@mantine/core';
import { notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './imports.module.css';
import type { ChosenFile } from './plan.ts';
import { readPreview } from './step-file.tsx';

interface BesideNoteProps {
  readonly chosen: ChosenFile;
  readonly onReread: (chosen: ChosenFile) => void;
}

/** Names that are told; the others are counted. */
const MOST = 6;

const sayFields = (fields: readonly string[]): string =>
  fields.slice(0, MOST).join(', ') + (fields.length > MOST ? ` and ${formatCount(fields.length - MOST)} more` : '');

/** Tells what of a JSON document stands beside the list of its rows, and offers to read the document as one row. */
export function BesideNote({ chosen: { file, opened }, onReread }: BesideNoteProps) {
  if (!opened?.beside) return null;
  const { path, fields } = opened.beside;
  return (
    <p className={classes.offer} data-quiet role="status">
      <span>
        The rows are those of {path}. What stands beside them is in no row: {sayFields(fields)}.
      </span>
      <Button
        size="xs"
        onClick={() => readPreview(file, { ...opened.choice, path: WHOLE_FILE }).then(onReread, notifyFailure)}
      >
        Read the whole file as one row
      </Button>
    </p>
  );
}
