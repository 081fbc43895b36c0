import { IngestorLink, isFailure } from '@datasarana/client';
import { type LocalConfig, ReplyCode } from '@datasarana/schema';
import type { Source, SourceColumn } from '@datasarana/sources';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import {
  ErrorState,
  FaultList,
  LoadingBlock,
  Missing,
  notifyUnlessAtFields,
  Page,
  PageHeader,
  Panel,
  SearchSelect,
  StateScreen,
} from '../../../design/index.ts';
import { useAddress, useGo, useParameter } from '../../../navigation.tsx';
import { askWhose } from '../../../records/ask-whose.tsx';
import { sameDetail, useLeaveGuard } from '../../../records/use-leave-guard.ts';
import { ColumnTable } from '../../imports/column-table.tsx';
import { sayGoingIn } from '../../imports/plan.ts';
import { useTemplate, useTemplates } from '../../templates/template-calls.ts';
import { type IngestorRecord, useIngestors, useReached } from '../ingestor-calls.ts';
import { newerConfig, useTaskRecords, useTaskWork } from '../ingestor-tasks.ts';
import { PlaceFields } from './place-fields.tsx';
import { RunFields } from './run-fields.tsx';
import classes from './task.module.css';
import { faultsOfTask, formOfTask, NEW_TASK, noteOfTemplate, type TaskForm } from './task-form.ts';
import { useLook } from './use-look.ts';
import { useTaskColumns } from './use-task-columns.ts';

const CRUMBS = [{ label: 'Ingestors', to: 'toolkit.observability.ingestors' }] as const;

/** A task of an ingestor: new, copied from another, or one that is changed. */
export function TaskScreen() {
  const ingestors = useIngestors();
  const id = useParameter('id');
  const record = ingestors.data?.find((one) => one.id === id);
  const reached = useReached(record?.service_ip);
  // once it was reached the form stays, so that nothing typed is lost while the ingestor is away for a moment
  const [key, setKey] = useState<string | null>();
  const { state: reach, key: reachedKey, error: away } = reached.data ?? { error: null };
  if (reach === 'available' && key === undefined) setKey(reachedKey ?? null);
  const address = record?.service_ip;
  const link = useMemo(
    () => (address === undefined || key === undefined ? undefined : new IngestorLink(address, key)),
    [address, key],
  );
  const [{ task, copy }] = useAddress();
  const from = task ?? copy;
  const held = useQuery({
    queryKey: ['ingestor-config', record?.service_ip, from],
    enabled: link !== undefined && from !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: () => link?.config(from ?? '') ?? null,
  });
  const [taken, take] = useTaken(task);
  if (!record || !link || (from !== undefined && !held.data))
    return (
      <StateScreen title="Task" crumbs={CRUMBS}>
        {ingestors.data && !record ? (
          <Missing noun="ingestor" to="toolkit.observability.ingestors" list="ingestors" />
        ) : ingestors.error || held.error ? (
          <NotRead
            error={ingestors.error ?? held.error}
            onRetry={() => void (ingestors.error ? ingestors : held).refetch()}
          />
        ) : away && !link ? (
          <ErrorState
            error={away}
            title="The ingestor is not reached from this browser"
            onRetry={() => void reached.refetch()}
          />
        ) : (
          <LoadingBlock height={320} />
        )}
      </StateScreen>
    );
  return (
    <TaskEditor
      key={`${from} ${taken?.version}`}
      record={record}
      link={link}
      held={taken ?? held.data ?? null}
      task={task}
      onTakeTheirs={take}
    />
  );
}

/** What somebody else saved of a task while it was open here, once it was taken over. */
function useTaken(task: string | undefined) {
  const [newer, take] = useState<LocalConfig>();
  return [newer?.id === task ? newer : undefined, take] as const;
}

function NotRead({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!isFailure(error) || error.code !== ReplyCode.ConfigurationMissing)
    return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <Missing noun="task" to="toolkit.observability.ingestors" list="ingestors">
      The ingestor holds none of this address: it was removed.
    </Missing>
  );
}

const NO_COLUMNS: readonly SourceColumn[] = [];

interface TaskEditorProps {
  readonly record: IngestorRecord;
  readonly link: IngestorLink;
  /** The task that is changed or copied. */
  readonly held: LocalConfig | null;
  /** Id of the task that is changed; missing for a new one. */
  readonly task: string | undefined;
  /** The form begins anew with what somebody else saved meanwhile. */
  readonly onTakeTheirs: (newer: LocalConfig) => void;
}

function TaskEditor({ record, link, held, task, onTakeTheirs }: TaskEditorProps) {
  const go = useGo();
  const known = held?.sources[0] as (Partial<Source> & { readonly id: string }) | undefined;
  const [first] = useState<TaskForm>(() => (held ? firstForm(held, task) : NEW_TASK));
  const [form, setForm] = useState(first);
  const [asked, setAsked] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [working, setWorking] = useState(false);
  const looking = useLook(link, task && known?.id);
  const templates = useTemplates();
  const template = useTemplate(form.template ?? undefined).data ?? null;
  const mapping = useTaskColumns(looking.look, template, known?.columns ?? NO_COLUMNS);
  const records = useTaskRecords(record.service_id);
  const work = useTaskWork(link, record.service_id);
  const key =
    form.table === '' || !looking.look ? null : looking.look.fields.filter((one) => one.key).map(({ name }) => name);
  const faults = faultsOfTask(form, { columns: mapping.columns, items: template?.items ?? null, key });
  const set = (change: Partial<TaskForm>): void => {
    if (change.kind) looking.forget();
    setErrors({});
    setForm((before) => ({ ...before, ...change }));
  };
  const look = async (change: Partial<TaskForm> = {}): Promise<void> => {
    const found = await looking.ask({ ...form, ...change });
    // without its name the ingestor would not know which file of an archive has the rows
    if (found?.format) set({ format: found.format, ...(found.entry && { entry: found.entry }) });
  };
  const isSaved = useRef(false);
  // What a look found out by itself is nothing that was typed.
  const isTyped = JSON.stringify({ ...form, format: null }) !== JSON.stringify({ ...first, format: null });
  useLeaveGuard({
    dirty: () => !isSaved.current && (isTyped || mapping.changed),
    what: task ? `task ${held?.template.name ?? ''}` : 'the new task',
    stays: (from, to) => sameDetail('task')(from, to) && sameDetail('copy')(from, to),
  });
  const leave = () => go('toolkit.observability.ingestor', { params: { id: record.id } });
  const settle = async (newer: LocalConfig): Promise<void> => {
    const told = 'It was saved after you opened it. Yours is not saved yet.';
    const whose = await askWhose(`Task ${newer.template.name} was saved elsewhere`, told);
    if (whose === 'mine') return save(newer.version);
    if (whose === 'theirs') onTakeTheirs(newer);
  };
  const save = async (version: string | undefined): Promise<void> => {
    setAsked(true);
    if (faults.length > 0 || !template) return;
    setWorking(true);
    try {
      const made = { form, template: { id: template.id, name: template.name }, columns: mapping.kept };
      if (task && known)
        await work.change(
          { ...made, task, source: known.id, version },
          records.data?.find(({ source }) => source?.id === known.id),
        );
      else await work.add(made);
      isSaved.current = true;
      leave();
    } catch (error) {
      const newer = newerConfig(error);
      if (newer) return settle(newer);
      if (isFailure(error)) setErrors(error.fields);
      notifyUnlessAtFields(error);
    } finally {
      setWorking(false);
    }
  };
  const deployed = (templates.data ?? []).filter((one) => one.deployed);
  const told = asked ? [...faults, ...Object.values(errors)] : Object.values(errors);
  return (
    <Page>
      <PageHeader
        title={task ? `Task ${held?.template.name ?? ''}` : 'Add task'}
        crumbs={CRUMBS}
        meta={`on ${record.name}`}
        primary={
          <Button variant="filled" loading={working} onClick={() => void save(held?.version)}>
            {task ? 'Save task' : 'Add task'}
          </Button>
        }
      >
        <Button onClick={leave}>Cancel</Button>
      </PageHeader>
      <FaultList faults={told} />
      <Panel title="Where from" padded>
        <div className={classes.body}>
          <PlaceFields form={form} state={looking} errors={errors} set={set} onLook={(change) => void look(change)} />
        </div>
      </Panel>
      <Panel title="Where to" padded>
        <div className={classes.fields}>
          <SearchSelect
            label="Template"
            description={noteOfTemplate(form, template?.items ?? null)}
            withAsterisk
            allowDeselect={false}
            disabled={task !== undefined}
            placeholder={templates.isPending ? 'Loading' : 'Where the rows go'}
            nothingFoundMessage="No deployed template"
            data={deployed.map(({ id, name }) => ({ value: id, label: name }))}
            value={form.template}
            onChange={(value) => set({ template: value })}
          />
        </div>
      </Panel>
      {mapping.columns.length > 0 && template ? (
        <Panel title={sayGoingIn(mapping.columns)}>
          <ColumnTable
            columns={mapping.columns}
            items={template.items}
            sampled={mapping.sampled}
            onChange={mapping.setColumns}
          />
        </Panel>
      ) : (
        <Panel title="Columns">
          <p className={classes.quiet}>{sayColumns(mapping.kept.length, template !== null)}</p>
        </Panel>
      )}
      <Panel title="When and how" padded>
        <div className={classes.body}>
          <RunFields form={form} link={link} errors={errors} isNew={task === undefined} set={set} />
        </div>
      </Panel>
    </Page>
  );
}

/** A copy has no password: it was never told to this browser. */
function firstForm(held: LocalConfig, task: string | undefined): TaskForm {
  const form = formOfTask(held);
  return task === undefined ? { ...form, pwd: '' } : form;
}

function sayColumns(kept: number, chosen: boolean): string {
  if (kept > 0) return `${kept} columns go in as they did. Look at the source to see and change them.`;
  return chosen
    ? 'Columns find their fields by name. Look at the source to map them and to change their values.'
    : 'Choose a template and look at the source: then its columns are mapped here.';
}
