import { type ReactNode, useEffect } from 'react';
import { modules } from '../modules.ts';
import { ScreenLink, useCurrentScreen } from '../navigation.tsx';
import type { ScreenName } from '../routes.ts';
import classes from './page.module.css';
import { pageTitle } from './page-title.ts';
import { Panel } from './panel.tsx';

export interface Crumb {
  readonly label: string;
  readonly to: ScreenName;
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

/** Module, crumbs, title, state and at most four actions, in this order (design README §4). */
export function PageHeader({ title, crumbs = [], meta, badge, aside, children, primary }: PageHeaderProps) {
  const module = useModuleTitle(title);
  const figure = typeof meta === 'string' ? meta : '';
  const back = crumbs.at(-1);
  useEffect(() => pageTitle.set(title, figure, back), [title, figure, back]);
  return (
    <header className={classes.header}>
      <div className={classes.names}>
        {(module !== '' || crumbs.length > 0) && (
          <nav aria-label="Breadcrumb" className={classes.crumbs}>
            {module !== '' && (
              <span className={classes.crumb}>
                {module}
                <span aria-hidden>/</span>
              </span>
            )}
            {crumbs.map(({ label, to }) => (
              <span key={label} className={classes.crumb}>
                <ScreenLink to={to}>{label}</ScreenLink>
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
      <div className={classes.actions} data-print="none">
        {aside !== undefined && <span className={classes.aside}>{aside}</span>}
        {children}
        {primary !== undefined && primary !== null && primary !== false && (
          <span className={classes.primary}>{primary}</span>
        )}
      </div>
    </header>
  );
}

/** What the head begins with; nothing where the title says as much. */
function useModuleTitle(title: string): string {
  const name = useCurrentScreen()?.module;
  const module = name === 'home' ? undefined : modules.find((one) => one.name === name);
  return module === undefined || module.title === title ? '' : module.title;
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
