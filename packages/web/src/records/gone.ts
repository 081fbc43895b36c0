import { ReplyCode } from '@datasarana/schema';
import { notify } from '../design/notify.tsx';
import { isFailure } from '../session/index.ts';

/** Whether a save was refused since the record with this id, which was edited, is not there any more. */
export const isGone = (error: unknown, id: string): boolean =>
  isFailure(error) && error.code === ReplyCode.NotFound && error.message.includes(id);

/** Says so of what is edited, as "View Harbour", and how the edits can be kept. */
export const tellGone = (what: string, next: string): void =>
  notify.negative({
    title: `${what} is no longer there`,
    hint: `It was deleted elsewhere, or is not shared with you any more. ${next}`,
  });

/** What to do on a screen that saves a copy then. */
export const KEEP_A_COPY = 'Save your copy to keep what you edited.';
