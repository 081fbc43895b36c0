import type { IngestorInput, IngestorTask } from '@datasarana/client';
import { Panel, StateDot } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './ingestors.module.css';

const STATES = {
  waiting: { tone: 'primary', label: 'Reading' },
  done: { tone: 'neutral', label: 'Read' },
  aside: { tone: 'negative', label: 'Set aside' },
} as const;

const shareOf = ({ done, size }: IngestorInput): number => (done === null || size === 0 ? 100 : (done / size) * 100);

/** How far each file of a task was read. */
export function TaskInputs({ task }: { readonly task: IngestorTask }) {
  const inputs = task.sources.flatMap((source) => source.inputs);
  return (
    <Panel title="Files" actions={`${formatCount(inputs.length)} of ${task.template.name}`}>
      {inputs.length === 0 ? (
        <div className={classes.inputs}>
          <p className={classes.quiet}>{task.sources.map(({ idle }) => idle).join(' ')}</p>
        </div>
      ) : (
        <ul className={classes.inputs} aria-label="Files">
          {inputs.map((input) => (
            <li key={input.name} className={classes.input}>
              <span className={classes.path} title={input.name}>
                {input.name.split(/[\\/]/).at(-1)}
              </span>
              <span className={classes.bar} aria-hidden>
                <i style={{ width: `${shareOf(input)}%` }} />
              </span>
              <span>{formatCount(input.rows)} rows</span>
              <StateDot tone={STATES[input.state].tone}>{input.fault ?? STATES[input.state].label}</StateDot>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
