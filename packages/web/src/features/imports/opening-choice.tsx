import { checkWhole } from '@datasarana/schema';
import { WHOLE_FILE } from '@datasarana/sources';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { BoundedField } from '../../records/number-field.tsx';
import classes from './imports.module.css';
import type { ChosenFile, OpenedAs } from './plan.ts';
import { readPreview } from './read-preview.ts';

interface OpeningChoiceProps {
  readonly chosen: ChosenFile;
  readonly opened: OpenedAs;
  readonly onReread: (chosen: ChosenFile) => void;
}

const MERGED: readonly { readonly value: 'leave' | 'fill'; readonly label: string }[] = [
  { value: 'leave', label: 'Merged: first cell' },
  { value: 'fill', label: 'Merged: every cell' },
];

/** File of an archive, sheet, header row and merged cells of a workbook, place of the rows in a JSON document, of which its lists are offered; a change reads the file's beginning anew. */
export function OpeningChoice({ chosen: { file }, opened, onReread }: OpeningChoiceProps) {
  const { format, entries = [], sheets = [], sheet, lists = [], choice } = opened;
  const [path, setPath] = useState(choice.path ?? '');
  const [read, setRead] = useState(choice.path);
  if (read !== choice.path) {
    setRead(choice.path);
    setPath(choice.path ?? '');
  }
  const reread = (change: OpenedAs['choice']): void => {
    readPreview(file, { ...choice, ...change }).then(onReread, notifyFailure);
  };
  return (
    <>
      {entries.length > 0 && (
        <Select
          aria-label="File of the archive"
          w={220}
          allowDeselect={false}
          value={choice.entry ?? null}
          data={entries}
          onChange={(entry) => entry && readPreview(file, { entry }).then(onReread, notifyFailure)}
        />
      )}
      {sheets.length > 0 && (
        <Select
          aria-label="Sheet"
          w={180}
          allowDeselect={false}
          value={sheet ?? sheets[0] ?? null}
          data={[...new Set(sheets)]}
          onChange={(chosen) => chosen && reread({ sheet: chosen })}
        />
      )}
      {(format === 'xlsx' || format === 'xls') && (
        <>
          <HeaderRow value={choice.headerRow} onChange={(headerRow) => reread({ headerRow })} />
          <Select
            aria-label="Which of merged cells hold the value"
            w={190}
            allowDeselect={false}
            value={choice.merged ?? 'leave'}
            data={MERGED}
            onChange={(merged) => merged && reread({ merged })}
          />
        </>
      )}
      {lists.length > 0 && (
        <Select
          aria-label="List of the rows"
          w={180}
          allowDeselect={false}
          value={lists[0] ?? null}
          data={listOptions(lists)}
          onChange={(chosen) => {
            setPath(chosen ?? '');
            reread({ path: chosen ?? '' });
          }}
        />
      )}
      {format === 'json' && (
        <TextInput
          aria-label="Path to the rows"
          placeholder="Path to the rows, as data.items"
          w={220}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          onBlur={() => path !== (choice.path ?? '') && reread({ path })}
          onKeyDown={(event) => event.key === 'Enter' && reread({ path })}
        />
      )}
    </>
  );
}

const listOptions = (lists: readonly string[]) =>
  [...new Set([...lists, WHOLE_FILE])].map((value) => ({
    value,
    label: value === WHOLE_FILE ? 'The whole file, one row' : value,
  }));

interface HeaderRowProps {
  readonly value: number | undefined;
  readonly onChange: (row: number) => void;
}

/** The row of a sheet, or line of a text, that names the columns; what stands above it is left out. Of 0 all are rows. */
export function HeaderRow({ value, onChange }: HeaderRowProps) {
  return (
    <BoundedField
      aria-label="Row that names the columns"
      leftSection={<span className={classes.inside}>Header row</span>}
      leftSectionWidth={80}
      w={136}
      placeholder="first"
      check={checkWhole([0n, 1000n])}
      value={value}
      onChange={(row) => row !== null && onChange(row)}
    />
  );
}
