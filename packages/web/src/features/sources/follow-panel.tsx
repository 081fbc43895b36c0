import { isFailure, type SourceSchedule } from '@datasarana/client';
import { useState } from 'react';
import { ErrorState, ExplainedButton, LoadingRows, notifyFailure, Panel, StateBadge } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { formatFigure, formatListDate } from '../../records/format.ts';
import { useRefusal } from '../../records/needs.ts';
import { useHolds } from '../../session/index.ts';
import { cronInWords } from '../ingestors/task/cron-words.ts';
import { MomentFields } from '../ingestors/task/moment-fields.tsx';
import classes from './sources.module.css';
import { useSchedule, type WantedSchedule } from './use-schedule.ts';

interface FollowPanelProps {
  readonly source: string;
  /** Why it cannot be set now; null = it can. */
  readonly hindrance: string | null;
  /** Keeps the columns and answers what a run is asked with. */
  readonly keep: () => Promise<Pick<WantedSchedule, 'source' | 'template' | 'converter'>>;
}

/** A replica follows its origin by itself: when, by whose rights, what its last run brought, and its end (SRC-35). */
export function FollowPanel({ source, hindrance, keep }: FollowPanelProps) {
  const { now, save, stop, readAnew } = useSchedule(source);
  const holds = useHolds();
  if (now.error && now.data === undefined) return <ErrorState error={now.error} onRetry={() => void now.refetch()} />;
  return (
    <Panel
      title="Follows its origin"
      padded
      actions={now.data && <StateBadge tone={toneOf(now.data)}>{stateOf(now.data)}</StateBadge>}
    >
      {now.isPending ? (
        <LoadingRows rows={2} />
      ) : (
        <div className={classes.form}>
          <Told schedule={now.data ?? null} />
          {holds('sources', 'add') && (
            <Form
              key={`${now.data?.schedule} ${now.data?.at}`}
              {...{ known: now.data ?? null, hindrance, keep, save, stop, readAnew }}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

const stateOf = ({ state, running }: SourceSchedule): string =>
  running ? 'Runs now' : { on: 'Follows', done: 'Has run', stopped: 'Stopped' }[state];

const toneOf = ({ state, reason, last, edited }: SourceSchedule) => {
  if (reason !== null) return 'negative' as const;
  if (last?.reason || edited !== null) return 'warning' as const;
  return state === 'on' ? ('positive' as const) : ('neutral' as const);
};

/** What is, in sentences. */
function Told({ schedule }: { readonly schedule: SourceSchedule | null }) {
  if (schedule === null)
    return (
      <p className={classes.quiet}>It comes in when somebody imports it. Set a moment, and it comes in by itself.</p>
    );
  const { next, reason, last, user_name, edited, goes_on, running } = schedule;
  return (
    <div role="status">
      {reason !== null && <p className={classes.fault}>Stopped: {reason}</p>}
      {next !== null && (
        <p className={classes.quiet}>
          {running ? 'It reads now' : `Next run ${formatListDate(next)}`}, with the rights of {user_name}
        </p>
      )}
      {edited !== null && (
        <p className={classes.fault}>
          {edited.user_name} changed its {edited.what} {formatListDate(edited.ts)}. It would write with the rights of{' '}
          {user_name}, so it stops at its next run. Look at the change, then let it follow with your own rights.
        </p>
      )}
      {last && <LastRun last={last} />}
      {(next !== null || goes_on !== null) && <p className={classes.quiet}>{GOES_ON[goes_on ?? 'nothing']}</p>}
    </div>
  );
}

const GOES_ON = {
  column: 'It goes on where the last run ended, by its column. What came late with an earlier value is read anew only.',
  address: 'It reads the file again when its server says that it changed.',
  page: 'It goes on at the last page of the last run.',
  nothing: 'Each run reads everything.',
} as const;

function LastRun({ last }: { readonly last: NonNullable<SourceSchedule['last']> }) {
  const at = formatListDate(last.ts);
  if (last.reason !== null)
    return (
      <p className={classes.fault}>
        Last run {at}: {last.reason}
      </p>
    );
  if (last.batch === null) return <p className={classes.quiet}>Last run {at}: nothing changed at the origin</p>;
  const parts = (['accepted', 'replaced', 'unchanged', 'rejected'] as const).map(
    (name) => `${formatFigure(last[name])} ${name === 'accepted' ? 'new' : name}`,
  );
  return (
    <p className={classes.quiet}>
      <ScreenLink to="toolkit.curation.batch" params={{ id: last.batch }}>
        Last run {at}
      </ScreenLink>
      : {parts.join(', ')}
    </p>
  );
}

type FormProps = Omit<FollowPanelProps, 'source'> & {
  readonly known: SourceSchedule | null;
  readonly save: (wanted: WantedSchedule) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly readAnew: () => Promise<void>;
};

function Form({ known, hindrance, keep, save, stop, readAnew }: FormProps) {
  const [form, setForm] = useState({ schedule: known?.schedule ?? ('Cron' as const), at: known?.at ?? '' });
  const [fault, setFault] = useState<string>();
  const [working, setWorking] = useState(false);
  const work = async (does: () => Promise<void>) => {
    setWorking(true);
    setFault(undefined);
    try {
      await does();
    } catch (error) {
      if (isFailure(error) && error.fields.at) setFault(error.fields.at);
      else notifyFailure(error);
    } finally {
      setWorking(false);
    }
  };
  const words = cronInWords(form.at);
  const missing = form.schedule !== 'Immediately' && form.at.trim() === '' ? 'Say when' : null;
  const refused = useRefusal()('sources', 'add');
  return (
    <>
      <div className={classes.pair}>
        <MomentFields
          {...form}
          errors={{ at: fault }}
          hint={`${words === '' ? 'Minute, hour, day, month, weekday' : words}, by the clock of the platform`}
          set={(change) => setForm({ ...form, ...change })}
        />
      </div>
      <div className={classes.actions}>
        {known?.goes_on && (
          <ExplainedButton reason={refused} disabled={working} onClick={() => void work(readAnew)}>
            Read everything anew
          </ExplainedButton>
        )}
        {known?.state === 'on' && (
          <ExplainedButton reason={refused} disabled={working} onClick={() => void work(stop)}>
            Stop following
          </ExplainedButton>
        )}
        <ExplainedButton
          loading={working}
          reason={refused ?? hindrance ?? missing}
          onClick={() => void work(async () => save({ ...(await keep()), ...form }))}
        >
          {known?.state !== 'on' ? 'Follow' : known.edited ? 'Follow with my rights' : 'Change'}
        </ExplainedButton>
      </div>
    </>
  );
}
