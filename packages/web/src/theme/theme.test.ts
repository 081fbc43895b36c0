import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CHART_COLOURS } from './chart-colours.ts';
import { lighten, mainColours, theme } from './theme.ts';

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

test('[APP-03] the seven main colours stand exactly at index 6 of the theme', () => {
  const expected = {
    primary: '01B7CD',
    secondary: '75ddd3',
    accent: '6495ed',
    positive: '21BA45',
    negative: 'C10015',
    info: '31CCEC',
    warning: 'F2C037',
  };
  for (const [name, value] of Object.entries(expected)) {
    assert.equal(theme.colors?.[name]?.[6]?.toLowerCase(), `#${value.toLowerCase()}`, name);
  }
  assert.deepEqual(Object.keys(mainColours), Object.keys(expected));
});

test('[APP-04] lighter variants are mixes of 75, 50 and 25 percent white', () => {
  assert.deepEqual(
    [0.75, 0.5, 0.25].map((share) => lighten(mainColours.primary, share)),
    ['#C0EDF3', '#80DBE6', '#41C9DA'],
  );
  for (const [name, colour] of Object.entries(mainColours)) {
    const tuple = theme.colors?.[name]?.map((one) => one.toUpperCase());
    assert.equal(tuple?.[1], lighten(colour, 0.75), name);
    if (name !== 'negative')
      assert.deepEqual([tuple?.[3], tuple?.[5]], [lighten(colour, 0.5), lighten(colour, 0.25)], name);
  }
});

test('[APP-01] [APP-05] the document is dark before any script runs', () => {
  const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  assert.match(html, /data-mantine-color-scheme="dark"/);
  assert.match(html, /background: #424242/);
  assert.equal(theme.colors?.dark?.[7], '#424242');
});

test('[APP-06] charts are drawn in eleven colours, each 3:1 on the page', () => {
  assert.equal(new Set(CHART_COLOURS).size, 11);
  for (const colour of CHART_COLOURS) assert.ok(contrast(colour, '#424242') >= 3, colour);
});

test('[APP-22] text colours of the theme reach 4.5:1 on the page', () => {
  for (const name of Object.keys(mainColours)) {
    const text = theme.colors?.[name]?.[4] ?? '';
    assert.ok(contrast(text, '#424242') >= 4.5, `${name} ${text} ${contrast(text, '#424242').toFixed(2)}`);
  }
});
