import { CallFailure } from '@datasarana/client';
import { type Area, type Role, reachOf, SCOPES } from '@datasarana/schema';
import { Button } from '@mantine/core';
import {
  type Icon,
  IconDatabaseOff,
  IconFileOff,
  IconLock,
  IconPlugConnectedX,
  IconSearchOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { message } from '../messages/index.ts';
import { ScreenLink } from '../navigation.tsx';
import type { Words } from '../return-target.ts';
import type { ScreenName } from '../routes.ts';
import { useSession } from '../session/session-context.tsx';
import classes from './states.module.css';

interface StateProps {
  readonly icon?: Icon;
  readonly title: string;
  readonly children?: ReactNode;
  /** One action; two for first use. */
  readonly action?: ReactNode;
}

function State({ icon: Mark = IconDatabaseOff, title, children, action }: StateProps) {
  return (
    <div className={classes.state}>
      <Mark size={28} aria-hidden className={classes.mark} />
      <p className={classes.title}>{title}</p>
      {children !== undefined && <p className={classes.text}>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** Nothing is here yet: say what the thing is for and offer the first step. */
export const EmptyState = State;

/** Nothing matches what was asked; offers to clear it. */
export function NoMatch({ children, onClear }: { readonly children?: ReactNode; readonly onClear?: () => void }) {
  return (
    <State
      icon={IconSearchOff}
      title={message('state.noMatch')}
      action={onClear && <Button onClick={onClear}>{message('action.clear')}</Button>}
    >
      {children}
    </State>
  );
}

/** The list a thing stands in: the way on from one that is not there. */
export interface HomeList {
  readonly to: ScreenName;
  /** Its name, as "templates". */
  readonly list: string;
  readonly search?: Words;
}

interface MissingProps extends HomeList {
  /** What the address names, as "template". */
  readonly noun: string;
  /** Why it may be gone, when it is not that it was removed or is not shared. */
  readonly children?: ReactNode;
}

/** The address names something that is not there; leads to the list it would stand in. */
export function Missing({
  noun,
  list,
  children = 'It was removed, or it is not shared with you.',
  ...way
}: MissingProps) {
  return (
    <State icon={IconFileOff} title={`No such ${noun}`} action={<ScreenLink {...way}>Go to {list}</ScreenLink>}>
      {children}
    </State>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
  /** A request id to quote. */
  readonly detail?: string | undefined;
}

/** Rows are there and cannot be searched: that is how their template is set, and no failure (TPL-36). */
export const isWithoutIndex = (error: unknown): error is CallFailure => keeperOf(error) !== undefined;

/** Where those rows are, as the switches of the template name it. */
function keeperOf(error: unknown): 'archive' | 'stream' | undefined {
  const kept: unknown = error instanceof CallFailure ? Object(error.data).kept_in : undefined;
  return kept === undefined ? undefined : kept === 'archive' ? 'archive' : 'stream';
}

/** A failure with its code, message, hint and one way on (APP-21, ERR-29). */
export function ErrorState({ error, title = message('state.failed'), onRetry, action, detail }: ErrorStateProps) {
  const keeper = keeperOf(error);
  if (keeper)
    return (
      <State icon={IconSearchOff} title="No search index" action={action}>
        {message('state.noIndex', { keeper })}
      </State>
    );
  const failure = error instanceof CallFailure ? error : undefined;
  const text = error instanceof Error ? error.message : String(error);
  const request = detail ?? failure?.requestId;
  return (
    <div className={classes.state} role="alert">
      <IconPlugConnectedX size={28} aria-hidden className={classes.mark} />
      <p className={classes.title}>{title}</p>
      <p className={classes.text}>{failure ? `${failure.code}: ${text}` : text}</p>
      {failure?.hint && <p className={classes.text}>{failure.hint}</p>}
      {request && <p className={classes.request}>Request {request}</p>}
      <div className={classes.action}>
        {action ?? (onRetry && <Button onClick={onRetry}>{message('action.retry')}</Button>)}
      </div>
    </div>
  );
}

const MEMBERS: readonly Role[] = [...new Set(Object.values(SCOPES))];

/** The caller's roles do not reach this; names what is needed and what they hold. */
export function NotAuthorised({ what, area }: { readonly what: string; readonly area: Area | undefined }) {
  const { roles } = useSession();
  const needed = area === undefined ? [] : MEMBERS.filter((role) => reachOf([role], area, 'read') !== 'none');
  return (
    <State
      icon={IconLock}
      title={message('state.refused', { what })}
      action={<ScreenLink to="toolkit.home">Go to the overview</ScreenLink>}
    >
      {message('state.refusedNeeds', { needed: needed.join(', '), roles: roles.join(', ') })}
    </State>
  );
}

/** px, as rows of tables are. */
const LOADING_ROW = 36;

/** Grey rows of the true height while a table loads; they appear after 150 ms and do not shimmer. */
export function LoadingRows({ rows = 8, height = LOADING_ROW }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div className={classes.rows} role="status" aria-label={message('state.loading')}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} className={classes.row} style={{ height }}>
          <span style={{ width: `${18 + ((index * 7) % 12)}%` }} />
          <span style={{ width: `${10 + ((index * 5) % 9)}%` }} />
          <span className={classes.end} />
        </div>
      ))}
    </div>
  );
}

/** Grey rows of a panel of which only the height is known. */
export const LoadingBlock = ({ height = 160 }: { readonly height?: number }) => (
  <LoadingRows rows={Math.round(height / LOADING_ROW)} height={LOADING_ROW} />
);
