import { isFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useOnline, useSession } from '../../session/index.ts';

/** A line that takes small calls and refuses the file each time is not tried for ever. */
const MOST_TRIES = 3;

/** Whether nothing was answered because the platform was not reached. */
export const isCutOff = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.ClientUnreachable;

/** Whether the browser cannot read the file any more (SRC-23). */
export const isFileGone = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.FileRead;

const isSignedOff = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.AuthNotSigned;

/**
 * Sends again by itself what a lost connection cut off, once that is back, and what the end of a session stopped, once somebody
 * has signed in. Answers whether it waits for the connection; what is sent must have a single effect (STR-04), or none.
 */
export function useSentAgain(error: unknown, again: () => void): boolean {
  const online = useOnline();
  const tries = useRef(0);
  const isCut = isCutOff(error);
  const isSignedIn = useSession().notice !== 'expired';
  const goesOn = (isCut && online) || (isSignedOff(error) && isSignedIn);
  const send = useEffectEvent(() => {
    if (tries.current >= MOST_TRIES) return;
    tries.current++;
    again();
  });
  useEffect(() => {
    if (goesOn) send();
  }, [goesOn]);
  return isCut && !online;
}
