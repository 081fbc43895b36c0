import type { Batch } from '@datasarana/client';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconFileSearch, IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import {
  ErrorState,
  LedgerStrip,
  LoadingBlock,
  Missing,
  notifyFailure,
  Page,
  PageHeader,
  StateScreen,
} from '../../design/index.ts';
import { useGo, useParameter } from '../../navigation.tsx';
import { part } from '../../part.tsx';
import { formatCount, formatListDate, formatTook } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { type TemplateRecord, useTemplate } from '../templates/template-calls.ts';
import { useBatch, useCauses } from './batch-calls.ts';
import { BatchFacts } from './batch-facts.tsx';
import { BatchFiles } from './batch-files.tsx';
import { batchName, shortBatch } from './batch-name.ts';
import { BatchProgress } from './batch-progress.tsx';
import { saveDownload } from './download.ts';
import { useWatched } from './running/use-watched.ts';
import { ShortRowsNote } from './short-rows.tsx';
import { useUndoBatch } from './undo-batch.tsx';
import { useCancelBatch } from './use-cancel-batch.ts';

const CRUMBS = [{ label: 'Imports', to: 'toolkit.curation' }] as const;

const loadRejected = () => import('./rejected-panel.tsx');
const RejectedPanel = part(loadRejected, (module) => module.RejectedPanel);
// Records of a batch stand below all else that is said of it.
const BatchRows = part(
  () => import('./batch-rows.tsx'),
  (module) => module.BatchRows,
);

/** Whether rows were refused, now or before they were fixed and sent again. */
const hadRejected = ({ state, rejected, timeline = [] }: Batch): boolean =>
  state === 'done' && (rejected > 0 || timeline.some(({ what }) => what === 'replayed'));

/** What is shown where the batch is not. */
const Instead = ({ children = <LoadingBlock height={320} /> }: { readonly children?: ReactNode }) => (
  <StateScreen title="Batch" crumbs={CRUMBS}>
    {children}
  </StateScreen>
);

/** One batch: the ledger, who, when and from where, what happened since, every rejected row to be fixed, and a look at what is stored. */
export function BatchScreen() {
  const id = useParameter('id');
  const batch = useBatch(id);
  useWatched(id);
  const template = useTemplate(batch.data?.template);
  const causes = useCauses(id);
  // their buttons decide where the grid begins, and the fields how wide it is: nothing may move once it is shown
  const isUnknown = causes.isPending || template.isLoading;
  const isWaiting = batch.data?.state === 'done' && batch.data.rejected > 0 && isUnknown;
  const isFaulty = batch.data !== undefined && batch.data !== null && hadRejected(batch.data);
  useEffect(() => {
    // where it does not come, the panel says so
    if (isFaulty) loadRejected().catch(() => undefined);
  }, [isFaulty]);
  if (batch.isPending || isWaiting) return <Instead />;
  if (!batch.data)
    return (
      <Instead>
        {batch.error ? (
          <ErrorState error={batch.error} onRetry={() => void batch.refetch()} />
        ) : (
          <Missing noun="batch" to="toolkit.curation" list="imports">
            Its template is not shared with you, it belongs to another tenant, or its index was removed.
          </Missing>
        )}
      </Instead>
    );
  return (
    <Suspense fallback={<Instead />}>
      <BatchPage batch={batch.data} template={template.data} />
    </Suspense>
  );
}

interface BatchPageProps {
  readonly batch: Batch;
  readonly template: TemplateRecord | null | undefined;
}

function BatchPage({ batch: data, template }: BatchPageProps) {
  const go = useGo();
  const name = data.template_name ?? template?.name ?? '';
  // before its end, and when it was stopped, there is nothing to count or to search
  const isCounted = data.state === 'done' || data.state === 'undone';
  return (
    <Page>
      <PageHeader
        title={batchName(data)}
        crumbs={CRUMBS}
        meta={`${name && `into ${name}, `}batch ${shortBatch(data.batch)}`}
        aside={`${formatListDate(data.ts)}${data.user_name ? `, ${data.user_name}` : ''}`}
        primary={
          data.state === 'done' && (
            <Button
              variant="filled"
              leftSection={<IconFileSearch size={16} />}
              onClick={() =>
                go('toolkit.analytic.discover', { search: { template: data.template, q: `_batch:"${data.batch}"` } })
              }
            >
              Search its rows
            </Button>
          )
        }
      >
        <BatchActions batch={data} />
      </PageHeader>
      {data.state === 'running' && <BatchProgress batch={data} />}
      {(data.state === 'failed' || data.state === 'cancelled') && (
        <ErrorState error={new Error(data.reason ?? 'Nothing of it is stored.')} title={STATE_WORDS[data.state]} />
      )}
      {isCounted && <Counts batch={data} />}
      {hadRejected(data) && <RejectedPanel batch={data} />}
      {data.parts && <BatchFiles files={data.parts} />}
      <BatchFacts batch={data} />
      {data.state === 'done' && template && (
        <Suspense>
          <BatchRows batch={data} items={template.items} />
        </Suspense>
      )}
    </Page>
  );
}

const Counts = ({ batch }: { readonly batch: Batch }) => (
  <>
    <LedgerStrip
      counts={batch}
      readNote={`in ${formatTook(batch.took)}`}
      note={batch.state === 'undone' ? undoneWords(batch) : STATE_WORDS[batch.state]}
    />
    <ShortRowsNote short={batch.short} />
  </>
);

const STATE_WORDS = {
  running: 'Not written yet',
  done: 'Written',
  failed: 'The import failed',
  cancelled: 'The import was cancelled',
  undone: 'Undone: nothing of it is stored any more',
} as const;

/** What is left of a batch that was undone: records that were edited after it may have been kept. */
function undoneWords({ timeline = [] }: Batch): string {
  const kept = timeline.find(({ what }) => what === 'undone')?.kept ?? 0;
  if (kept === 0) return STATE_WORDS.undone;
  return `Undone, but for ${formatCount(kept)} ${kept === 1 ? 'record' : 'records'} edited later`;
}

function BatchActions({ batch }: { readonly batch: Batch }) {
  const api = useApi();
  const undo = useUndoBatch(batch);
  const { batch: id, state } = batch;
  const { asked, cancel } = useCancelBatch(id);
  const save = (): void => {
    const address = api.address('batch.original', { params: { id } });
    saveDownload(address, api.headers(), batch.file ?? `batch-${shortBatch(id)}`).catch(notifyFailure);
  };
  return (
    <>
      {batch.original && (
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
          Original
        </Button>
      )}
      {state === 'running' && (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} />}
          disabled={asked}
          onClick={() => void cancel()}
        >
          {asked ? 'Cancelling…' : 'Cancel'}
        </Button>
      )}
      {state === 'done' && batch.accepted + batch.replaced > 0 && (
        <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={undo}>
          Undo
        </Button>
      )}
    </>
  );
}
