import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, DataTable, EmptyState, ErrorState, LoadingBlock, Panel } from '../../design/index.ts';
import { formatListDate } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import { differences } from './differences.ts';
import { partWord, shownPart } from './tell-field.ts';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

interface VersionRow {
  readonly version: string;
  readonly ts: number;
  readonly fields: number;
}

/** Deploying raises the first figure (TPL-20); 0.0 is the template as it was made. */
const madeBy = ({ version }: VersionRow): string =>
  version === '0.0' ? 'First made' : version.endsWith('.0') ? 'Deploy' : 'Save';

const COLUMNS: readonly Column<VersionRow>[] = [
  { id: 'version', header: 'Version', cell: (row) => `v${row.version}`, width: '120px', card: 'name' },
  { id: 'ts', header: 'Saved', cell: (row) => formatListDate(row.ts), card: 'meta' },
  { id: 'kind', header: 'By', cell: madeBy, card: 'meta' },
  {
    id: 'fields',
    header: 'Fields',
    cell: (row) => row.fields,
    align: 'right',
    width: '96px',
    cardText: (row) => `${row.fields} fields`,
  },
];

/** Every saved state, and what differs between the chosen one and the present (TPL-33). */
export function VersionsTab({ template }: { readonly template: TemplateRecord }) {
  const api = useApi();
  const [chosen, setChosen] = useState<string | undefined>();
  const versions = useQuery({
    queryKey: ['template', template.id, 'versions'],
    queryFn: async ({ signal }) => {
      const { data } = await api.call<readonly VersionRow[] | null>('template.version.list', {
        query: { id: template.id, from: 0, to: 500 },
        signal,
      });
      return data ?? [];
    },
  });
  return (
    <div className={classes.versions}>
      <DataTable
        label="Versions"
        columns={COLUMNS}
        rows={versions.data ?? []}
        rowId={(row) => row.version}
        loading={versions.isPending}
        error={versions.error}
        onRetry={() => void versions.refetch()}
        openId={chosen}
        onOpen={(row) => setChosen(row.version)}
        empty={<EmptyState title="No version saved yet">Save or deploy keeps one.</EmptyState>}
      />
      <Panel title={chosen ? `v${chosen} → now` : 'Compare'}>
        {chosen ? (
          <Comparison template={template} version={chosen} />
        ) : (
          <EmptyState title="Choose a version">What differs from the present fields is shown here.</EmptyState>
        )}
      </Panel>
    </div>
  );
}

function Comparison({ template, version }: { readonly template: TemplateRecord; readonly version: string }) {
  const api = useApi();
  const old = useQuery({
    queryKey: ['template', template.id, 'version', version],
    queryFn: async ({ signal }) => {
      const { data } = await api.found<Pick<TemplateRecord, 'items'>>('template.version.list', {
        query: { id: template.id, version },
        signal,
      });
      return data;
    },
  });
  if (old.error) return <ErrorState error={old.error} onRetry={() => void old.refetch()} />;
  if (!old.data) return <LoadingBlock />;
  const found = differences(old.data.items, template.items);
  if (found.length === 0) return <p className={classes.note}>No field differs.</p>;
  return (
    <ul className={classes.differences}>
      {found.map((difference) => (
        <li key={`${difference.path} ${difference.what}`}>
          <code>{difference.path}</code>
          {difference.kind === 'changed' ? (
            <span>
              {partWord(difference.what)}: <del>{shownPart(difference.what, difference.before)}</del> →{' '}
              <ins>{shownPart(difference.what, difference.after)}</ins>
            </span>
          ) : difference.kind === 'added' ? (
            <ins>added</ins>
          ) : (
            <del>removed</del>
          )}
        </li>
      ))}
    </ul>
  );
}
