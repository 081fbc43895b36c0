import { type ReactNode, useState } from 'react';
import { saySending } from './progress.ts';
import { RowsProgress } from './rows-progress.tsx';

interface SendingProps {
  readonly sent: number;
  /** Bytes; 0 where the platform has the file already. */
  readonly size: number;
  /** What the platform does once it has all of the file. */
  readonly then: string;
  readonly note?: string;
  readonly action?: ReactNode;
}

/** How much of a file is on its way, how fast, and for how long still. */
export function Sending({ sent, size, then, note, action }: SendingProps) {
  const [began] = useState(() => performance.now());
  const share = size > 0 ? Math.min(100, (sent / size) * 100) : 100;
  return (
    <RowsProgress
      phase={share < 100 ? 'Sending the file' : then}
      counts={size > 0 ? saySending(Math.min(sent, size), size, performance.now() - began) : ''}
      share={share}
      animated={share >= 100}
      label="Share of the file that was sent"
      note={note}
      action={action}
    />
  );
}
