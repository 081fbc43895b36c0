import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { printMapping } from './print-mapping.ts';
import { readMapping } from './read-mapping.ts';
import { isRoutingRequired, refuseOtherRouting } from './routing-rule.ts';

const mapped = (_routing: unknown) => readMapping({ _routing });
const refused = (act: () => unknown, reason: RegExp): void =>
  assert.throws(act, (error) => error instanceof PlatformError && reason.test(error.message));

test('[IDX-09] whether documents need a routing is read from a boolean or its text, and told where they do', () => {
  for (const required of [true, 'true']) {
    assert.ok(isRoutingRequired(mapped({ required })));
    assert.deepEqual(printMapping(mapped({ required })), { _routing: { required: true } });
  }
  for (const none of [{ required: false }, {}]) assert.deepEqual(printMapping(mapped(none)), {});
  refused(() => mapped(true), /\[_routing\] must be an object/);
  refused(() => mapped({ bogus: true }), /unknown parameter \[bogus\] on mapper \[_routing\]/);
  refused(() => mapped({ required: null }), /must not have a \[null\] value/);
  refused(() => mapped({ required: 'x' }), /Failed to parse value \[x\] as only \[true\] or \[false\] are allowed/);
});

test('[IDX-09] an index that has documents without a routing does not begin to need one', () => {
  refuseOtherRouting(mapped({ required: true }), mapped({ required: 'true' }));
  refuseOtherRouting(mapped({ required: true }), readMapping({}));
  refused(() => refuseOtherRouting(readMapping({}), mapped({ required: true })), /from \[false\] to \[true\]/);
  refused(() => refuseOtherRouting(mapped({ required: true }), mapped({})), /from \[true\] to \[false\]/);
});
