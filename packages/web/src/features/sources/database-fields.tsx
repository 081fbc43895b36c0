import { Alert, Button, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../session/index.ts';
import { Refusal } from './refusal.tsx';
import { type DatabaseServer, reachOf, type SourceForm, type SourceRecord } from './source-calls.ts';
import classes from './sources.module.css';

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
  /** What was asked last, in words. */
  readonly told: string;
  readonly fault: unknown;
}

const NOTHING: Found = { databases: [], tables: [], told: '', fault: null };

/** Asks the database step by step: databases, then tables, then columns (SRC-14). */
function useDatabase(server: DatabaseServer, form: SourceForm, known: SourceRecord | undefined) {
  const api = useApi();
  const [found, setFound] = useState(NOTHING);
  const [working, setWorking] = useState(false);
  const ask = async (work: () => Promise<Partial<Found>>) => {
    setWorking(true);
    try {
      const more = await work();
      setFound((before) => ({ ...before, fault: null, ...more }));
    } catch (error) {
      setFound((before) => ({ ...before, told: '', fault: error }));
    } finally {
      setWorking(false);
    }
  };
  const body = (more: object) => ({ body: { ...reachOf(form, known), ...more } });
  const databases = () =>
    ask(async () => {
      const { data } = await api.call<{ databases: readonly string[] }>(`db.${server}.database`, body({}));
      const list = data?.databases ?? [];
      return { databases: list, tables: [], told: `Connected: ${list.length} databases.` };
    });
  const tables = (db: string) =>
    ask(async () => {
      const { data } = await api.call<{ tables: readonly string[] }>(`db.${server}.table`, body({ db }));
      const list = data?.tables ?? [];
      return { tables: list, told: `${list.length} tables in ${db}.` };
    });
  const columns = (table: string) =>
    ask(async () => {
      const asked = body({ db: form.database, table });
      const { data } = await api.call<{ columns: readonly { name: string; type: string }[] }>(
        `db.${server}.column`,
        asked,
      );
      const list = (data?.columns ?? []).map(({ name, type }) => `${name} (${type})`);
      return { told: `${list.length} columns: ${list.join(', ')}` };
    });
  return { found, working, databases, tables, columns };
}

/** Settings of a database server (SRC-13), with the way to its tables. */
export function DatabaseFields({ server, form, known, errors, set }: FieldsProps) {
  const { found, working, databases, tables, columns } = useDatabase(server, form, known);
  const list = (names: readonly string[], own: string) => [...new Set([...(own === '' ? [] : [own]), ...names])];
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="Host"
          withAsterisk
          value={form.host}
          error={errors['db.host']}
          onChange={(event) => set({ host: event.currentTarget.value })}
        />
        <NumberInput
          label="Port"
          min={1}
          max={65_535}
          hideControls
          value={form.port}
          error={errors['db.port']}
          onChange={(value) => set({ port: Number(value) })}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="User"
          withAsterisk
          value={form.uid}
          error={errors['db.uid']}
          onChange={(event) => set({ uid: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          autoComplete="off"
          value={form.pwd}
          error={errors['db.pwd']}
          onChange={(event) => set({ pwd: event.currentTarget.value })}
        />
        <Select
          {...popover}
          label="TLS"
          value={form.tls}
          data={TLS}
          onChange={(value) => value && set({ tls: value as SourceForm['tls'] })}
        />
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={working}
          disabled={form.host === '' || form.uid === ''}
          onClick={() => void databases()}
        >
          Test connection
        </Button>
      </div>
      {found.fault !== null && <Refusal error={found.fault} />}
      {found.told !== '' && <Alert color="gray">{found.told}</Alert>}
      <div className={classes.pair}>
        <Select
          {...popover}
          label="Database"
          withAsterisk
          searchable
          placeholder={found.databases.length === 0 ? 'Test the connection first' : 'Choose'}
          value={form.database || null}
          data={list(found.databases, form.database)}
          error={errors['db.database']}
          onChange={(value) => {
            if (value === null) return;
            set({ database: value, table: '' });
            void tables(value);
          }}
        />
        <Select
          {...popover}
          label="Table"
          withAsterisk
          searchable
          placeholder={found.tables.length === 0 ? 'Choose a database first' : 'Choose'}
          value={form.table || null}
          data={list(found.tables, form.table)}
          error={errors['db.table']}
          onChange={(value) => {
            if (value === null) return;
            set({ table: value });
            void columns(value);
          }}
        />
      </div>
      <QueryHelper server={server} form={form} known={known} />
    </>
  );
}

const TLS = [
  { value: 'off', label: 'Off' },
  { value: 'required', label: 'Required' },
  { value: 'verify', label: 'Required, certificate verified' },
];

/** The first ten rows of one read-only statement (SRC-16). */
function QueryHelper({ server, form, known }: Pick<FieldsProps, 'server' | 'form' | 'known'>) {
  const api = useApi();
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState('');
  const [working, setWorking] = useState(false);
  const run = async () => {
    setWorking(true);
    try {
      const db = form.database === '' ? {} : { db: form.database };
      const { data } = await api.call<{ columns: readonly string[]; rows: readonly (readonly (string | null)[])[] }>(
        `db.${server}.query`,
        { body: { ...reachOf(form, known), ...db, query } },
      );
      const rows = (data?.rows ?? []).map((row) => row.map((cell) => cell ?? 'NULL').join(' | '));
      setAnswer([(data?.columns ?? []).join(' | '), ...rows].join('\n'));
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : '');
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <Textarea
        label="Try a query"
        description="One statement that only reads; the first ten rows are shown"
        autosize
        minRows={2}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={working}
          disabled={query.trim() === '' || form.host === ''}
          onClick={() => void run()}
        >
          Run query
        </Button>
      </div>
      {answer !== '' && (
        <Textarea label="Answer of the query" readOnly autosize minRows={2} maxRows={12} value={answer} />
      )}
    </>
  );
}
