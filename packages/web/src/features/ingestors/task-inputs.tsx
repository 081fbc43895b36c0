import type { IngestorInput, IngestorTask } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { Panel, StateDot } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './ingestors.module.css';
import { troubleOf } from './task-columns.tsx';

const STATES = {
  next: { tone: 'neutral', label: 'Waiting' },
  waiting: { tone: 'primary', label: 'Reading' },
  done: { tone: 'neutral', label: 'Read' },
  aside: { tone: 'negative', label: 'Set aside' },
} as const;

/** Bytes say nothing of how far a workbook is read. */
const shareOf = ({ done, size, state }: IngestorInput): number =>
  state === 'done' || size === 0 ? 100 : ((done ?? 0) / size) * 100;

const stateOf = ({ state, rows, done }: IngestorInput): (typeof STATES)[keyof typeof STATES] =>
  STATES[state === 'waiting' && rows === 0 && !done ? 'next' : state];

type Trouble = NonNullable<IngestorTask['sources'][number]['trouble']>;

/** What to do about it. */
const WAYS: Readonly<Record<Trouble['kind'], string>> = {
  away: 'Rows wait on the disk of the ingestor, and go on by themselves when the platform answers again.',
  token: 'It was revoked, it ended, or this is another platform. Rows wait; with a new token they go on.',
  platform: 'Rows wait on the disk of the ingestor. Mend what is named; they are sent again by themselves.',
  disk: 'Rows wait on the disk of the ingestor. Make room there; they go on by themselves.',
  place: 'Make it readable on that machine again, or edit the task. What was read of it is not forgotten.',
  stopped: 'Mend what is named, then start the task again: it goes on where it was.',
};

function TaskTrouble({ trouble, onRenew }: { readonly trouble: Trouble; readonly onRenew: (() => void) | undefined }) {
  return (
    <div role="alert" className={classes.trouble}>
      <p>
        <b>{trouble.text}</b> {WAYS[trouble.kind]}
      </p>
      {trouble.kind === 'token' && (
        <Button size="sm" disabled={onRenew === undefined} onClick={onRenew}>
          Give it a new token
        </Button>
      )}
    </div>
  );
}

interface TaskInputsProps {
  readonly task: IngestorTask;
  /** Makes a new token for the task; left out where that is not allowed. */
  readonly onRenew: (() => void) | undefined;
}

/** How far each file of a task was read, and what stands in the way. */
export function TaskInputs({ task, onRenew }: TaskInputsProps) {
  const inputs = task.sources.flatMap((source) => source.inputs);
  const trouble = troubleOf(task);
  const all = task.sources.reduce((sum, { files, inputs }) => sum + (files ?? inputs.length), 0);
  const told = all > inputs.length ? `${formatCount(inputs.length)} of ${formatCount(all)} files` : formatCount(all);
  return (
    <Panel title="Files" actions={`${told} of ${task.template.name}`}>
      {trouble && <TaskTrouble trouble={trouble} onRenew={onRenew} />}
      {inputs.length === 0 ? (
        <div className={classes.inputs}>
          <p className={classes.quiet}>
            {trouble ? 'No file was read.' : task.sources.map(({ idle }) => idle).join(' ')}
          </p>
        </div>
      ) : (
        <ul className={classes.inputs} aria-label="Files">
          {inputs.map((input) => (
            <li key={input.name} className={classes.input} data-state={input.state}>
              <span className={classes.path} title={input.name}>
                {input.name.split(/[\\/]/).at(-1)}
              </span>
              <span className={classes.bar} aria-hidden>
                <i style={{ width: `${shareOf(input)}%` }} />
              </span>
              <span>{`${formatCount(input.rows)} ${input.rows === 1 ? 'row' : 'rows'}`}</span>
              <StateDot tone={stateOf(input).tone}>{input.fault ?? stateOf(input).label}</StateDot>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
