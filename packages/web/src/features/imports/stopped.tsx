import { Button } from '@mantine/core';
import { ErrorState } from '../../design/index.ts';
import { isFileGone } from './use-line.ts';

interface StoppedProps {
  readonly what: 'dry run' | 'import';
  readonly error: unknown;
  /** It is sent again by itself once the connection is back. */
  readonly waits: boolean;
  readonly again: () => void;
  /** Goes to where a file is chosen. */
  readonly onAnother: () => void;
}

/** Why the rows do not go on, and what helps. */
export function Stopped({ what, error, waits, again, onAnother }: StoppedProps) {
  return (
    <ErrorState
      error={error}
      title={waits ? `The ${what} goes on when the connection is back` : `The ${what} stopped`}
      {...(isFileGone(error) ? { action: <Button onClick={onAnother}>Choose it again</Button> } : { onRetry: again })}
    />
  );
}
