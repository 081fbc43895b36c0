import { type FileChoice, WHOLE_FILE } from '@datasarana/sources';
import { Button } from '@mantine/core';
import { notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './imports.module.css';
import type { ChosenFile } from './plan.ts';
import { readPreview } from './read-preview.ts';

interface BesideNoteProps {
  readonly chosen: ChosenFile;
  readonly onReread: (chosen: ChosenFile) => void;
}

/** Names that are told; the others are counted. */
const MOST = 6;

const sayFields = (fields: readonly string[]): string =>
  fields.slice(0, MOST).join(', ') + (fields.length > MOST ? ` and ${formatCount(fields.length - MOST)} more` : '');

/** Tells of one JSON object that it was taken for a table, and offers to read it as one row. */
export function TableNote({ chosen: { file, opened }, onReread }: BesideNoteProps) {
  if (!opened?.isTable) return null;
  const readWhole = (): void => {
    readPreview(file, { ...opened.choice, path: WHOLE_FILE }).then(onReread, notifyFailure);
  };
  return (
    <p className={classes.offer} data-quiet role="status">
      <span>The file is one object whose parts are alike: it is read as a table.</span>
      <Button size="xs" onClick={readWhole}>
        Read the whole file as one row
      </Button>
    </p>
  );
}

/** Tells of one JSON object that it was taken for one row, or by one of its lists, though its members are alike, and offers to read each as a row. */
export function MembersNote({ chosen: { file, opened }, onReread }: BesideNoteProps) {
  const path = opened?.members;
  if (path === undefined) return null;
  const readMembers = (): void => {
    readPreview(file, { ...opened?.choice, path }).then(onReread, notifyFailure);
  };
  return (
    <p className={classes.offer} data-quiet role="status">
      <span>
        {opened?.beside
          ? 'The file is one object of lists that are alike, each under its own name. The rows are those of one of them.'
          : 'The file is one object, read as one row, but the objects in it are alike, each under its own name.'}
      </span>
      <Button size="xs" onClick={readMembers}>
        {opened?.beside
          ? 'Read the rows of all lists, the name of each as the column key'
          : 'Read each of them as a row, its name as the column key'}
      </Button>
    </p>
  );
}

/** Tells what of a JSON document stands beside the list of its rows, and offers to take it along with each, or to read the document as one row. */
export function BesideNote({ chosen: { file, opened }, onReread }: BesideNoteProps) {
  if (!opened?.beside) return null;
  const { path, fields } = opened.beside;
  const reread = (change: FileChoice): void => {
    const { beside: _, ...choice } = opened.choice;
    readPreview(file, { ...choice, ...change }).then(onReread, notifyFailure);
  };
  if (opened.choice.beside)
    return (
      <p className={classes.offer} data-quiet role="status">
        <span>The rows are those of {path}. What stands beside them goes with each, but for other lists.</span>
        <Button size="xs" onClick={() => reread({})}>
          Take the rows alone
        </Button>
      </p>
    );
  return (
    <p className={classes.offer} data-quiet role="status">
      <span>
        The rows are those of {path}. What stands beside them is in no row: {sayFields(fields)}.
      </span>
      <Button size="xs" onClick={() => reread({ beside: true })}>
        Take it along with each row
      </Button>
      <Button size="xs" onClick={() => reread({ path: WHOLE_FILE })}>
        Read the whole file as one row
      </Button>
    </p>
  );
}
