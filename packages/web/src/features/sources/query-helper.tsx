import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../session/index.ts';
import preview from '../imports/imports.module.css';
import { type DatabaseServer, reachOf, type SourceForm, type SourceRecord } from './source-calls.ts';
import classes from './sources.module.css';

interface Answer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

interface QueryHelperProps {
  readonly server: DatabaseServer;
  readonly form: SourceForm;
  readonly known: SourceRecord | undefined;
}

/** The first ten rows of one read-only statement (SRC-16). */
export function QueryHelper({ server, form, known }: QueryHelperProps) {
  const api = useApi();
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<string>();
  const [working, setWorking] = useState(false);
  const run = async () => {
    setWorking(true);
    setFault(undefined);
    setAnswer(null);
    try {
      const db = form.database === '' ? {} : { db: form.database };
      const { data } = await api.call(`db.${server}.query`, { body: { ...reachOf(form, known), ...db, query } });
      setAnswer({ columns: data?.columns ?? [], rows: data?.rows ?? [] });
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
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
        error={fault}
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
      {answer !== null && <AnswerTable {...answer} />}
    </>
  );
}

function AnswerTable({ columns, rows }: Answer) {
  if (rows.length === 0) return <p className={classes.cache}>The statement finds no rows.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={preview.previewScroll} tabIndex={0} aria-label="Answer of the query">
      <table className={preview.preview}>
        <thead>
          <tr>
            {columns.map((column, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of an answer may have one name
              <th key={i}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row of an answer is its place
            <tr key={i}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as its column
                <td key={at}>{cell ?? 'NULL'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
