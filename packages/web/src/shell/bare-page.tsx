import { type ReactNode, useEffect } from 'react';
import { pageTitle } from '../design/page-title.ts';
import { message } from '../messages/index.ts';
import { ScreenLink } from '../navigation.tsx';
import { useSession } from '../session/session-context.tsx';
import classes from './bare-page.module.css';
import { Logo } from './logo.tsx';

interface BarePageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly narrow?: boolean;
}

/** A page outside the toolkit: the product's name, one column, a way in. */
export function BarePage({ title, children, narrow = false }: BarePageProps) {
  const { session } = useSession();
  useEffect(() => pageTitle.set(title), [title]);
  return (
    <>
      <header className={classes.bar} data-print="none">
        <Logo />
        <span className={classes.product}>{message('product')}</span>
        <nav className={classes.links} aria-label="Site">
          <ScreenLink to="toolkit.public">{message('login.publicSite')}</ScreenLink>
          <ScreenLink to="docs">{message('login.help')}</ScreenLink>
          <ScreenLink to={session ? 'toolkit.home' : 'login'}>
            {session ? message('login.back') : message('login.submit')}
          </ScreenLink>
        </nav>
      </header>
      <main className={classes.main} data-narrow={narrow}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </main>
    </>
  );
}
