import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Page, PageHeader } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { formatBytes, formatCount } from '../../records/index.ts';
import { useMay } from '../../session/index.ts';
import { usePlace } from '../../shell/place.ts';
import { useBatches } from '../imports/batch-calls.ts';
import { ContinuePanel } from './continue-panel.tsx';
import { CountStrip, type CountTile } from './count-strip.tsx';
import { GettingStarted } from './getting-started.tsx';
import { HealthPanel } from './health-panel.tsx';
import classes from './home-screen.module.css';
import { IngestChart, IngestLoading } from './ingest-chart.tsx';
import { ingestDays } from './ingest-days.ts';
import { TenantCounts } from './tenant-counts.tsx';
import { useCounts, useHealth, useTemplates } from './use-overview.ts';

const figure = (value: number | undefined): string => (value === undefined ? '–' : formatCount(value));
const plural = (value: number, one: string, many = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : many}`;

/** How much is here, what was left open, is anything wrong (SCR-01). */
export function HomeScreen() {
  const { tenant } = usePlace();
  const go = useGo();
  const may = useMay();
  const counts = useCounts();
  const templates = useTemplates();
  const health = useHealth(templates.data);
  const batches = useBatches();
  const waiting = [templates, health, counts, batches].some((query) => query.isLoading);
  const tiles = useTiles(counts.data, templates.data, health.data, batches.data?.batches);
  return (
    <Page>
      <PageHeader
        title={tenant}
        primary={
          <Button
            variant="filled"
            leftSection={<IconUpload size={16} />}
            disabled={!may('data write', 'add')}
            onClick={() => go('toolkit.curation.import')}
          >
            Import data
          </Button>
        }
      />
      <CountStrip tiles={tiles} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ContinuePanel templates={templates.data} batches={batches.data?.batches} />
          {batches.isPending ? (
            <IngestLoading />
          ) : (
            <IngestChart days={ingestDays(batches.data?.batches ?? [], Date.now())} />
          )}
        </div>
        <div className={classes.column}>
          <HealthPanel health={health.data} pending={waiting} at={health.dataUpdatedAt} />
          {/* Below a panel that grows: they come once all is there, so that nothing moves. */}
          {!waiting && <GettingStarted counts={counts.data} templates={templates.data} batches={batches.data?.total} />}
          {!waiting && <TenantCounts counts={counts.data} />}
        </div>
      </div>
    </Page>
  );
}

function useTiles(
  counts: ReturnType<typeof useCounts>['data'],
  templates: ReturnType<typeof useTemplates>['data'],
  health: ReturnType<typeof useHealth>['data'],
  batches: readonly { readonly ts: number; readonly rejected: number; readonly accepted: number }[] | undefined,
): readonly CountTile[] {
  const today = new Date().setHours(0, 0, 0, 0);
  const yesterday = Date.now() - 86_400_000;
  const now = (batches ?? []).filter(({ ts }) => ts >= today);
  const added = (batches ?? []).filter(({ ts }) => ts >= yesterday).reduce((sum, { accepted }) => sum + accepted, 0);
  const deployed = (templates ?? []).filter((template) => template.deployed === true);
  const changed = deployed.filter(({ version_minor }) => (version_minor ?? 0) > 0).length;
  const sum = (key: 'documents' | 'bytes') => health?.reduce((total, one) => total + one[key], 0);
  const bytes = sum('bytes');
  return [
    { label: 'Documents', value: figure(sum('documents')), note: `+${formatCount(added)} in 24 h` },
    {
      label: 'Templates',
      value: figure(counts?.templates),
      note: `${plural(deployed.length, 'deployed', 'deployed')}${changed > 0 ? `, ${formatCount(changed)} with changes` : ''}`,
    },
    {
      label: 'Imports today',
      value: figure(batches === undefined ? undefined : now.length),
      note: `${formatCount(now.filter(({ rejected }) => rejected > 0).length)} with rejects`,
    },
    { label: 'Users', value: figure(counts?.users), note: plural(counts?.groups ?? 0, 'group') },
    {
      label: 'Storage',
      value: bytes === undefined ? '–' : formatBytes(bytes),
      note: `in ${plural(deployed.length, 'index', 'indices')}`,
    },
  ];
}
