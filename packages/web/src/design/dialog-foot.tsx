import type { ReactNode } from 'react';
import classes from './dialog-foot.module.css';

interface DialogFootProps {
  /** The answers, the way back first, the main one last. */
  readonly children: ReactNode;
  /** What stands at the other end: another way, or hints. */
  readonly before?: ReactNode;
}

/** The lowest part of a dialog, from edge to edge of it. */
export function DialogFoot({ children, before }: DialogFootProps) {
  return (
    <div className={classes.foot}>
      {before !== undefined && before !== false && <div className={classes.before}>{before}</div>}
      {children}
    </div>
  );
}
