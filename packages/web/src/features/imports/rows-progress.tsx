import { Progress } from '@mantine/core';
import { Panel } from '../../design/index.ts';
import classes from './imports.module.css';

interface RowsProgressProps {
  /** What is done now; all that is read aloud as it changes. */
  readonly phase: string;
  /** Amount, rate and time left, which change all the time. */
  readonly counts: string;
  /** 0 to 100. */
  readonly share: number;
  /** What the share is one of. */
  readonly label: string;
  readonly animated?: boolean;
  readonly note?: string | undefined;
}

/** How far a file or its rows are, how fast they go, and for how long still. */
export function RowsProgress({ phase, counts, share, label, animated = false, note }: RowsProgressProps) {
  return (
    <Panel label="Progress" padded>
      <div className={classes.progress}>
        <span role="status">{phase}</span>
        <span>{counts}</span>
      </div>
      <Progress value={share} animated={animated} aria-label={label} />
      {note && <p className={classes.note}>{note}</p>}
    </Panel>
  );
}
