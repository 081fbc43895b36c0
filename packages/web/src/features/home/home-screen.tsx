import { reachOf } from '@datasarana/schema';
import { IconUpload } from '@tabler/icons-react';
import { Page, PageHeader } from '../../design/index.ts';
import { useGo } from '../../navigation.tsx';
import { WriteButton } from '../../records/write-button.tsx';
import { useApi, useHolds, useMay, useSession } from '../../session/index.ts';
import { usePlace } from '../../shell/place.ts';
import { useBatches } from '../imports/batch-calls.ts';
import { OwnInvites, useInvitesKnown } from '../invites/own-invites.tsx';
import { ContinuePanel } from './continue-panel.tsx';
import { CountStrip } from './count-strip.tsx';
import { GettingStarted } from './getting-started.tsx';
import { HealthPanel } from './health-panel.tsx';
import { HomeOutline } from './home-outline.tsx';
import classes from './home-screen.module.css';
import { IngestChart, IngestLoading } from './ingest-chart.tsx';
import { ingestDays } from './ingest-days.ts';
import { endsAfter, overviewTiles } from './overview-tiles.ts';
import { TenantCounts } from './tenant-counts.tsx';
import { useCounts, useHealth, useImportsToday, useTemplates } from './use-overview.ts';

const MONTH = 30 * 86_400_000;

/** What was read of a query, or why there is nothing. */
const read = <T,>(allowed: boolean, { data, error }: { readonly data: T | undefined; readonly error: unknown }) =>
  allowed ? (data ?? (error ? ('failed' as const) : undefined)) : ('hidden' as const);

/** How much is here, what was left open, is anything wrong (SCR-01); to each role what it may read (SCR-18). */
export function HomeScreen() {
  const { tenant } = usePlace();
  const go = useGo();
  const api = useApi();
  const may = useMay();
  const holds = useHolds();
  const { session, roles } = useSession();
  const isShared = reachOf(roles, 'data read', 'read') !== 'all';
  const invitesKnown = useInvitesKnown();
  const counts = useCounts();
  const templates = useTemplates();
  const health = useHealth(templates.data);
  const importsRead = api.may('batch.search');
  const imports = useBatches({}, { enabled: importsRead });
  const today = useImportsToday(importsRead);
  const batches = importsRead && !imports.error ? imports.data?.batches : [];
  const waiting = [templates, health, counts, imports, today].some((query) => query.isLoading);
  const figures = {
    counts: counts.data,
    ownGroups: session?.user.groups?.length ?? 0,
    templates: templates.data,
    health: read(api.may('template.overview') && api.may('template.search'), health),
    imports: read(importsRead, imports),
    today: read(importsRead, today),
    isShared,
  };
  const tiles = overviewTiles(figures, Date.now());
  const worksHere = may('templates') || may('views');
  const imported = holds('data write', 'add');
  // An invite stands above everything: nothing is drawn before it is known whether there is one, so that nothing is pushed down.
  if (!invitesKnown) return <HomeOutline />;
  return (
    <Page>
      <PageHeader
        title={tenant}
        primary={
          <WriteButton
            variant="filled"
            leftSection={<IconUpload size={16} />}
            reason={imported ? undefined : 'Your roles do not reach the data of this tenant'}
            onClick={() => go('toolkit.curation.import')}
          >
            Import data
          </WriteButton>
        }
      />
      <OwnInvites />
      <CountStrip tiles={tiles} />
      <div className={classes.columns} data-single={!worksHere}>
        <div className={classes.column}>
          {worksHere && <ContinuePanel templates={templates.data} batches={batches} />}
          {importsRead && imports.isPending && <IngestLoading />}
          {imports.data && (
            <IngestChart
              days={ingestDays(imports.data.batches, Date.now())}
              isShared={isShared}
              newest={endsAfter(imports.data, Date.now() - MONTH) ? imports.data.batches.length : undefined}
            />
          )}
        </div>
        <div className={classes.column}>
          <HealthPanel health={health.data} pending={waiting} at={health.dataUpdatedAt} />
          {/* Below a panel that grows: they come once all is there, so that nothing moves. */}
          {!waiting && <GettingStarted counts={counts.data} templates={templates.data} batches={imports.data?.total} />}
          {!waiting && <TenantCounts counts={counts.data} shown={tiles} />}
        </div>
      </div>
    </Page>
  );
}
