import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
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
  /** What can be done meanwhile; goes with the panel, so that nothing else moves. */
  readonly action?: ReactNode;
}

/** How far a file or its rows are, how fast they go, and for how long still. */
export function RowsProgress({ phase, counts, share, label, animated = false, note, action }: RowsProgressProps) {
  return (
    <Panel label="Progress" padded>
      <div className={classes.progress}>
        <span role="status">{phase}</span>
        <span>{counts}</span>
      </div>
      <Progress value={share} animated={animated} aria-label={label} />
      {note && <p className={classes.note}>{note}</p>}
      {action && <div className={classes.meanwhile}>{action}</div>}
    </Panel>
  );
}
