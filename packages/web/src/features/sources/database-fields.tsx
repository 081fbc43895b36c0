import { Alert, Button } from '@mantine/core';
import { SearchSelect } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import { QueryHelper } from './query-helper.tsx';
import { Refusal } from './refusal.tsx';
import { AccountFields, canBeAsked, errorsWithin, HostFields } from './server-fields.tsx';
import { type DatabaseServer, reachOf, type SourceForm, type SourceRecord } from './source-calls.ts';
import classes from './sources.module.css';
import { useAsking } from './use-asking.ts';
import { withOwn } from './with-own.ts';

export interface FieldsProps {
  readonly server: DatabaseServer;
  readonly form: SourceForm;
  readonly known: SourceRecord | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (change: Partial<SourceForm>) => void;
}

const popover = { comboboxProps: { zIndex: 400 }, allowDeselect: false } as const;

interface Found {
  readonly databases: readonly string[];
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly told: string;
  readonly fault: unknown;
  /** What was asked with, as JSON: a refusal of it says nothing of what was typed since. */
  readonly of: string;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const NOTHING: Found = { databases: [], tables: [], columns: [], told: '', fault: null, of: '' };

/** Asks the database step by step: databases, then tables, then columns (SRC-14). */
function useDatabase(server: DatabaseServer, form: SourceForm, known: SourceRecord | undefined) {
  const api = useApi();
  const { found, working, ask: asks } = useAsking(NOTHING);
  const reach = reachOf(form, known);
  const of = JSON.stringify(reach);
  const ask: typeof asks = (work) => asks(work, { of });
  const asking = (signal: AbortSignal, more: object) => ({ body: { ...reach, ...more }, signal });
  const databases = () =>
    ask(async (signal) => {
      const { data } = await api.call(`db.${server}.database`, asking(signal, {}));
      const list = data?.databases ?? [];
      return {
        databases: list,
        tables: [],
        told: `Connected: ${counted(list.length, 'database')}.`,
      };
    });
  const tables = (db: string) =>
    ask(async (signal) => {
      const { data } = await api.call(`db.${server}.table`, asking(signal, { db }));
      const list = data?.tables ?? [];
      return { tables: list, told: `${counted(list.length, 'table')} in ${db}.` };
    });
  const columns = (table: string) =>
    ask(async (signal) => {
      const { data } = await api.call(`db.${server}.column`, asking(signal, { db: form.database, table }));
      const found = data?.columns ?? [];
      const list = found.map(({ name, type }) => `${name} (${type})`);
      return { columns: found.map(({ name }) => name), told: `${counted(list.length, 'column')}: ${list.join(', ')}` };
    });
  return { found, fault: found.of === of ? found.fault : null, working, databases, tables, columns };
}

/** Settings of a database server (SRC-13), with the way to its tables. */
export function DatabaseFields({ server, form, known, errors, set }: FieldsProps) {
  const { found, fault, working, databases, tables, columns } = useDatabase(server, form, known);
  const refused = errorsWithin('db', errors);
  return (
    <>
      <div className={classes.pair}>
        <HostFields form={form} errors={refused} set={set} />
      </div>
      <div className={classes.pair}>
        <AccountFields form={form} errors={refused} set={set} />
      </div>
      <div className={classes.actions}>
        <Button variant="default" loading={working} disabled={!canBeAsked(form)} onClick={() => void databases()}>
          Test connection
        </Button>
      </div>
      {fault !== null && <Refusal error={fault} />}
      {found.told !== '' && <Alert color="positive">{found.told}</Alert>}
      <div className={classes.pair}>
        <SearchSelect
          {...popover}
          label="Database"
          withAsterisk
          placeholder={found.databases.length === 0 ? 'Test the connection first' : 'Choose'}
          value={form.database || null}
          data={withOwn(found.databases, form.database)}
          error={refused.database}
          onChange={(value) => {
            if (value === null) return;
            set({ database: value, table: '', cursor: '' });
            void tables(value);
          }}
        />
        <SearchSelect
          {...popover}
          label="Table"
          withAsterisk
          placeholder={found.tables.length === 0 ? 'Choose a database first' : 'Choose'}
          value={form.table || null}
          data={withOwn(found.tables, form.table)}
          error={refused.table}
          onChange={(value) => {
            if (value === null) return;
            set({ table: value, cursor: '' });
            void columns(value);
          }}
        />
      </div>
      {form.type === 'Replica' && (
        <SearchSelect
          comboboxProps={{ zIndex: 400 }}
          clearable
          label="Reads on by"
          description="A moment that every change sets, or a key that grows: then a run by schedule reads only what came since the last one. Empty: each run reads the whole table."
          placeholder={found.columns.length === 0 ? 'Choose a table first' : 'Everything each time'}
          value={form.cursor || null}
          data={withOwn(found.columns, form.cursor)}
          error={refused.cursor}
          onDropdownOpen={() => form.table !== '' && found.columns.length === 0 && void columns(form.table)}
          onChange={(cursor) => set({ cursor: cursor ?? '' })}
        />
      )}
      <QueryHelper server={server} form={form} known={known} />
    </>
  );
}
