import { type BatchAnswer, isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
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
async function batchOfRequest(api: Client, template: string, request_id: string): Promise<string | null> {
  const { data } = await api.call('batch.search', { body: { template, request_id, from: 0, to: 1 } });
  return data?.[0]?.batch ?? null;
}

/** A file on its way, with what the platform answers to it. */
interface Sending {
  readonly stop: AbortController;
  readonly answer: Promise<BatchAnswer>;
}

/**
 * What came of a file that no batch is known of, and is not to go on; null when nothing did. One that is sent whole may be taken
 * in still: its answer tells. Another is cut off, and may have come whole all the same.
 */
function cutOff(
  { stop, answer }: Sending,
  isSent: boolean,
  find: () => Promise<string | null>,
): Promise<string | null> {
  if (isSent)
    return answer.then(
      ({ batch }) => batch,
      () => null,
    );
  stop.abort();
  return find();
}

/** Cancels a batch; false when there is none any more, as of a file that broke off. */
const cancelBatch = (api: Client, id: string): Promise<boolean> =>
  api.call('batch.cancel', { params: { id } }).then(
    () => true,
    (error: unknown) => {
      if (isFailure(error) && error.code === ReplyCode.NotFound) return false;
      throw error;
    },
  );

/** Sends a file, or asks for the one the platform kept, into a template; its batch is known by `batchId` once there is one. */
export function useLoad(plan: ImportPlan, template: string, kept: string | undefined) {
  const api = useApi();
  const cache = useQueryClient();
  const user = useSession().session?.user.id;
  const [state, setState] = useState<LoadState>(START);
  // What may have arrived though no answer came is sent as the same request, which the platform stores once (STR-04).
  const [attempt, setAttempt] = useState(() => ({ requestId: newRequestId() }));
  const running = useRef<Sending | null>(null);
  /** What was cancelled: that it ends is no failure. */
  const givenUp = useRef<Sending | null>(null);

  useEffect(() => {
    const stop = new AbortController();
    const upload = { plan, template, dryRun: false, kept, requestId: attempt.requestId };
    const answer = uploadPlan(api, upload, (sent) => setState((now) => ({ ...now, sent })), stop.signal);
    const sending = { stop, answer };
    running.current = sending;
    answer.then(
      (ledger) => {
        setState((now) => ({ ...now, batchId: ledger.batch }));
        if (user !== undefined) followed.add(user, ledger.batch);
        keepRecipe(api, recipeOf(plan), template).catch((unkept: unknown) => setState((now) => ({ ...now, unkept })));
      },
      (error: unknown) => !stop.signal.aborted && givenUp.current !== sending && setState((now) => ({ ...now, error })),
    );
    return () => stop.abort();
  }, [api, plan, template, kept, attempt, user]);

  const find = () => batchOfRequest(api, template, attempt.requestId);

  const cancel = async (): Promise<void> => {
    const sending = running.current;
    const isSent = state.sent >= plan.file.size;
    setState((now) => ({ ...now, cancelling: true }));
    try {
      const found = state.batchId ?? (await find()) ?? (sending && (await cutOff(sending, isSent, find)));
      if (found !== null) givenUp.current = sending;
      const id = found !== null && (await cancelBatch(api, found)) ? found : null;
      if (id !== null) await cache.invalidateQueries({ queryKey: ['batch', id] });
      setState((now) => ({ ...now, batchId: id, cancelled: id === null && now.error === null, cancelling: false }));
    } catch (error) {
      givenUp.current = null;
      setState((now) => ({ ...now, cancelling: false, ...(sending?.stop.signal.aborted && { error }) }));
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
