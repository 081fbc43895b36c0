import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { notifyFailure } from '../../design/index.ts';
import { type Client, newRequestId, useApi, useSession } from '../../session/index.ts';
import type { ImportPlan } from './plan.ts';
import { keepRecipe, recipeOf } from './recipes.ts';
import { followed } from './running/followed.ts';
import { uploadPlan } from './upload-plan.ts';

interface LoadState {
  readonly sent: number;
  readonly batchId: string | null;
  readonly error: unknown;
  /** Nothing of it came to the platform, or is going to. */
  readonly cancelled: boolean;
  /** That was asked for, and has not ended yet. */
  readonly cancelling: boolean;
  /** Why the choices of the columns are not kept for the next file like this. */
  readonly unkept: unknown;
}

const START: LoadState = { sent: 0, batchId: null, error: null, cancelled: false, cancelling: false, unkept: null };

/** The batch that came of a request, or is coming; null when none did. */
async function batchOfRequest(api: Client, template: string, request: string): Promise<string | null> {
  const { data } = await api.call('batch.search', { body: { template, from: 0, to: LATEST } });
  return data?.find(({ request_id }) => request_id === request)?.batch ?? null;
}

/** Batches among which that of a request is looked for, the newest first. */
const LATEST = 50;

/** Sends a file, or asks for the one the platform kept, into a template; its batch is known by `batchId` once there is one. */
export function useLoad(plan: ImportPlan, template: string, kept: string | undefined) {
  const api = useApi();
  const cache = useQueryClient();
  const user = useSession().session?.user.id;
  const [state, setState] = useState<LoadState>(START);
  // What may have arrived though no answer came is sent as the same request, which the platform stores once (STR-04).
  const [attempt, setAttempt] = useState(() => ({ requestId: newRequestId() }));
  const running = useRef<AbortController | null>(null);
  /** What was cancelled: that it ends is no failure. */
  const givenUp = useRef<AbortController | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    running.current = stop;
    const upload = { plan, template, dryRun: false, kept, requestId: attempt.requestId };
    uploadPlan(api, upload, (sent) => setState((now) => ({ ...now, sent })), stop.signal).then(
      (ledger) => {
        setState((now) => ({ ...now, batchId: ledger.batch }));
        if (user !== undefined) followed.add(user, ledger.batch);
        keepRecipe(api, recipeOf(plan), template).catch((unkept: unknown) => setState((now) => ({ ...now, unkept })));
      },
      (error: unknown) => !stop.signal.aborted && givenUp.current !== stop && setState((now) => ({ ...now, error })),
    );
    return () => stop.abort();
  }, [api, plan, template, kept, attempt, user]);

  const cancel = async (): Promise<void> => {
    const sending = running.current;
    setState((now) => ({ ...now, cancelling: true }));
    givenUp.current = sending;
    try {
      const id = state.batchId ?? (await batchOfRequest(api, template, attempt.requestId));
      if (id !== null) {
        await api.call('batch.cancel', { params: { id } });
        await cache.invalidateQueries({ queryKey: ['batch', id] });
      }
      sending?.abort();
      setState((now) => ({ ...now, batchId: id, cancelled: id === null, cancelling: false }));
    } catch (error) {
      givenUp.current = null;
      setState((now) => ({ ...now, cancelling: false }));
      notifyFailure(error);
    }
  };
  const sendAgain = (): void => {
    setState(START);
    setAttempt((now) => ({ ...now }));
  };
  const startAnew = (): void => {
    setState(START);
    setAttempt({ requestId: newRequestId() });
  };
  return { ...state, cancel, sendAgain, startAnew };
}
