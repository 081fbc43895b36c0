/**
 * What the tests of a file stand on: started before them, ended behind them. It is awaited above the first test, since the end
 * of a test that nothing follows yet is taken for the end of the file.
 */
import { after } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launch, signIn, type Visit, type VisitOptions, visit } from './browser.ts';
import { type RunningPlatform, startPlatform } from './platform.ts';

export interface Stage<P extends RunningPlatform> {
  readonly browser: Browser;
  readonly platform: P;
}

/** A browser, and a platform of the file's own: an empty one when `start` is left out. */
export async function openStage(): Promise<Stage<RunningPlatform>>;
export async function openStage<P extends RunningPlatform>(start: () => Promise<P>): Promise<Stage<P>>;
export async function openStage(start = startPlatform): Promise<Stage<RunningPlatform>> {
  const [browser, platform] = await Promise.allSettled([launch(), start()]);
  const end = async (): Promise<void> => {
    if (browser.status === 'fulfilled') await browser.value.close();
    if (platform.status === 'fulfilled') await platform.value.remove();
  };
  if (browser.status === 'fulfilled' && platform.status === 'fulfilled') {
    after(end);
    return { browser: browser.value, platform: platform.value };
  }
  await end();
  throw new AggregateError([browser, platform].flatMap((one) => ('reason' in one ? [one.reason] : [])));
}

export interface PageStage extends Stage<RunningPlatform> {
  readonly here: Visit;
  readonly page: Page;
}

/** An empty platform and one page, on which its operator has signed in. */
export async function openPage(options: Omit<VisitOptions, 'base'> = {}): Promise<PageStage> {
  const stage = await openStage();
  const here = await visit(stage.browser, { base: stage.platform.base, ...options });
  await signIn(here.page, stage.platform.admin);
  return { ...stage, here, page: here.page };
}
