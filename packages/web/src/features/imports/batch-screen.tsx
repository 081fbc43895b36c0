import { Button } from '@mantine/core';
import { IconDownload, IconFileSearch } from '@tabler/icons-react';
import { useState } from 'react';
import {
  EmptyState,
  ErrorState,
  LedgerStrip,
  LoadingBlock,
  LoadingRows,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
  StateScreen,
} from '../../design/index.ts';
import { useGo, useParameter } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { useTemplate } from '../templates/template-calls.ts';
import { type RejectedRow, useBatch, useRejected } from './batch-calls.ts';
import { saveDownload } from './download.ts';
import classes from './imports.module.css';

const PAGE = 50;

/** One batch: who, when, the ledger, and every rejected row with its reasons. */
export function BatchScreen() {
  const id = useParameter('id');
  const batch = useBatch(id);
  const template = useTemplate(batch.data?.template);
  const go = useGo();
  if (!batch.data) {
    return (
      <StateScreen title="Batch" crumbs={[{ label: 'Imports', to: 'toolkit.curation' }]}>
        {batch.error ? (
          <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />
        ) : batch.isPending ? (
          <LoadingBlock height={320} />
        ) : (
          <EmptyState title="No such batch">It belongs to another tenant, or its index was removed.</EmptyState>
        )}
      </StateScreen>
    );
  }
  const { data } = batch;
  const name = data.template_name ?? template.data?.name ?? '';
  return (
    <Page>
      <PageHeader
        title={`Batch ${data.batch.slice(-8)}`}
        crumbs={[{ label: 'Imports', to: 'toolkit.curation' }]}
        meta={name && `into ${name}`}
        aside={`${formatListDate(data.ts)}${data.user_name ? `, ${data.user_name}` : ''}`}
        primary={
          <Button
            variant="filled"
            leftSection={<IconFileSearch size={16} />}
            onClick={() =>
              go('toolkit.analytic.discover', { search: { template: data.template, q: `_batch:"${data.batch}"` } })
            }
          >
            Search its rows
          </Button>
        }
      />
      <LedgerStrip
        counts={data}
        readNote={`in ${(data.took / 1000).toFixed(1)} s`}
        note={data.state === 'done' ? 'Written' : `State: ${data.state}`}
      />
      <Rejected id={id} rejected={data.rejected} />
    </Page>
  );
}

function Rejected({ id, rejected }: { readonly id: string; readonly rejected: number }) {
  const [from, setFrom] = useState(0);
  const page = useRejected(id, from, PAGE);
  const api = useApi();
  const download = (): void => {
    const address = api.address('batch.rejected', { params: { id }, query: { format: 'csv' } });
    saveDownload(address, api.headers(), `rejected-${id.slice(-8)}.csv`).catch(notifyFailure);
  };
  const last = Math.min(from + PAGE, rejected);
  return (
    <Panel
      title={`Rejected rows`}
      actions={
        rejected > 0 && (
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={download}>
            Download all {formatCount(rejected)}
          </Button>
        )
      }
      foot={
        rejected > PAGE && (
          <>
            <span>
              {formatCount(from + 1)} to {formatCount(last)} of {formatCount(rejected)}
            </span>
            <Button size="xs" variant="default" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
              Previous
            </Button>
            <Button size="xs" variant="default" disabled={last >= rejected} onClick={() => setFrom(from + PAGE)}>
              Next
            </Button>
          </>
        )
      }
    >
      {rejected === 0 ? (
        <p className={classes.none}>Every row was taken in.</p>
      ) : page.error ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : page.isPending ? (
        <LoadingRows />
      ) : (
        <RejectedTable rows={page.data.rows} />
      )}
    </Panel>
  );
}

/** Rows as they came, the refused cells marked, the reasons at the end. */
function RejectedTable({ rows }: { readonly rows: readonly RejectedRow[] }) {
  const columns = [...new Set(rows.flatMap((row) => (typeof row.raw === 'string' ? [] : Object.keys(row.raw))))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={classes.columnsScroll} tabIndex={0} aria-label="Rejected rows">
      <table className={classes.preview}>
        <thead>
          <tr>
            <th className={classes.rowNumber}>Line</th>
            <th>Reason</th>
            {columns.map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RejectedLine key={row.line} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RejectedLine({ row, columns }: { readonly row: RejectedRow; readonly columns: readonly string[] }) {
  const bad = new Set(row.cells.map((cell) => cell.field));
  return (
    <tr>
      <td className={classes.rowNumber}>{formatCount(row.line)}</td>
      <td className={classes.reason}>{row.cells.map((cell) => cell.reason).join('; ')}</td>
      {typeof row.raw === 'string' ? (
        <td colSpan={Math.max(1, columns.length)} className={classes.raw} title={row.raw}>
          {row.raw.slice(0, 500)}
        </td>
      ) : (
        columns.map((column) => (
          <td key={column} data-bad={bad.has(column) || undefined}>
            {(typeof row.raw === 'string' ? null : row.raw[column]) ?? ''}
          </td>
        ))
      )}
    </tr>
  );
}
