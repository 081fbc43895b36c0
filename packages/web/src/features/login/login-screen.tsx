import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { type FormEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { pageTitle } from '../../design/page-title.ts';
import { message } from '../../messages/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { part } from '../../part.tsx';
import { invitedBefore, targetAfterSignIn, words } from '../../return-target.ts';
import { defaultScreen, pathOf, screenNamed } from '../../routes.ts';
import { isFailure, useSession, useSessionStore } from '../../session/index.ts';
import { lastPlace } from '../../shell/last-place.ts';
import { Logo } from '../../shell/logo.tsx';
import { DotMap } from './dot-map.tsx';
import classes from './login-screen.module.css';
import { ServiceState, Version } from './service-state.tsx';

// Few come by an invite.
const Invited = part(
  () => import('./invited.tsx'),
  (module) => module.Invited,
);

/** Sign-in, and the page of every unknown path (SCR-13, RTE-05, RTE-19). */
export function LoginScreen() {
  const store = useSessionStore();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // As the page was opened: while the next screen's code comes, the address is already that of the next screen.
  const [lost] = useState(path !== '/login');
  const [search] = useState<unknown>(useRouterState({ select: (state) => state.location.search }));
  const [invite] = useState(() => invitedBefore(search));
  const entry = useEntry(search, lost);
  const title = message(lost ? 'login.notFound' : 'login.title');
  useEffect(() => pageTitle.set(title), [title]);
  return (
    <div className={classes.screen}>
      <aside className={classes.art} aria-label="Picture">
        <DotMap />
      </aside>
      <main className={classes.side}>
        <div className={classes.brand}>
          <Logo size={28} />
          <span>{message('product')}</span>
        </div>
        <div className={classes.middle}>
          {lost && (
            <p className={classes.lost} role="status">
              {message('login.notFound')}
              {store.isLive() && <ScreenLink to={defaultScreen}>{message('login.back')}</ScreenLink>}
            </p>
          )}
          <h1 className={classes.title}>{message(invite === '' ? 'login.title' : 'login.invited')}</h1>
          <Place />
          {invite === '' ? (
            <SignInForm entry={entry} />
          ) : (
            <Suspense fallback={<div className={classes.waiting} />}>
              <Invited code={invite} signIn={<SignInForm entry={entry} />} />
            </Suspense>
          )}
        </div>
        <footer className={classes.foot}>
          <ServiceState />
          <ScreenLink to="toolkit.public">{message('login.publicSite')}</ScreenLink>
          <ScreenLink to="docs">{message('login.help')}</ScreenLink>
          <Version />
        </footer>
      </main>
    </div>
  );
}

/** Where this visitor was last, else the host that answers: names of tenants are not told before sign-in. */
function Place() {
  return <p className={classes.place}>{lastPlace.read() || window.location.host}</p>;
}

/** The way from the sign-in page to the wanted screen; it is gone once. */
interface Entry {
  /** Whether this page is signing in. */
  readonly working: boolean;
  readonly setWorking: (working: boolean) => void;
  readonly goOn: () => Promise<void>;
  /** Has the code behind this page come while somebody writes. */
  readonly prepare: () => void;
}

/** State of the page, since the form is made anew below an invite that is asked for again once somebody is signed in. */
function useEntry(search: unknown, lost: boolean): Entry {
  const store = useSessionStore();
  const navigate = useNavigate();
  const [working, setWorking] = useState(false);
  // an unknown path keeps who is signed in
  const [wasLive] = useState(() => lost && store.isLive());
  const goOn = useCallback(() => {
    const { to, search: target } = targetAfterSignIn(search, store);
    return navigate({ to, search: target as never, replace: true });
  }, [navigate, search, store]);
  useSignedInElsewhere(working || wasLive, goOn);
  const router = useRouter();
  const prepared = useRef(false);
  const prepare = useCallback(() => {
    if (prepared.current) return;
    prepared.current = true;
    const next = screenNamed(words(search).redirect ?? '')?.name ?? defaultScreen;
    // what does not come is asked for again, and told, where it is needed
    for (const route of router.getMatchedRoutes(pathOf(next))[0]) router.loadRouteChunk(route)?.catch(() => undefined);
  }, [router, search]);
  return { working, setWorking, goOn, prepare };
}

function SignInForm({ entry: { working, setWorking, goOn, prepare } }: { readonly entry: Entry }) {
  const store = useSessionStore();
  const [login, setLogin] = useState(() => store.lastLogin());
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setProblem(undefined);
    try {
      await store.signIn(login.trim(), password);
      await goOn();
    } catch (error) {
      setProblem(
        isFailure(error) && error.hint
          ? `${error.message}. ${error.hint}`
          : error instanceof Error
            ? error.message
            : String(error),
      );
      setWorking(false);
    }
  };
  return (
    <form className={classes.form} onInput={prepare} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="lg"
        label={message('login.account')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        autoFocus={login === ''}
        value={login}
        onChange={(event) => setLogin(event.currentTarget.value)}
      />
      <PasswordInput
        size="lg"
        label={message('login.password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus={login !== ''}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      />
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <Button type="submit" size="lg" variant="filled" fullWidth loading={working} disabled={working}>
        {message('login.submit')}
      </Button>
    </form>
  );
}

/** Goes on once another tab of this browser has told this one its session (SES-10), maybe before the form came. */
function useSignedInElsewhere(stays: boolean, goOn: () => Promise<void>): void {
  const { endpoints, mustChange } = useSession();
  const store = useSessionStore();
  const entered = !stays && store.isLive() && (endpoints !== null || mustChange);
  useEffect(() => {
    if (entered) void goOn();
  }, [entered, goOn]);
}
