/** A platform with records of birds that were seen, and what tests do with them. */
import type { Page } from 'playwright-core';
import { arrive } from './arrive.ts';
import { cleanVisit, type VisitOptions } from './browser.ts';
import { deployTemplate, type RunningPlatform, signedCall, startWith } from './platform.ts';
import { openStage } from './stage.ts';

const FIELDS = [
  { name: 'tag', value_type: 8, is_key: true, mandatory: true },
  { name: 'species', value_type: 8, mandatory: true },
  {
    name: 'size',
    value_type: 8,
    allowed_values: [
      { value: 'S', label: 'Small' },
      { value: 'L', label: 'Large' },
    ],
  },
  { name: 'speed', value_type: 2, unit: 'kn' },
  { name: 'seen', value_type: 9 },
  { name: 'place', value_type: 30 },
  { name: 'night', value_type: 10 },
  { name: 'words', value_type: 20 },
  { name: 'remarks', value_type: 7 },
];
export const ROWS = [
  { tag: 'A1', species: 'gull', size: 'S', speed: 120, seen: '2024-05-01', place: { lat: 1, lon: 2 }, night: true },
  { tag: 'A2', species: 'gull', size: 'L', speed: 80, seen: '2024-06-01', night: false, words: ['x', 'y'] },
  { tag: 'A3', species: 'hawk', size: 'L', speed: 200, seen: '2024-07-01', night: false },
];

async function sightings(platform: RunningPlatform) {
  const call = await signedCall(platform);
  const template = await deployTemplate(call, 'sightings', FIELDS);
  const put = (data: object) => call<{ id: string }>('PUT', `/data/user?template=${template}`, { data });
  const ids = new Map<string, string>();
  for (const row of ROWS) ids.set(row.tag, (await put(row)).id);
  return { call, template, put, ids };
}

export async function openSightings() {
  const { browser, platform } = await openStage(() => startWith(sightings));
  const { call, template, ids } = platform;
  return {
    ...platform,
    platform,
    visiting: (run: (page: Page) => Promise<void>, options: Partial<VisitOptions> = {}): Promise<void> =>
      cleanVisit(browser, { base: platform.base, ...options }, run),
    discover: async (page: Page, more = ''): Promise<void> => {
      await arrive(page, platform.admin);
      await page.goto(`/toolkit/analytic/discover?template=${template}${more}`);
      await page.getByTestId('total').waitFor();
    },
    /** A record as the platform has it. */
    stored: async (tag: string) =>
      (await call<{ data: Record<string, unknown> }>('GET', `/data/user?template=${template}&id=${ids.get(tag)}`)).data,
  };
}
