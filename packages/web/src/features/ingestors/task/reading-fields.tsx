import { checkWhole } from '@datasarana/schema';
import { DELIMITERS } from '@datasarana/sources';
import { Checkbox, Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import { SearchSelect } from '../../../design/index.ts';
import { BoundedField } from '../../../records/number-field.tsx';
import { DELIMITER_WORDS } from '../../imports/delimiter-words.ts';
import { ENCODING_OPTIONS } from '../../imports/encoding-words.ts';
import { ESCAPE_OPTIONS } from '../../imports/escape-words.ts';
import { withOwn } from '../../sources/with-own.ts';
import type { PlaceFieldsProps } from './place-props.ts';
import classes from './task.module.css';
import { fileKindOf, type TaskForm } from './task-form.ts';

const FOUND = { value: '', label: 'Found in the file' };

/** How the files are read, where they do not say so themselves: file of an archive, sheet, row of the names, place of the rows, delimiter. */
export function ReadingFields({ form, state: { look, sheets, fault }, errors, set, onLook }: PlaceFieldsProps) {
  const looked = look !== null || fault !== null;
  // a look plans the columns anew: it is asked only for what was changed
  const typed = `${form.headerRow} ${form.path}`;
  const last = useRef(typed);
  const lookAgain = (): void => {
    last.current = typed;
    onLook();
  };
  const typing = {
    onFocus: () => {
      last.current = typed;
    },
    onBlur: () => looked && last.current !== typed && lookAgain(),
    onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && form.file.trim() !== '' && lookAgain(),
  };
  const choose = (change: Partial<TaskForm>): void => {
    set(change);
    if (looked) onLook(change);
  };
  const kind = fileKindOf(form);
  if (kind === 'other') return null;
  return (
    <div className={classes.fields}>
      {form.entry !== '' && (
        <SearchSelect
          label="File of the archive"
          allowDeselect={false}
          value={form.entry}
          data={withOwn(look?.entries ?? [], form.entry)}
          onChange={(entry) => entry !== null && choose({ entry })}
        />
      )}
      {kind === 'text' && <TextChoice form={form} choose={choose} />}
      {kind === 'workbook' && (
        <SheetChoice form={form} sheets={form.format === null ? [] : sheets} set={set} choose={choose} />
      )}
      {(kind === 'text' || kind === 'workbook') && (
        <BoundedField
          label="Row that names the columns"
          placeholder={kind === 'text' ? 'The first that is not blank; 0 = none' : 'The first with a cell; 0 = none'}
          check={checkWhole([0n, 1000n])}
          value={form.headerRow}
          error={errors['source.csv.header_row']}
          onChange={(headerRow) => set({ headerRow })}
          {...typing}
        />
      )}
      {kind === 'json' && (
        <TextInput
          label="Path to the rows"
          placeholder="Found in the file; or data.items"
          classNames={{ input: classes.mono ?? '' }}
          value={form.path}
          error={errors['source.file_json.path']}
          onChange={(event) => set({ path: event.currentTarget.value })}
          {...typing}
        />
      )}
      {kind === 'json' && (
        <Checkbox
          label="Take along what stands beside the rows"
          checked={form.beside}
          onChange={(event) => choose({ beside: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly form: TaskForm;
  readonly choose: (change: Partial<TaskForm>) => void;
}

function TextChoice({ form, choose }: ChoiceProps) {
  return (
    <>
      <Select
        label="Delimiter"
        allowDeselect={false}
        value={form.delimiter}
        data={[FOUND, ...DELIMITERS.map((value) => ({ value, label: DELIMITER_WORDS[value] }))]}
        onChange={(delimiter) => delimiter !== null && choose({ delimiter })}
      />
      <Select
        label="Backslashes"
        allowDeselect={false}
        value={form.escapes}
        data={[FOUND, ...ESCAPE_OPTIONS]}
        onChange={(escapes) => escapes !== null && choose({ escapes })}
      />
      <SearchSelect
        label="Encoding"
        allowDeselect={false}
        value={form.encoding}
        data={[FOUND, ...ENCODING_OPTIONS]}
        onChange={(encoding) => encoding !== null && choose({ encoding })}
      />
    </>
  );
}

interface SheetChoiceProps extends ChoiceProps {
  readonly sheets: readonly string[];
  readonly set: (change: Partial<TaskForm>) => void;
}

/** A sheet is chosen among those of the newest workbook; its name is typed while none is there. */
function SheetChoice({ form, sheets, set, choose }: SheetChoiceProps) {
  const first = 'The first visible one';
  if (sheets.length === 0)
    return (
      <TextInput
        label="Sheet"
        placeholder={first}
        value={form.sheet}
        onChange={(event) => set({ sheet: event.currentTarget.value })}
      />
    );
  return (
    <SearchSelect
      label="Sheet"
      clearable
      placeholder={first}
      value={form.sheet || null}
      data={withOwn(sheets, form.sheet)}
      onChange={(sheet) => choose({ sheet: sheet ?? '' })}
    />
  );
}
