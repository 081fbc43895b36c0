import { ReplyCode } from '@datasarana/schema';
import { notify } from '../design/notify.tsx';
import { isFailure } from '../session/index.ts';

/** Whether a save was refused since what was edited is not there any more. */
export const isGone = (error: unknown): boolean => isFailure(error) && error.code === ReplyCode.NotFound;

/** Says so of what is edited, as "View Harbour", on a screen that now saves a copy. */
export const tellGone = (what: string): void =>
  notify.negative({
    title: `${what} is no longer there`,
    hint: 'It was deleted elsewhere, or is not shared with you any more. Save your copy to keep what you edited.',
  });
