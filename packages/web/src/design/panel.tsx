import type { CSSProperties, ReactNode } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  readonly children: ReactNode;
  readonly title?: ReactNode;
  /** Quiet text right of the title or at the end of the head. */
  readonly actions?: ReactNode;
  readonly foot?: ReactNode;
  /** 16-px padding around the body. */
  readonly padded?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** Name for screen readers when there is no title. */
  readonly label?: string;
  readonly level?: 2 | 3;
}

const given = (part: ReactNode): boolean => part !== undefined && part !== null && part !== false;

/** A well on the desk: one-px outline, head of 40 px, body that may scroll, foot. */
export function Panel({
  children,
  title,
  actions,
  foot,
  padded = false,
  className,
  style,
  label,
  level = 2,
}: PanelProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={className ? `${classes.panel} ${className}` : classes.panel} style={style} aria-label={label}>
      {(given(title) || given(actions)) && (
        <div className={classes.head}>
          {given(title) && <Heading className={classes.title}>{title}</Heading>}
          {given(actions) && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={padded ? `${classes.body} ${classes.padded}` : classes.body}>{children}</div>
      {given(foot) && <div className={classes.foot}>{foot}</div>}
    </section>
  );
}

interface ToolbarProps {
  readonly children: ReactNode;
  readonly label?: string;
  /** There is nothing its controls could work on: they are not offered, and what stands below keeps its place. */
  readonly idle?: boolean;
}

/** A row of controls above a list: 32 px high, wraps on narrow screens. */
export function Toolbar({ children, label, idle = false }: ToolbarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row in every browser
    <div className={classes.toolbar} role="group" aria-label={label ?? 'Filters'} data-idle={idle || undefined}>
      {children}
    </div>
  );
}

/** Pushes what follows to the right end of a toolbar or foot. */
export const Spacer = () => <span className={classes.spacer} />;
