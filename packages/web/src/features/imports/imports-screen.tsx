import { Button, Select } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { EmptyState, ErrorState, LoadingRows, Page, PageHeader, Panel, StateDot, Toolbar } from '../../design/index.ts';
import { ScreenLink, useAddress, useGo } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/format.ts';
import { useTemplates } from '../templates/template-calls.ts';
import { type Batch, useBatches } from './batch-calls.ts';
import classes from './imports.module.css';

/** Every batch of the tenant with its ledger, newest first. */
export function ImportsScreen() {
  const [address, setAddress] = useAddress();
  const templates = useTemplates();
  const batches = useBatches(address.template);
  const go = useGo();
  const start = (
    <Button
      variant="filled"
      leftSection={<IconFileUpload size={16} />}
      onClick={() => go('toolkit.curation.import', address.template ? { search: { template: address.template } } : {})}
    >
      Import data
    </Button>
  );
  return (
    <Page>
      <PageHeader title="Imports" meta={batches.data && formatCount(batches.data.total)} primary={start} />
      <Toolbar label="Filter imports">
        <Select
          aria-label="Template"
          placeholder="All templates"
          clearable
          searchable
          w={260}
          value={address.template ?? null}
          data={(templates.data ?? []).map((template) => ({ value: template.id, label: template.name }))}
          onChange={(template) => setAddress({ template: template ?? undefined })}
        />
      </Toolbar>
      <Panel label="Batches">
        {batches.error ? (
          <ErrorState error={batches.error} onRetry={() => void batches.refetch()} />
        ) : batches.isPending ? (
          <LoadingRows />
        ) : batches.data.batches.length === 0 ? (
          <EmptyState icon={IconFileUpload} title="Nothing imported yet" action={start}>
            Drop a CSV file: you see what will happen before a row is written.
          </EmptyState>
        ) : (
          <BatchTable
            batches={batches.data.batches}
            nameOf={(id) => templates.data?.find((template) => template.id === id)?.name ?? id}
          />
        )}
      </Panel>
    </Page>
  );
}

const STATE_TONES = { running: 'primary', done: 'secondary', failed: 'negative', cancelled: 'warning' } as const;

function BatchTable({
  batches,
  nameOf,
}: {
  readonly batches: readonly Batch[];
  readonly nameOf: (id: string) => string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={classes.columnsScroll} tabIndex={0} aria-label="Batches">
      <table className={classes.batches}>
        <thead>
          <tr>
            <th>Batch</th>
            <th>Template</th>
            <th>Imported</th>
            <th>State</th>
            <th data-figure>Read</th>
            <th data-figure>Added</th>
            <th data-figure>Replaced</th>
            <th data-figure>Unchanged</th>
            <th data-figure>Rejected</th>
          </tr>
        </thead>
        <tbody>
          {batches.map((batch) => (
            <tr key={batch.batch}>
              <td>
                <ScreenLink to="toolkit.curation.batch" params={{ id: batch.batch }} className={classes.batchLink}>
                  {batch.batch.slice(-8)}
                </ScreenLink>
              </td>
              <td>{batch.template_name ?? nameOf(batch.template)}</td>
              <td>{formatListDate(batch.ts)}</td>
              <td>
                <StateDot tone={STATE_TONES[batch.state]}>{batch.state}</StateDot>
              </td>
              <td data-figure>{formatCount(batch.read)}</td>
              <td data-figure>{formatCount(batch.accepted)}</td>
              <td data-figure>{formatCount(batch.replaced)}</td>
              <td data-figure>{formatCount(batch.unchanged)}</td>
              <td data-figure data-rejected={batch.rejected > 0 || undefined}>
                {formatCount(batch.rejected)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
