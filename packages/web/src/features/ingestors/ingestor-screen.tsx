import { IngestorLink } from '@datasarana/client';
import type { IngestorTask } from '@datasarana/schema';
import { Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  DataTable,
  dialogs,
  EmptyState,
  ErrorState,
  ExplainedButton,
  LoadingBlock,
  Missing,
  notifyFailure,
  Page,
  PageHeader,
  Panel,
  StateBadge,
  StateScreen,
} from '../../design/index.ts';
import { useAddress, useGo, useParameter } from '../../navigation.tsx';
import { formatCount } from '../../records/format.ts';
import { saveText } from '../../records/index.ts';
import { useRefusal } from '../../records/needs.ts';
import { ConsolePanel } from './console-panel.tsx';
import { type IngestorRecord, type Reached, useIngestors, useReached } from './ingestor-calls.ts';
import { useSaved, useTaskRecords, useTaskWork } from './ingestor-tasks.ts';
import classes from './ingestors.module.css';
import { NotReached } from './not-reached.tsx';
import { columnsFor } from './task-columns.tsx';
import { TaskInputs } from './task-inputs.tsx';
import { VersionNotice } from './version-notice.tsx';

const crumbs = [{ label: 'Ingestors', to: 'toolkit.observability.ingestors' }] as const;

/** One ingestor: its tasks, how far their files were read, and its console (SCR-05). */
export function IngestorScreen() {
  const id = useParameter('id');
  const ingestors = useIngestors();
  const record = ingestors.data?.find((one) => one.id === id);
  const reached = useReached(record?.service_ip);
  const client = useQueryClient();
  if (ingestors.error)
    return (
      <StateScreen title="Ingestor" crumbs={crumbs}>
        <ErrorState error={ingestors.error} onRetry={() => void ingestors.refetch()} />
      </StateScreen>
    );
  if (ingestors.isPending)
    return (
      <StateScreen title="Ingestor" crumbs={crumbs}>
        <LoadingBlock />
      </StateScreen>
    );
  if (!record)
    return (
      <StateScreen title="Ingestor" crumbs={crumbs}>
        <Missing noun="ingestor" to="toolkit.observability.ingestors" list="ingestors" />
      </StateScreen>
    );
  if (!reached.data)
    return (
      <StateScreen title={record.name} crumbs={crumbs}>
        <LoadingBlock />
      </StateScreen>
    );
  const { state, services } = reached.data;
  const isItself = services?.services.some((service) => service.id === record.service_id);
  if (state === 'available' && isItself) return <Paired record={record} reached={reached.data} />;
  const refresh = () =>
    void Promise.all(['ingestor-at', 'ingestors'].map((key) => client.invalidateQueries({ queryKey: [key] })));
  return <NotReached record={record} reached={reached.data} crumbs={crumbs} refresh={refresh} />;
}

function Paired({ record, reached }: { readonly record: IngestorRecord; readonly reached: Reached }) {
  const { service_ip, service_id } = record;
  const link = useMemo(() => new IngestorLink(service_ip, reached.key), [service_ip, reached.key]);
  const refusal = useRefusal();
  const [address, setAddress] = useAddress();
  const tasks = reached.services?.tasks ?? [];
  const chosen = tasks.find(({ id }) => id === address.task) ?? tasks[0];
  const records = useTaskRecords(service_id);
  const saved = useSaved(
    link,
    records.data ?? [],
    tasks.map(({ id }) => id),
  );
  const work = useTaskWork(link, service_id);
  const recordOf = (task: IngestorTask) =>
    records.data?.find(({ source }) => task.sources.some(({ id }) => id === source?.id));
  const columns = useMemo(() => columnsFor(saved.data), [saved.data]);
  const changeRefused = refusal('ingestor tasks', 'change');
  const addRefused = refusal('ingestor tasks', 'add');
  const go = useGo();
  const edit = (search: Readonly<Record<string, string>>) =>
    go('toolkit.observability.task', { params: { id: record.id }, search });
  const remove = async (task: IngestorTask) => {
    const yes = await dialogs.confirm({
      title: `Remove task ${task.template.name}`,
      text: `${formatCount(task.waiting)} rows wait on its disk. Rows the platform has stay; the files are not touched.`,
      action: 'Remove task',
      danger: true,
    });
    if (yes) await work.remove(task.id, recordOf(task)).catch(notifyFailure);
  };
  const renew = (task: IngestorTask) => work.renew(task, recordOf(task)).catch(notifyFailure);
  const host = reached.services?.services[0];
  const saveLog = async () =>
    saveText(`${record.name}-log.ndjson`, await (await link.log()).text(), 'application/x-ndjson');
  // while there is no task the empty list holds the button
  const isEmpty = reached.services?.tasks.length === 0;
  const addButton = (
    <ExplainedButton variant="filled" leftSection={<IconPlus size={16} />} reason={addRefused} onClick={() => edit({})}>
      Add task
    </ExplainedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title={record.name}
        crumbs={crumbs}
        meta={host && `${host.version}`}
        badge={<StateBadge tone="neutral">Available</StateBadge>}
        aside={
          host &&
          `Load ${host.load.toFixed(2)} per core, memory ${Math.round(host.memory * 100)} %, service ${Math.round(host.rss / 1024 ** 2)} MB${host.refused?.files ? `, refused rows kept of ${host.refused.files} files` : ''}`
        }
        primary={!isEmpty && addButton}
      >
        <AllTasks link={link} doing={work.doing} mayNot={changeRefused} onSaveLog={work.doing(saveLog)} />
      </PageHeader>
      {host && <VersionNotice version={host.version} />}
      <div className={classes.panes}>
        <DataTable
          label="Tasks"
          columns={columns}
          rows={tasks}
          rowId={({ id }) => id}
          rowName={({ template }) => template.name}
          openId={chosen?.id}
          onOpen={({ id }) => setAddress({ task: id })}
          rowActions={(task) => [
            startOrStop(task, link, work.doing, changeRefused),
            {
              label: 'Edit',
              icon: <IconPencil size={16} />,
              disabled: changeRefused,
              run: () => edit({ task: task.id }),
            },
            {
              label: 'Copy',
              icon: <IconCopy size={16} />,
              disabled: addRefused,
              run: () => edit({ copy: task.id }),
            },
            {
              label: 'Remove',
              icon: <IconTrash size={16} />,
              danger: true,
              disabled: refusal('ingestor tasks', 'remove'),
              run: () => void remove(task),
            },
          ]}
          empty={
            <EmptyState icon={IconPlus} title="No task yet" action={addButton}>
              A task watches files on that machine and sends what is new into a template.
            </EmptyState>
          }
        />
        {chosen ? (
          <TaskInputs task={chosen} onRenew={changeRefused === undefined ? () => void renew(chosen) : undefined} />
        ) : (
          <Panel label="Files">
            <span />
          </Panel>
        )}
        <ConsolePanel link={link} task={chosen?.id ?? ''} />
      </div>
    </Page>
  );
}

type Doing = ReturnType<typeof useTaskWork>['doing'];

/** The one of the two that a task can do now; `mayNot` is the reason why nobody may. */
function startOrStop({ id, state }: IngestorTask, link: IngestorLink, doing: Doing, mayNot: string | undefined) {
  return state === 'Started' || state === 'Submitted'
    ? { label: 'Stop', icon: <IconPlayerStop size={16} />, disabled: mayNot, run: doing(() => link.stop(id)) }
    : { label: 'Start', icon: <IconPlayerPlay size={16} />, disabled: mayNot, run: doing(() => link.start(id)) };
}

interface AllTasksProps {
  readonly link: IngestorLink;
  readonly doing: Doing;
  /** Why tasks cannot be changed. */
  readonly mayNot: string | undefined;
  readonly onSaveLog: () => void;
}

/** What is done to every task of an ingestor at once. */
function AllTasks({ link, doing, mayNot, onSaveLog }: AllTasksProps) {
  const changes = [
    ['Start all tasks', IconPlayerPlay, link.startAll],
    ['Stop all tasks', IconPlayerStop, link.stopAll],
  ] as const;
  return (
    <Menu position="bottom-end" zIndex={400}>
      <Menu.Target>
        <Button aria-label="All tasks" variant="default" px={8}>
          <IconDots size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {changes.map(([label, Icon, change]) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} />}
            disabled={mayNot !== undefined}
            onClick={doing(change)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={onSaveLog}>
          Download log
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
