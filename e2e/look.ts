/** Looks at a screen on a desktop and on a phone: the picture and every claim that holds for every screen. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { assertFits, assertPicture, assertSteady, type Credentials, screenshot, type Visit, visit } from './browser.ts';

export const PHONE = 390;
const WIDTHS = [1440, PHONE] as const;

/** Takes the picture and makes every claim that holds for every screen. */
async function look(page: Page, name: string): Promise<void> {
  try {
    await assertPicture(page, name);
    await assertSteady(page);
    await assertFits(page);
    const size = page.viewportSize();
    if (size?.width !== PHONE) return;
    await page.setViewportSize({ ...size, width: 320 });
    try {
      await assertFits(page);
    } finally {
      await page.setViewportSize(size);
    }
  } catch (error) {
    throw new Error(`${name} at ${page.viewportSize()?.width} px: ${error instanceof Error ? error.message : error}`);
  }
}

/** Makes the window of a page a phone's, takes a picture there and gives the window back its size. */
export async function onPhone(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: PHONE, height: 844 });
  await assertFits(page);
  await assertPicture(page, name);
  if (before) await page.setViewportSize(before);
}

export type See = (name: string, open: () => Promise<unknown>) => Promise<void>;

interface Looking {
  readonly browser: Browser;
  readonly base: string;
  /** Null = nobody signs in. */
  readonly who: Credentials | null;
  readonly expected?: RegExp;
}

/** Runs the same visit at both widths, one beside the other; reports every screen that fails, not only the first. */
export async function atBothWidths(
  { browser, base, who, expected }: Looking,
  run: (see: See, one: Visit, width: number) => Promise<void>,
): Promise<void> {
  const problems: string[] = [];
  await Promise.all(
    WIDTHS.map(async (width) => {
      const one = await visit(browser, { base, width, ...(expected && { expected }) });
      await one.page.emulateMedia({ reducedMotion: 'reduce' });
      const see: See = async (name, open) => {
        try {
          await open();
          await look(one.page, name);
        } catch (error) {
          await screenshot(one.page, `failed-${name}`);
          problems.push(`${name}-${width}: ${error instanceof Error ? error.message : error}`);
        }
      };
      if (who) await arrive(one.page, who);
      await run(see, one, width);
      problems.push(...one.problems.map((problem) => `${width}: ${problem}`));
      await one.close();
    }),
  );
  assert.deepEqual(problems, []);
}
