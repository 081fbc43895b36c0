import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Page, PageHeader } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { useMay } from '../../session/index.ts';
import { usePlace } from '../../shell/place.ts';
import { useBatches } from '../imports/batch-calls.ts';
import { ContinuePanel } from './continue-panel.tsx';
import { CountStrip } from './count-strip.tsx';
import { GettingStarted } from './getting-started.tsx';
import { HealthPanel } from './health-panel.tsx';
import classes from './home-screen.module.css';
import { IngestChart, IngestLoading } from './ingest-chart.tsx';
import { ingestDays } from './ingest-days.ts';
import { endsAfter, overviewTiles } from './overview-tiles.ts';
import { TenantCounts } from './tenant-counts.tsx';
import { useCounts, useHealth, useTemplates } from './use-overview.ts';

const MONTH = 30 * 86_400_000;

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
  const figures = { counts: counts.data, templates: templates.data, health: health.data, imports: batches.data };
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
      <CountStrip tiles={overviewTiles(figures, Date.now())} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <ContinuePanel templates={templates.data} batches={batches.data?.batches} />
          {batches.isPending ? (
            <IngestLoading />
          ) : (
            <IngestChart
              days={ingestDays(batches.data?.batches ?? [], Date.now())}
              newest={endsAfter(batches.data, Date.now() - MONTH) ? batches.data?.batches.length : undefined}
            />
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
