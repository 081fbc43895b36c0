import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './marks.module.css';
import type { Tone } from './tones.ts';

/** A state as a badge with a dot and its word: at most one in a page header. */
export function StateBadge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <Badge color={tone === 'neutral' ? 'gray' : tone} variant="light" className={classes.badge}>
      {tone !== 'neutral' && <i className={classes.dot} data-tone={tone} />}
      {children}
    </Badge>
  );
}

/** A state in a row: 8-px dot and word. The normal state is `neutral`. */
export function StateDot({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes.state}>
      <i className={classes.dot} data-tone={tone} />
      {children}
    </span>
  );
}

/** A key on the keyboard, 10 px. */
export function KeyHint({ children }: { readonly children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

/** Two letters for a person without a picture. */
export function Initials({ name, size = 24 }: { readonly name: string; readonly size?: number }) {
  const parts = name.split(/[\s._-]+/).filter(Boolean);
  const letters = ((parts[0]?.[0] ?? '?') + (parts[1]?.[0] ?? parts[0]?.[1] ?? '')).toUpperCase();
  return (
    <span className={classes.initials} style={{ width: size, height: size, fontSize: size < 32 ? 10 : 13 }} aria-hidden>
      {letters}
    </span>
  );
}
