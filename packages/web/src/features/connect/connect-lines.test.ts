import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONNECT_WAYS, connectLines } from './connect-lines.ts';

const base = 'https://data.example';

test('lines to connect by name the index and take the token from the environment', () => {
  assert.equal(
    connectLines('curl', { base, index: '01M8' }),
    'curl -u "any:$DATASARANA_TOKEN" \\\n  "https://data.example/os/01M8/_search?pretty"',
  );
  for (const way of CONNECT_WAYS) {
    const lines = connectLines(way, { base, index: '01M8' });
    assert.match(lines, /DATASARANA_TOKEN/);
    assert.match(lines, /01M8/);
    assert.match(lines, /https:\/\/data\.example\/os/);
  }
});

test('[AUT-19] a token that was just made stands in the lines, which ask for the indexes there are', () => {
  assert.equal(
    connectLines('curl', { base, token: 'dst_1' }),
    'curl -u "any:dst_1" \\\n  "https://data.example/os/_cat/indices?v"',
  );
  for (const way of CONNECT_WAYS) {
    const lines = connectLines(way, { base, token: 'dst_1' });
    assert.match(lines, /dst_1/);
    assert.doesNotMatch(lines, /DATASARANA_TOKEN/);
  }
});
