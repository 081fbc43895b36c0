import { IngestorLink } from '@datasarana/client';
import { IconPlugConnected, IconPlugConnectedX, IconTrash } from '@tabler/icons-react';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import {
  type Column,
  DataTable,
  dialogs,
  EmptyState,
  ExplainedButton,
  notifyFailure,
  Page,
  PageHeader,
  StateDot,
} from '../../design/index.ts';
import { addressOf, useGo } from '../../navigation.tsx';
import { formatCount, formatListDate } from '../../records/format.ts';
import { nameColumn } from '../../records/list-columns.ts';
import { useRefusal } from '../../records/needs.ts';
import { useApi } from '../../session/index.ts';
import {
  type IngestorRecord,
  type IngestorReport,
  type Reached,
  reach,
  useIngestors,
  useReports,
} from './ingestor-calls.ts';
import { PairForm } from './pair-form.tsx';

interface Row extends IngestorRecord {
  readonly reached: Reached | undefined;
  readonly report: IngestorReport | undefined;
}

/** The services beside the data: whether this browser reaches them and how their machines fare (SCR-05). */
export function IngestorsScreen() {
  const api = useApi();
  const refusal = useRefusal();
  const go = useGo();
  const client = useQueryClient();
  const ingestors = useIngestors();
  const reports = useReports();
  const known = ingestors.data ?? [];
  const reached = useQueries({
    queries: known.map(({ service_ip }) => ({
      queryKey: ['ingestor-at', service_ip],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => reach(service_ip, signal),
      refetchInterval: 5000,
    })),
  });
  const rows = known.map(
    (record, i): Row => ({
      ...record,
      reached: reached[i]?.data,
      report: reports.data?.find(({ service_id }) => service_id === record.service_id),
    }),
  );
  const refresh = () =>
    void Promise.all(
      ['ingestors', 'ingestor-at', 'ingestor-reports'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  const pair = (record?: IngestorRecord) =>
    void dialogs.fill('Pair an ingestor', (close) => (
      <PairForm
        {...(record && { known: record })}
        onDone={() => {
          close();
          refresh();
        }}
        onCancel={close}
      />
    ));
  const remove = async ({ id, name }: Row) => {
    const yes = await dialogs.confirm({
      title: `Remove ingestor ${name}`,
      text: 'The service itself and its tasks go on; the tenant forgets its address.',
      action: 'Remove ingestor',
      danger: true,
    });
    if (!yes) return;
    await api.call('record.delete', { params: { kind: 'ingestor', id } }).catch(notifyFailure);
    refresh();
  };
  const unpair = async ({ name, service_ip, reached: found }: Row) => {
    const yes = await dialogs.confirm({
      title: `Unpair all browsers of ${name}`,
      text: 'Browsers that were paired, this one among them, steer it no more, and consoles that are open end. Its tasks go on; its console shows the code to pair with.',
      action: 'Unpair all browsers',
      danger: true,
    });
    if (!yes) return;
    await new IngestorLink(service_ip, found?.key ?? null).unpairAll().catch(notifyFailure);
    refresh();
  };
  const addRefused = refusal('ingestor tasks', 'add');
  const removeRefused = refusal('ingestor tasks', 'remove');
  // while there is none the empty list holds the button
  const isEmpty = ingestors.data?.length === 0;
  const button = (
    <ExplainedButton
      variant="filled"
      leftSection={<IconPlugConnected size={16} />}
      reason={addRefused}
      onClick={() => pair()}
    >
      Pair an ingestor
    </ExplainedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Ingestors"
        meta={ingestors.data && formatCount(ingestors.data.length)}
        primary={!isEmpty && button}
      />
      <DataTable
        label="Ingestors"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        loading={ingestors.isPending}
        error={ingestors.error}
        onRetry={() => void ingestors.refetch()}
        onOpen={({ id }) => go('toolkit.observability.ingestor', { params: { id } })}
        addressOf={({ id }) => addressOf('toolkit.observability.ingestor', { params: { id } })}
        rowActions={(row) => [
          {
            label: 'Pair this browser',
            icon: <IconPlugConnected size={16} />,
            disabled: addRefused,
            run: () => pair(row),
          },
          {
            label: 'Unpair all browsers',
            icon: <IconPlugConnectedX size={16} />,
            disabled:
              removeRefused ?? (row.reached?.state === 'available' ? undefined : 'This browser does not steer it'),
            run: () => void unpair(row),
          },
          {
            label: 'Remove',
            icon: <IconTrash size={16} />,
            danger: true,
            disabled: removeRefused,
            run: () => void remove(row),
          },
        ]}
        empty={
          <EmptyState icon={IconPlugConnected} title="No ingestor yet" action={button}>
            A small service beside your data watches folders and tables and sends what is new. Start it there with npm
            run ingestor and pair this browser with the code it shows.
          </EmptyState>
        }
      />
    </Page>
  );
}

const STATES = {
  available: { tone: 'neutral', label: 'Available' },
  unpaired: { tone: 'warning', label: 'Not paired' },
  away: { tone: 'negative', label: 'Not reached' },
} as const;

const percent = (share: number | undefined): string => (share === undefined ? '' : `${Math.round(share * 100)} %`);

const hostOf = ({ reached, report }: Row) => reached?.services?.services[0] ?? report;

const tasksOf = ({ reached, report }: Row): number | undefined =>
  reached?.services?.tasks.length ?? report?.tasks.length;

const columns: readonly Column<Row>[] = [
  nameColumn('Name', 'minmax(140px, 1.4fr)'),
  {
    id: 'address',
    header: 'Address',
    cell: ({ service_ip }) => service_ip,
    mono: true,
    width: 'minmax(136px, 1fr)',
    card: 'meta',
  },
  {
    id: 'state',
    header: 'From this browser',
    cell: ({ reached }) =>
      reached ? <StateDot tone={STATES[reached.state].tone}>{STATES[reached.state].label}</StateDot> : 'Asking',
    width: '136px',
    card: 'state',
  },
  {
    id: 'seen',
    header: 'Reported',
    cell: ({ report }) => (report ? formatListDate(report.ts) : 'Not yet'),
    width: 'minmax(164px, 176px)',
    card: 'hidden',
  },
  {
    id: 'version',
    header: 'Version',
    yields: true,
    cell: (row) => hostOf(row)?.version ?? row.version ?? '',
    width: '88px',
    card: 'hidden',
  },
  { id: 'tasks', header: 'Tasks', cell: (row) => tasksOf(row) ?? '', align: 'right', width: '72px', card: 'hidden' },
  {
    id: 'load',
    header: 'Load per core',
    yields: true,
    cell: (row) => hostOf(row)?.load.toFixed(2) ?? '',
    align: 'right',
    width: '112px',
    card: 'hidden',
  },
  {
    id: 'memory',
    header: 'Memory',
    yields: true,
    cell: (row) => percent(hostOf(row)?.memory),
    align: 'right',
    width: '88px',
    card: 'hidden',
  },
];
