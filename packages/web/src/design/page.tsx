import { type ReactNode, useEffect } from 'react';
import { ScreenLink } from '../navigation.tsx';
import type { ScreenName } from '../routes.ts';
import classes from './page.module.css';
import { pageTitle } from './page-title.ts';
import { Panel } from './panel.tsx';

export interface Crumb {
  readonly label: string;
  /** Route name; a crumb without one is plain text. */
  readonly to?: ScreenName;
  readonly params?: Readonly<Record<string, string>>;
}

interface PageProps {
  readonly children: ReactNode;
  /** Panes scroll by themselves and the page never does (from 1024 px on). */
  readonly fill?: boolean;
}

/** The body of a screen: gutters, 12-px rhythm; `fill` for tools with panes. */
export function Page({ children, fill = false }: PageProps) {
  return <div className={fill ? `${classes.page} ${classes.fill}` : classes.page}>{children}</div>;
}

interface PageHeaderProps {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** Count or version after the title. */
  readonly meta?: ReactNode;
  /** ONE state badge. */
  readonly badge?: ReactNode;
  /** Quiet text before the actions, as "Saved 12 min ago". */
  readonly aside?: ReactNode;
  /** Further actions, quiet before default. */
  readonly children?: ReactNode;
  /** The main action of the screen; on phones it stands in the foot bar. */
  readonly primary?: ReactNode;
}

/** Crumbs, title, state and at most four actions, in this order (design README §4). */
export function PageHeader({ title, crumbs = [], meta, badge, aside, children, primary }: PageHeaderProps) {
  const figure = typeof meta === 'string' ? meta : '';
  useEffect(() => pageTitle.set(title, figure), [title, figure]);
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        {crumbs.length > 0 && (
          <nav aria-label="Breadcrumb" className={classes.crumbs}>
            {crumbs.map(({ label, to, params }) => (
              <span key={label} className={classes.crumb}>
                {to === undefined ? (
                  label
                ) : (
                  <ScreenLink to={to} {...(params && { params })}>
                    {label}
                  </ScreenLink>
                )}
                <span aria-hidden>/</span>
              </span>
            ))}
          </nav>
        )}
        <h1 className={classes.title} title={title}>
          {title}
        </h1>
        {meta !== undefined && (
          <span className={classes.meta} {...(figure && { title: figure })}>
            {meta}
          </span>
        )}
        {badge}
      </div>
      <div className={classes.actions}>
        {aside !== undefined && <span className={classes.aside}>{aside}</span>}
        {children}
        {primary !== undefined && primary !== null && primary !== false && (
          <span className={classes.primary}>{primary}</span>
        )}
      </div>
    </header>
  );
}

/** A screen that has only a state to show: it loads, it failed, the thing is not there. The head stands as it will. */
export function StateScreen({
  title,
  crumbs = [],
  children,
}: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly children: ReactNode;
}) {
  return (
    <Page>
      <PageHeader title={title} crumbs={crumbs} />
      <Panel label={title}>{children}</Panel>
    </Page>
  );
}
