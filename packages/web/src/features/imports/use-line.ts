import { isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useOnline } from '../../session/index.ts';

/** A line that takes small calls and refuses the file each time is not tried for ever. */
const MOST_TRIES = 3;

/** Whether nothing was answered because the platform was not reached. */
export const isCutOff = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.ClientUnreachable;

/** Whether the browser cannot read the file any more (SRC-23). */
export const isFileGone = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.FileRead;

/**
 * Sends again by itself what a lost connection cut off, once that is back.
 * Answers whether it will; who asks must give a request that has a single effect (STR-04), or none.
 */
export function useSentAgain(error: unknown, again: () => void): boolean {
  const online = useOnline();
  const tries = useRef(0);
  const isCut = isCutOff(error);
  const send = useEffectEvent(() => {
    if (tries.current >= MOST_TRIES) return;
    tries.current++;
    again();
  });
  useEffect(() => {
    if (isCut && online) send();
  }, [isCut, online]);
  return isCut && !online;
}
