import type { ReactNode } from 'react';
import classes from './dialog-foot.module.css';

interface DialogFootProps {
  /** The answers, the way back first, the main one last. */
  readonly children: ReactNode;
  /** What stands at the other end: another way, or hints. */
  readonly before?: ReactNode;
  /** Stays in sight where the dialog is longer than the window. */
  readonly stays?: boolean;
}

/** The lowest part of a dialog, from edge to edge of it. */
export function DialogFoot({ children, before, stays = false }: DialogFootProps) {
  return (
    <div className={classes.foot} data-stays={stays || undefined}>
      {before !== undefined && before !== false && <div className={classes.before}>{before}</div>}
      {children}
    </div>
  );
}
