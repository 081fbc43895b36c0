import { Button, Loader } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../design/states.tsx';
import { useApi } from '../session/session-context.tsx';
import { ChunkLate } from './chunk-limit.ts';
import classes from './module-problem.module.css';

/** The recoverable panel of a module whose code failed or did not arrive (APP-24, RTE-14). */
export function ModuleProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const request = useApi().lastRequestId;
  useEffect(() => {
    console.error('A screen failed', { request_id: request, error });
  }, [error, request]);
  const again = () => {
    if (error instanceof ChunkLate || /dynamically imported module|Importing a module/.test(String(error)))
      window.location.reload();
    else {
      reset();
      void router.invalidate();
    }
  };
  return (
    <div className={classes.problem}>
      <ErrorState
        title={error instanceof ChunkLate ? 'This screen did not arrive' : 'This screen stopped'}
        error={error}
        action={<Button onClick={again}>Try again</Button>}
        detail={request}
      />
    </div>
  );
}

export function ModulePending() {
  return (
    <div className={classes.pending} role="status" aria-label="Loading">
      <Loader />
    </div>
  );
}
