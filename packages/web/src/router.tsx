import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  stringifySearchWith,
  useRouterState,
} from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { rememberTarget, targetAfterSignIn } from './return-target.ts';
import { defaultScreen, pathOf, type Screen, type ScreenName, screens } from './routes.ts';
import { screenModules } from './screen-modules.ts';
import type { SessionStore } from './session/index.ts';
import { arrived } from './shell/chunk-limit.ts';
import { ModulePending } from './shell/module-pending.tsx';
import { ModuleProblem } from './shell/module-problem.tsx';

// Addresses carry plain text; a screen that keeps more than words in its address writes JSON itself. The router's own reading
// makes numbers of digits and booleans of `true`, whichever parser it is given.
const parseSearch = (search: string): object => Object.fromEntries(new URLSearchParams(search));
const stringifySearch = stringifySearchWith((value) => (typeof value === 'string' ? value : JSON.stringify(value)));

const lazyScreen = (screen: Screen) =>
  lazyRouteComponent(() => arrived(screenModules[screen.name](), screen.title).then((Loaded) => ({ default: Loaded })));

const lazyShell = lazyRouteComponent(() => arrived(import('./shell/shell.tsx'), 'The application frame'), 'Shell');

/** RTE-07: every new path starts at the top left, back and forward included, so the browser restores nothing. */
function Root() {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per path
  useLayoutEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.scrollTo(0, 0);
  }, [path]);
  return <Outlet />;
}

/** Builds the one router: the guard in front, bare pages, and the toolkit pages inside the shell. */
export function buildRouter(store: SessionStore) {
  const root = createRootRoute({ component: Root });

  const guard = (screen: Screen) => ({
    beforeLoad: ({ params, search }: { params: unknown; search: unknown }) => {
      if (screen.name === 'login') {
        if (store.isLive()) throw redirect(targetAfterSignIn(search, store));
        return;
      }
      if (screen.open || store.isLive()) return;
      rememberTarget(screen.name, params, search);
      throw redirect({ to: '/login', search: { redirect: screen.name } });
    },
  });

  const screenRoute = (screen: Screen, parent: () => typeof root | typeof shell) =>
    createRoute({
      getParentRoute: parent as () => typeof root,
      path: screen.path,
      component: lazyScreen(screen),
      staticData: { screen: screen.name },
      ...guard(screen),
    });

  // A screen that is awaited is outlined inside the frame; until the frame is there the page itself shows its bar (index.html).
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: lazyShell, pendingMs: Infinity });
  const forward = (path: string, name: ScreenName) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: () => {
        throw redirect({ to: pathOf(name), replace: true });
      },
    });
  const login = screens.find(({ name }) => name === 'login');
  const lost = createRoute({
    getParentRoute: () => root,
    path: '$',
    ...(login && { component: lazyScreen(login) }),
    staticData: { screen: 'not-found' },
  });

  const tree = root.addChildren([
    forward('/', 'login'),
    forward('/toolkit', defaultScreen),
    ...screens.filter(({ bare }) => bare).map((screen) => screenRoute(screen, () => root)),
    shell.addChildren(screens.filter(({ bare }) => !bare).map((screen) => screenRoute(screen, () => shell))),
    lost,
  ]);

  return createRouter({
    routeTree: tree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ModulePending,
    defaultErrorComponent: ModuleProblem,
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Name of the screen in routes.ts. */
    screen?: string;
  }
}
