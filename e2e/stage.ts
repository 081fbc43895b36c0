/**
 * What the tests of a file stand on: started before them, ended behind them. It is awaited above the first test, since the end
 * of a test that nothing follows yet is taken for the end of the file. What does not start takes with it what had started:
 * a file that fails before its first test runs no `after`, and would leave a platform and a browser behind.
 */
import { after } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { launch, type Visit, type VisitOptions, visit } from './browser.ts';
import { type RunningPlatform, startPlatform } from './platform.ts';

type Start<P> = () => Promise<P>;

export interface Stage<P extends RunningPlatform> {
  readonly browser: Browser;
  readonly platform: P;
}

async function raise<P extends RunningPlatform>(start: Start<P>): Promise<[Stage<P>, AsyncDisposableStack]> {
  const running = new AsyncDisposableStack();
  const [browser, platform] = await Promise.allSettled([launch(), start()]);
  if (platform.status === 'fulfilled') running.defer(() => platform.value.remove());
  if (browser.status === 'fulfilled') running.defer(() => browser.value.close());
  if (browser.status === 'fulfilled' && platform.status === 'fulfilled')
    return [{ browser: browser.value, platform: platform.value }, running];
  await running.disposeAsync();
  throw new AggregateError([browser, platform].flatMap((one) => ('reason' in one ? [one.reason] : [])));
}

/** A browser, and a platform of the file's own: an empty one when `start` is left out. */
export async function openStage(): Promise<Stage<RunningPlatform>>;
export async function openStage<P extends RunningPlatform>(start: Start<P>): Promise<Stage<P>>;
export async function openStage(start: Start<RunningPlatform> = startPlatform): Promise<Stage<RunningPlatform>> {
  const [stage, running] = await raise(start);
  after(() => running.disposeAsync());
  return stage;
}

export interface PageStage<P extends RunningPlatform> extends Stage<P> {
  readonly here: Visit;
  readonly page: Page;
}

type PageOptions = Omit<VisitOptions, 'base'>;

/** The same, and one page on which the operator of the platform has signed in. */
export async function openPage(options?: PageOptions): Promise<PageStage<RunningPlatform>>;
export async function openPage<P extends RunningPlatform>(options: PageOptions, start: Start<P>): Promise<PageStage<P>>;
export async function openPage(
  options: PageOptions = {},
  start: Start<RunningPlatform> = startPlatform,
): Promise<PageStage<RunningPlatform>> {
  const [stage, running] = await raise(start);
  try {
    const here = await visit(stage.browser, { base: stage.platform.base, ...options });
    await arrive(here.page, stage.platform.admin);
    after(() => running.disposeAsync());
    return { ...stage, here, page: here.page };
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}
