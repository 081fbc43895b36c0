import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { notify } from '../design/notify.tsx';
import { ErrorState } from '../design/states.tsx';
import { isMissingCode } from '../late-code.ts';
import { useApi } from '../session/session-context.tsx';
import { ChunkLate, ChunkLost, platformAnswers } from './chunk-limit.ts';
import classes from './module-problem.module.css';

/** The recoverable panel of a module whose code failed or did not arrive (APP-24, RTE-14). */
export function ModuleProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const request = useApi().lastRequestId;
  useEffect(() => {
    console.error('A screen failed', { request_id: request, error });
  }, [error, request]);
  const missing = error instanceof ChunkLate || error instanceof ChunkLost || isMissingCode(error);
  const again = async () => {
    if (!missing) {
      reset();
      void router.invalidate();
    } else if (await platformAnswers()) window.location.reload();
    else notify.warning({ title: 'The platform still does not answer' });
  };
  return (
    <div className={classes.problem}>
      <ErrorState
        title={missing ? 'This screen did not arrive' : 'This screen stopped'}
        error={error}
        action={<Button onClick={() => void again()}>Try again</Button>}
        detail={request}
      />
    </div>
  );
}
