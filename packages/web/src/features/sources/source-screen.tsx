import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import {
  EmptyState,
  ErrorState,
  ExplainedButton,
  FaultList,
  LoadingBlock,
  Missing,
  Page,
  PageHeader,
  Panel,
  StateScreen,
} from '../../design/index.ts';
import { useGo, useParameter } from '../../navigation.tsx';
import { useRefusal } from '../../records/needs.ts';
import { useLeaveGuard } from '../../records/use-leave-guard.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { ColumnTable } from '../imports/column-table.tsx';
import { sayGoingIn } from '../imports/plan.ts';
import { PreviewTable } from '../imports/preview-table.tsx';
import { FollowPanel } from './follow-panel.tsx';
import { Refusal } from './refusal.tsx';
import { type SourceRecord, useSource } from './source-calls.ts';
import classes from './sources.module.css';
import { TemplateChoice } from './template-choice.tsx';
import { TemplateLikeIt } from './template-like-it.tsx';
import { TemplateOfColumns } from './template-of-columns.tsx';
import { useEditSource } from './use-edit-source.tsx';
import { useSourceColumns } from './use-source-columns.ts';

const CRUMBS = [{ label: 'Sources', to: 'toolkit.curation.sources' }] as const;

/** One source on its way into a template: its columns, what happens to their values, and the import (SRC-06, SRC-07). */
export function SourceScreen() {
  const source = useSource(useParameter('id'));
  if (source.data) return <SourceColumns source={source.data} />;
  return (
    <StateScreen title="Source" crumbs={CRUMBS}>
      {source.error ? (
        <ErrorState error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <LoadingBlock height={320} />
      ) : (
        <Missing noun="source" to="toolkit.curation.sources" list="sources">
          It was removed, or it belongs to another tenant.
        </Missing>
      )}
    </StateScreen>
  );
}

function SourceColumns({ source }: { readonly source: SourceRecord }) {
  const go = useGo();
  const edit = useEditSource();
  const locked = useRefusal()('sources', 'add');
  const plan = useSourceColumns(source);
  const { rows, template, columns, setColumns, faults } = plan;
  useLeaveGuard({
    dirty: () => plan.isChanged,
    what: {
      title: `Leave source ${source.name} without its columns?`,
      text: 'What was changed of them is kept once it is imported.',
      action: 'Leave without them',
    },
  });
  const isSchema = source.type === 'Schema';
  const start = async () => {
    const batch = await plan.start();
    if (batch !== null) go('toolkit.curation.batch', { params: { id: batch } });
  };
  const items = template.data?.items;
  return (
    <Page>
      <PageHeader
        title={source.name}
        crumbs={CRUMBS}
        meta={source.type}
        primary={
          <WriteButton
            variant="filled"
            leftSection={<IconPlayerPlay size={16} />}
            loading={plan.working}
            reason={isSchema ? 'A source of the type Schema gives its columns only' : unreadyOf(plan)}
            onClick={() => void start()}
          >
            Import now
          </WriteButton>
        }
      >
        <ExplainedButton leftSection={<IconPencil size={16} />} reason={locked} onClick={() => edit(source)}>
          Edit
        </ExplainedButton>
      </PageHeader>
      <TemplateChoice value={plan.templateId} onChange={plan.setTemplateId}>
        {!plan.templateId && source.provider === 'platform' && (
          <TemplateLikeIt source={source} onMade={plan.setTemplateId} />
        )}
        {!plan.templateId && source.provider !== 'platform' && plan.preview && plan.preview.columns.length > 0 && (
          <TemplateOfColumns name={source.name} preview={plan.preview} onMade={plan.setTemplateId} />
        )}
      </TemplateChoice>
      {source.type === 'Replica' && (
        <FollowPanel source={source.id} hindrance={hindranceOf(plan)} keep={() => plan.keep(plan.templateId ?? '')} />
      )}
      {rows.error && (
        <>
          <p className={classes.cache}>{isSchema ? 'Source Schema Cache is not valid' : 'Source cache is not valid'}</p>
          <Refusal error={rows.error} />
          <div className={classes.actions}>
            <Button onClick={() => void rows.refetch()}>Read the first rows again</Button>
          </div>
        </>
      )}
      {rows.isPending && <LoadingBlock height={240} />}
      {plan.preview && plan.preview.rows.length === 0 && (
        <EmptyState title="No rows">The source answers, but it has no rows to show.</EmptyState>
      )}
      {plan.preview && plan.preview.rows.length > 0 && !items && (
        <Panel title="First rows">
          <PreviewTable preview={plan.preview} />
        </Panel>
      )}
      {plan.preview && columns.length > 0 && items && (
        <>
          <FaultList faults={faults} />
          <Panel title={sayGoingIn(columns)}>
            <ColumnTable columns={columns} items={items} sampled={plan.preview} onChange={setColumns} />
          </Panel>
        </>
      )}
    </Page>
  );
}

type SourceColumns = ReturnType<typeof useSourceColumns>;

/** Why a replica cannot be set to follow as it stands here. */
function hindranceOf(plan: SourceColumns): string | null {
  const items = plan.template.data?.items;
  if (items && !items.some(({ is_key }) => is_key))
    return 'Choose a template with a key: a replica finds by it what changed';
  return unreadyOf(plan);
}

/** Why the rows of a source cannot be read as it stands here. */
function unreadyOf({ template, columns, faults }: SourceColumns): string | null {
  if (!template.data) return 'Choose the template its rows go into';
  if (columns.length === 0) return 'Its first rows must be read once';
  return faults.length > 0 ? 'Mend the columns first' : null;
}
