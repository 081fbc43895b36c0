import { CallFailure } from '@datasarana/client';
import { ReplyCode } from '@datasarana/schema';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Deduplicator } from './deduplicate.ts';
import { inbox } from './inbox.ts';
import classes from './notify.module.css';
import { ownDirection } from './own-direction.ts';

export type NoticeTone = 'positive' | 'negative' | 'warning' | 'info';

export interface Notice {
  readonly title: string;
  readonly message?: string;
  readonly hint?: string;
  /** Stays until it is dismissed. */
  readonly sticky?: true;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const icons = {
  positive: IconCircleCheck,
  negative: IconAlertCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
};
const stays = { positive: 5_000, info: 5_000, warning: 10_000, negative: 10_000 } satisfies Record<NoticeTone, number>;
/** Fields of a refusal that a notification names. */
const MOST_FAULTS = 3;
const seen = new Deduplicator(5_000);

function body({ message, hint, action }: Notice, close: () => void): ReactNode {
  return (
    <>
      {message}
      {hint && <span className={classes.hint}>{hint}</span>}
      {action && (
        <button
          type="button"
          className={classes.action}
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </>
  );
}

/** Names stand in the words of a notice: none of them turns what is said about it. */
const readable = ({ title, message, hint, ...rest }: Notice): Notice => ({
  ...rest,
  title: ownDirection(title),
  ...(message !== undefined && { message: ownDirection(message) }),
  ...(hint !== undefined && { hint: ownDirection(hint) }),
});

function show(tone: NoticeTone, given: Notice): void {
  const notice = readable(given);
  if (!seen.fresh(`${tone}|${notice.title}|${notice.message ?? ''}`, Date.now())) return;
  inbox.add({ tone, title: notice.title, message: notice.message, at: Date.now() });
  const Mark = icons[tone];
  const id = `notice-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  notifications.show({
    id,
    title: notice.title,
    message: body(notice, () => notifications.hide(id)),
    icon: <Mark size={20} />,
    autoClose: notice.sticky ? false : notice.action ? 10_000 : stays[tone],
    role: tone === 'negative' || tone === 'warning' ? 'alert' : 'status',
    classNames: { icon: classes[tone] ?? '' },
    closeButtonProps: { 'aria-label': 'Dismiss' },
  });
}

/** Pop-up notifications (APP-07). The same one twice within 5 s is shown once (ERR-33). */
export const notify = {
  positive: (notice: Notice) => show('positive', notice),
  negative: (notice: Notice) => show('negative', notice),
  warning: (notice: Notice) => show('warning', notice),
  info: (notice: Notice) => show('info', notice),
};

/** The same where the form has the fields that may be refused: those are told at their controls. */
export function notifyUnlessAtFields(error: unknown): void {
  if (error instanceof CallFailure && Object.keys(error.fields).length > 0) return;
  notifyFailure(error);
}

/** One notification `{code}: {message}` with the hint, or with what is wrong with the fields that were sent (ERR-33). */
export function notifyFailure(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  if (!(error instanceof CallFailure)) {
    show('negative', { title: error instanceof Error ? error.message : String(error) });
    return;
  }
  // The dialog that asks to sign in again has said it already.
  if (error.code === ReplyCode.AuthNotSigned) return;
  const faults = Object.values(error.fields).slice(0, MOST_FAULTS);
  // To correct what is named needs no saying; what else can be done does.
  const advice = faults.length > 0 && error.type === 'validation' ? undefined : error.hint;
  const hint = [faults.join('; '), advice].filter(Boolean).join('. ');
  show('negative', { title: `${error.code}: ${error.message}`, ...(hint && { hint }) });
}
