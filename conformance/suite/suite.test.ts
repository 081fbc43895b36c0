import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, writeJson } from './exact-json.ts';
import { loosen } from './loosen.ts';
import { reasonToSkip } from './requirements.ts';
import { parseSuite } from './suite.ts';

const NO_APIS = { byName: new Map(), common: new Set<string>() };

test('a suite is read into setup, teardown and cases, with the conditions apart', () => {
  const suite = parseSuite(
    'a/10.yml',
    `setup:
  - skip: { features: headers }
  - do: { ping: {} }
---
"First":
  - skip: { version: " - 2.6.99", reason: later }
  - do: { info: {} }
  - match: { version.number: 2 }
---
teardown:
  - do: { ping: {} }
`,
  );
  assert.deepEqual(suite.faults, []);
  assert.equal(suite.setup.length, 1);
  assert.equal(suite.teardown.length, 1);
  assert.deepEqual(
    suite.cases.map(({ title, steps, conditions }) => [title, steps.map(({ op }) => op), conditions.length]),
    [['First', ['do', 'match'], 1]],
  );
});

test('flow text that hangs left of its key is read, as SnakeYAML reads it', () => {
  const text = `"Case":
  - do:
      index:
        body: { "a": {
  "b": 1
} }
`;
  assert.notEqual(loosen(text), text);
  const [found] = parseSuite('x.yml', text).cases;
  assert.deepEqual(found?.steps[0]?.arg, { index: { body: { a: { b: 1 } } } });
});

test('numbers go there and back with all their digits, decimals stay decimals', () => {
  const [found] = parseSuite('x.yml', '"Case":\n  - match: { a: 9223372036854775807, b: 1.0, c: 1.5 }\n').cases;
  assert.equal(writeJson(found?.steps[0]?.arg), '{"a":9223372036854775807,"b":1.0,"c":1.5}');
  assert.equal(writeJson(readJson('{"a":[9223372036854775807,1,-0.5]}')), '{"a":[9223372036854775807,1,-0.5]}');
});

test('cases of other versions, other runners and other APIs are left out with the reason', () => {
  const reasonFor = (condition: string, steps = ''): string | null => {
    const suite = parseSuite('x.yml', `"Case":\n${condition}${steps || '  - match: { a: 1 }\n'}`);
    const [given] = suite.cases;
    return given ? reasonToSkip(suite, given, NO_APIS) : 'no case';
  };
  assert.equal(reasonFor('  - skip: { version: "3.0.0 - ", reason: later }\n'), null);
  assert.equal(reasonFor('  - skip: { version: "7.0.0 - 7.9.99", reason: older than OpenSearch }\n'), null);
  assert.equal(reasonFor('  - skip: { version: " - 2.99.99", reason: later }\n'), 'version - 2.99.99');
  assert.equal(reasonFor('  - skip: { version: all, reason: broken }\n'), 'version all');
  assert.equal(reasonFor('  - skip: { features: [headers, node_selector] }\n'), 'feature node_selector');
  assert.equal(reasonFor('', '  - do: { "cluster.reroute": {} }\n'), 'api cluster.reroute');
  assert.equal(reasonFor('', '  - nonsense: 1\n'), 'step nonsense');
});
