import { screens } from './routes.ts';
import { screenModules } from './screen-modules.ts';

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`);

/**
 * Asks for the frame, and for the code of the screen at `path`, before the session is known: over a slow line each takes seconds,
 * one behind the other. What does not come is asked for again, and told, where it is needed.
 */
export function fetchEarly(path: string): void {
  const screen = screens.find((one) => !one.bare && patternOf(one.path).test(path));
  for (const load of [() => import('./shell/shell.tsx'), ...(screen ? [screenModules[screen.name]] : [])])
    load().catch(() => undefined);
}
