import { Button } from '@mantine/core';
import { notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './imports.module.css';
import type { ChosenFile } from './plan.ts';
import { previewText } from './preview-text.ts';
import { readPreview } from './read-preview.ts';

interface HeaderNoteProps {
  readonly chosen: ChosenFile;
  readonly onReread: (chosen: ChosenFile) => void;
}

/** Offers to take backslashes for escapes where that may be so. */
export function MayHaveEscapesNote({ chosen, onReread }: HeaderNoteProps) {
  const { file, preview } = chosen;
  if (!preview.mayHaveEscapes) return null;
  const { encoding, headerRow } = preview;
  const reread = async (): Promise<void> => {
    const choice = { encoding, escapes: 'text' as const, ...(headerRow !== undefined && { headerRow }) };
    await previewText(file, choice).then((read) => onReread({ file, preview: read }), notifyFailure);
  };
  return (
    <p className={classes.offer} role="status">
      <span>Backslashes stand in it as mysql --batch writes them: \n for a line end, \t for a tab.</span>
      <Button size="xs" onClick={() => void reread()}>
        Read them so
      </Button>
    </p>
  );
}

async function readFrom({ file, preview, opened }: ChosenFile, headerRow: number): Promise<ChosenFile> {
  if (opened) return readPreview(file, { ...opened.choice, headerRow });
  const { encoding, escapeChoice: escapes } = preview;
  return { file, preview: await previewText(file, { encoding, headerRow, ...(escapes && { escapes }) }) };
}

/** Tells of a column that every row has and the header leaves out. */
export function LeftOutNote({ preview: { leftOut, columns } }: Pick<ChosenFile, 'preview'>) {
  if (leftOut === undefined) return null;
  return (
    <p className={classes.offer} role="status">
      Each row has one cell more than the header names. The {leftOut} column is called{' '}
      {leftOut === 'first' ? columns[0] : columns.at(-1)}.
    </p>
  );
}

/** Offers the row that names the columns where a title or a blank stands above it. */
export function HeaderNote({ chosen, onReread }: HeaderNoteProps) {
  const row = chosen.preview.likelyHeader;
  if (row === undefined) return null;
  if (row === 0)
    return (
      <p className={classes.offer} role="status">
        <span>The first line looks like a row as those below it, not like names of columns.</span>
        <Button size="xs" onClick={() => readFrom(chosen, 0).then(onReread, notifyFailure)}>
          Take it as a row
        </Button>
      </p>
    );
  return (
    <p className={classes.offer} role="status">
      <span>Row {formatCount(row)} looks like the one that names the columns.</span>
      <Button size="xs" onClick={() => readFrom(chosen, row).then(onReread, notifyFailure)}>
        Read from row {formatCount(row)}
      </Button>
    </p>
  );
}
