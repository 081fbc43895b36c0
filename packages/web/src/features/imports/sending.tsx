import { Progress } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../design/index.ts';
import classes from './imports.module.css';
import { saySending } from './progress.ts';

interface SendingProps {
  readonly sent: number;
  /** Bytes; 0 where the platform has the file already. */
  readonly size: number;
  /** What the platform does once it has all of the file. */
  readonly then: string;
  readonly note?: string;
}

/** How much of a file is on its way, how fast, and for how long still. */
export function Sending({ sent, size, then, note }: SendingProps) {
  const [began] = useState(() => performance.now());
  const share = size > 0 ? Math.min(100, (sent / size) * 100) : 100;
  return (
    <Panel label="Progress" padded>
      <div className={classes.progress} role="status">
        <span>{share < 100 ? 'Sending the file' : then}</span>
        <span>{size > 0 && saySending(Math.min(sent, size), size, performance.now() - began)}</span>
      </div>
      <Progress value={share} animated={share >= 100} aria-label="Share of the file that was sent" />
      {note && <p className={classes.note}>{note}</p>}
    </Panel>
  );
}
