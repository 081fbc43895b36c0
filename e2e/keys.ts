/** Choosing by keyboard as somebody does who looks where they are before the next key. */
import type { Locator, Page } from 'playwright-core';
import { reads } from './until.ts';

/** Waits until this takes the keys. */
export const isFocused = (place: Locator): Promise<void> =>
  reads(() => place.evaluate((element) => element === document.activeElement), true, 'it has the focus');

/** Waits until it is the option of an opened list that Enter takes. */
export const isActiveOption = (option: Locator): Promise<void> =>
  reads(async () => (await option.getAttribute('data-combobox-selected')) !== null, true, 'Enter takes this option');

/** Opens the list of a select by keyboard; `option` is one of it. */
export async function openList(select: Locator, option: Locator): Promise<void> {
  await select.focus();
  await isFocused(select);
  await select.press('Enter');
  await option.waitFor();
  await timersRan(select.page());
}

/** Where in a list the arrows begin is set by a timer of the list once it is open; no element tells it. */
const timersRan = (page: Page): Promise<void> => page.evaluate(() => new Promise<void>((done) => setTimeout(done)));

/** What describes an element besides its name, as a screen reader tells it: why a button cannot be used. */
export const described = (place: Locator): Promise<string> =>
  place.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });
