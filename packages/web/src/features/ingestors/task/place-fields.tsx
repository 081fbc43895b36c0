import type { IngestorLook } from '@datasarana/schema';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconEye, IconPlugConnected } from '@tabler/icons-react';
import { SearchSelect } from '../../../design/index.ts';
import { formatBytes, formatCount } from '../../../records/format.ts';
import { AccountFields, canBeAsked, errorsWithin, HostFields } from '../../sources/server-fields.tsx';
import { withOwn } from '../../sources/with-own.ts';
import type { PlaceFieldsProps } from './place-props.ts';
import { ReadingFields } from './reading-fields.tsx';
import classes from './task.module.css';
import { type PlaceKind, portOf, type TaskForm } from './task-form.ts';

const KINDS = [
  { value: 'files', label: 'Files' },
  { value: 'mysql', label: 'MySQL' },
  { value: 'sqlserver', label: 'SQL Server' },
  { value: 'sqlite', label: 'SQLite' },
] as const;

/** Files of a folder, or a table: where, tried out on the machine of the ingestor (SRC-14, ING-19). */
export function PlaceFields(props: PlaceFieldsProps) {
  const { form, state, set, onLook, errors } = props;
  const { kind } = form;
  const isServer = kind === 'mysql' || kind === 'sqlserver';
  const choose = (next: PlaceKind): void => {
    const port = form.port === portOf(kind) ? portOf(next) : form.port;
    set({ kind: next, port, database: '', table: '', cursor: '' });
  };
  return (
    <>
      <SegmentedControl
        aria-label="Kind of source"
        className={classes.kinds ?? ''}
        value={kind}
        data={[...KINDS]}
        onChange={(value) => choose(value as PlaceKind)}
      />
      {isServer && <ServerFields {...props} />}
      {!isServer && (
        <div className={classes.line}>
          <TextInput
            label={kind === 'files' ? 'File or pattern' : 'SQLite file'}
            description={
              kind === 'files'
                ? "On the ingestor's machine; * any letters, ? one, [0-9] one of some, {a,b} one or the other, **/ folders of any depth"
                : "Full path on the ingestor's machine"
            }
            withAsterisk
            className={classes.grow ?? ''}
            classNames={{ input: classes.mono ?? '' }}
            placeholder={kind === 'files' ? '/data/in/*.csv' : '/data/shop.db'}
            value={form.file}
            error={errors['source.file'] ?? errors['source.db.file']}
            onChange={(event) => set({ file: event.currentTarget.value, format: null, entry: '' })}
            onKeyDown={(event) => event.key === 'Enter' && form.file.trim() !== '' && onLook()}
          />
          <Button
            leftSection={<IconEye size={16} />}
            loading={state.working}
            disabled={form.file.trim() === ''}
            onClick={() => onLook()}
          >
            {kind === 'files' ? 'Look at the files' : 'Test connection'}
          </Button>
        </div>
      )}
      {kind === 'files' && <ReadingFields {...props} />}
      {kind !== 'files' && <TableFields {...props} />}
      <p className={classes.told} role="status" data-fault={state.fault !== null || undefined}>
        {state.fault !== null
          ? messageOf(state.fault)
          : state.look && !isOfOtherFiles(form, state.look)
            ? sayLook(form, state.look)
            : HINT[kind]}
      </p>
    </>
  );
}

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

const HINT: Readonly<Record<PlaceKind, string>> = {
  files: 'A look shows which files are there and their columns, so that these can be mapped and changed.',
  mysql: 'The connection is tried from the machine of the ingestor.',
  sqlserver: 'The connection is tried from the machine of the ingestor.',
  sqlite: 'The file is opened on the machine of the ingestor, to be read only.',
};

/** What a look found its files to be is forgotten when others are named. */
const isOfOtherFiles = ({ kind, format }: TaskForm, { found }: IngestorLook): boolean =>
  kind === 'files' && format === null && found > 0;

const counted = (all: readonly unknown[], one: string): string => `${all.length} ${one}${all.length === 1 ? '' : 's'}`;

function sayLook({ kind, table, database }: TaskForm, look: IngestorLook): string {
  if (kind === 'files') {
    if (look.found === 0)
      return 'No file is there yet: the task waits for the first. Its columns find their fields by name.';
    const newest = look.files[0];
    const files = look.found === 1 ? '1 file' : `${formatCount(look.found)} files`;
    return `${files}, the newest ${newest?.name.split(/[\\/]/).at(-1)} of ${formatBytes(newest?.size ?? 0)} with ${look.columns.length} columns.`;
  }
  if (table !== '') {
    const key = look.fields.filter((field) => field.key).map(({ name }) => name);
    const columns = `${look.fields.length} columns in ${table}`;
    return key.length > 0 ? `${columns}, read by its key ${key.join(', ')}.` : `${columns}, and no key.`;
  }
  if (kind !== 'sqlite' && database === '') return `Connected: ${counted(look.databases, 'database')}.`;
  return `Connected: ${counted(look.tables, 'table')}.`;
}

function ServerFields({ form, state, errors, set, onLook }: PlaceFieldsProps) {
  const refused = errorsWithin('source.db', errors);
  return (
    <div className={classes.fields}>
      <HostFields form={form} errors={refused} set={set} />
      <AccountFields form={form} errors={refused} set={set} />
      <Button
        className={classes.atEnd ?? ''}
        leftSection={<IconPlugConnected size={16} />}
        loading={state.working}
        disabled={!canBeAsked(form)}
        onClick={() => onLook()}
      >
        Test connection
      </Button>
    </div>
  );
}

function TableFields({ form, state: { look }, errors, set, onLook }: PlaceFieldsProps) {
  const choose = (change: Partial<TaskForm>): void => {
    set(change);
    onLook(change);
  };
  const key = look?.fields.filter((field) => field.key).map(({ name }) => name) ?? [];
  return (
    <div className={classes.fields}>
      {form.kind !== 'sqlite' && (
        <SearchSelect
          label="Database"
          withAsterisk
          allowDeselect={false}
          placeholder={look ? 'Choose' : 'Test the connection first'}
          value={form.database || null}
          data={withOwn(look?.databases ?? [], form.database)}
          error={errors['source.db.database']}
          onChange={(database) => database && choose({ database, table: '', cursor: '' })}
        />
      )}
      <SearchSelect
        label="Table"
        withAsterisk
        allowDeselect={false}
        placeholder={look ? 'Choose' : 'Test the connection first'}
        value={form.table || null}
        data={withOwn(look?.tables ?? [], form.table)}
        error={errors['source.db.table']}
        onChange={(table) => table && choose({ table, cursor: '' })}
      />
      <SearchSelect
        label="Go on by"
        description="A key that grows, or when a row was changed"
        clearable
        placeholder={key.length > 0 ? `The key: ${key.join(', ')}` : 'Choose a column'}
        value={form.cursor || null}
        data={withOwn(look?.fields.map(({ name }) => name) ?? [], form.cursor)}
        error={errors['source.db.cursor']}
        onChange={(cursor) => set({ cursor: cursor ?? '' })}
      />
    </div>
  );
}
