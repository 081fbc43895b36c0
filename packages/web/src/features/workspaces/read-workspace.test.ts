import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWorkspace } from './read-workspace.ts';
import { WHOLE } from './workspace-sight.ts';

const of = (views: Parameters<typeof readWorkspace>[0]['views']) =>
  readWorkspace({ id: 'w1', name: 'One', description: null, ts_modified: 1, views });
const tile = (view: string, place: unknown) => ({ type: 'view', view, data: JSON.stringify(place) });

test('[ENT-33] [VIS-17] tiles, their places and what they share are read back', () => {
  const { tiles, sight } = of([
    tile('v1', { x: 0, y: 0, w: 6, h: 4 }),
    tile('v2', { x: 6, y: 0, w: 6, h: 4 }),
    { type: 'sight', view: null, data: '{"text":"a","range":"week","every":30}' },
  ]);
  assert.deepEqual(tiles, [
    { view: 'v1', x: 0, y: 0, w: 6, h: 4 },
    { view: 'v2', x: 6, y: 0, w: 6, h: 4 },
  ]);
  assert.deepEqual(sight, { text: 'a', range: 'week', every: 30 });
});

test('[ENT-33] a view that another client laid without a place goes below the others, once', () => {
  const placeless = [null, '{', '{"x":null}', '{"x":9,"y":0,"w":6,"h":4}', '{"x":0,"y":0,"w":0,"h":0}', '[]'];
  for (const data of placeless) {
    const { tiles } = of([{ view: 'v2', data }, { view: 'v2' }, tile('v1', { x: 3, y: 0, w: 6, h: 4 })]);
    assert.deepEqual(
      tiles,
      [
        { view: 'v1', x: 3, y: 0, w: 6, h: 4 },
        { view: 'v2', x: 0, y: 4, w: 6, h: 6 },
      ],
      String(data),
    );
  }
});

test('[ENT-33] what is no sight is as nothing was shared', () => {
  for (const data of [null, '{', '7', '{"text":null,"range":5,"every":-5}'])
    assert.deepEqual(of([{ type: 'sight', data }]).sight, WHOLE, String(data));
  assert.deepEqual(of(null).tiles, []);
});
