import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { type Crumb, dialogs, EmptyState, ErrorState, notifyFailure, StateScreen } from '../../design/index.ts';
import { formatListDate } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { type IngestorRecord, type Reached, takeInPlace, useReports } from './ingestor-calls.ts';
import classes from './ingestors.module.css';
import { PairForm } from './pair-form.tsx';

interface NotReachedProps {
  readonly record: IngestorRecord;
  readonly reached: Reached;
  readonly crumbs: readonly Crumb[];
  readonly refresh: () => void;
}

/** Why this browser cannot steer an ingestor, and the way on: it is not paired, it is gone, or another one answers. */
export function NotReached({ crumbs, ...props }: NotReachedProps) {
  const { state } = props.reached;
  return (
    <StateScreen title={props.record.name} crumbs={crumbs}>
      {state === 'unpaired' ? <Unpaired {...props} /> : state === 'away' ? <Away {...props} /> : <Another {...props} />}
    </StateScreen>
  );
}

type StateProps = Omit<NotReachedProps, 'crumbs'>;

function Unpaired({ record, reached, refresh }: StateProps) {
  const pair = () =>
    void dialogs.fill('Pair an ingestor', (close) => (
      <PairForm
        known={record}
        onCancel={close}
        onDone={() => {
          close();
          refresh();
        }}
      />
    ));
  const wasPaired = reached.key !== null;
  return (
    <EmptyState
      icon={IconPlugConnected}
      title={wasPaired ? 'The ingestor does not know this browser any more' : 'This browser is not paired'}
      action={
        <Button variant="filled" onClick={pair}>
          Pair this browser
        </Button>
      }
    >
      {wasPaired
        ? `It answers at ${record.service_ip}, but all browsers were unpaired, or it was begun anew: its data folder is another one, or was emptied, and its tasks with it. Its console shows a pairing code.`
        : `The ingestor answers at ${record.service_ip}, but does not know this browser yet. Its console shows a pairing code.`}
    </EmptyState>
  );
}

function Away({ record, reached, refresh }: StateProps) {
  const reports = useReports();
  const report = reports.data?.find(({ service_id }) => service_id === record.service_id);
  return (
    <div>
      <ErrorState error={reached.error} title="The ingestor is not reached from this browser" onRetry={refresh} />
      <p className={classes.said}>
        {report
          ? `The platform last heard from it on ${formatListDate(report.ts)}. While it hears from it, only this browser does not reach the address. An ingestor that ended goes on where it was when it is started again.`
          : 'The platform has not heard from it yet. It is asked again every two seconds.'}
      </p>
    </div>
  );
}

function Another({ record, reached, refresh }: StateProps) {
  const api = useApi();
  const other = reached.services?.services[0];
  const take = () => {
    if (other) void takeInPlace(api, record, other).then(refresh, notifyFailure);
  };
  return (
    <EmptyState
      icon={IconPlugConnected}
      title="Another ingestor answers at this address"
      action={<Button onClick={take}>Take it in its place</Button>}
    >
      {`${record.service_ip} is now answered by '${other?.name ?? ''}', which was begun anew or on another machine. Tasks of ${record.name} are not among its own.`}
    </EmptyState>
  );
}
