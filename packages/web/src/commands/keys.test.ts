import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IconSearch } from '@tabler/icons-react';
import type { Command } from './command.ts';
import { KeyMatcher, sequenceSpan } from './keys.ts';

const command = (name: string, shortcut: string, more: Partial<Command> = {}): Command => ({
  name,
  title: name,
  icon: IconSearch,
  shortcut,
  run: () => undefined,
  ...more,
});
const matcher = () =>
  new KeyMatcher([command('palette', 'mod+k', { inFields: true }), command('drawer', '['), command('home', 'g h')]);
const stroke = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false });

test('[SCR-19] Ctrl K opens the palette, also from a field', () => {
  assert.equal(matcher().match(stroke('k', true), true, 0)?.name, 'palette');
  assert.equal(matcher().match(stroke('k'), false, 0), undefined);
});

test('[APP-22] single keys work outside fields only', () => {
  assert.equal(matcher().match(stroke('['), false, 0)?.name, 'drawer');
  assert.equal(matcher().match(stroke('['), true, 0), undefined);
});

test('[APP-22] a sequence must be finished within its span', () => {
  const keys = matcher();
  assert.equal(keys.match(stroke('g'), false, 0), undefined);
  assert.equal(keys.match(stroke('h'), false, sequenceSpan - 1)?.name, 'home');
  assert.equal(keys.match(stroke('g'), false, 5000), undefined);
  assert.equal(keys.match(stroke('h'), false, 5000 + sequenceSpan), undefined);
});
