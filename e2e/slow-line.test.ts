/** A slow line: what is not there yet has its place, nothing moves when it comes, and one can leave meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import type { Page } from 'playwright-core';
import { assertFits, assertSteady, cleanVisit, screenshot, settled, signIn } from './browser.ts';
import { deployTemplate, signedCall } from './platform.ts';
import { openStage } from './stage.ts';

const { browser, platform } = await openStage();
const call = await signedCall(platform);
await deployTemplate(call, 'slow', [
  { name: 'txt1', value_type: ValueType.Keyword, is_key: true },
  { name: 'ts1', value_type: ValueType.Date },
]);
const template = /\/api\/schema\/data\/template\/[^/]+$/;

/** The answers to a template wait until they are let go. */
async function holdTemplate(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(template, async (route) => {
    await gone;
    await route.continue().catch(() => undefined);
  });
  return letGo;
}

const placeOf = async (page: Page, text: string) => {
  const box = await page.getByRole('heading', { name: text }).boundingBox();
  assert.ok(box, `${text} is there`);
  return { x: Math.round(box.x), y: Math.round(box.y) };
};

for (const width of [1440, 390])
  test(`[SCR-13] at ${width} px Discover stands in outline until its template is there, and nothing moves then`, async () => {
    await cleanVisit(browser, { base: platform.base, width }, async (page) => {
      await signIn(page, platform.admin);
      const letGo = await holdTemplate(page);
      await page.goto('/toolkit/analytic/discover');
      await page.getByRole('status', { name: 'Loading' }).first().waitFor();
      const outlined = await placeOf(page, 'Documents over time');
      await assertFits(page);
      await page.screenshot({ path: `e2e/screenshots/discover-outline-${width}.png`, animations: 'disabled' });
      letGo();
      await page.getByRole('button', { name: 'Run' }).waitFor();
      await page.getByTestId('total').getByText('documents').waitFor();
      assert.deepEqual(await placeOf(page, 'Documents over time'), outlined);
      await assertSteady(page);
      await screenshot(page, 'discover-after-outline');
    });
  });

test('[RTE-07] one leaves Discover while it still waits', async () => {
  await cleanVisit(browser, { base: platform.base }, async (page) => {
    await signIn(page, platform.admin);
    const letGo = await holdTemplate(page);
    await page.goto('/toolkit/analytic/discover');
    await page.getByRole('status', { name: 'Loading' }).first().waitFor();
    await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Home' }).click();
    await page.waitForURL('**/toolkit/home');
    const answered = page.waitForResponse(template);
    letGo();
    await answered;
    await settled(page);
    assert.equal(new URL(page.url()).pathname, '/toolkit/home');
    assert.equal(await page.getByText('Documents over time').count(), 0);
  });
});
