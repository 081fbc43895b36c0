import { type AggregationKinds, type IpRange, illegalArgument } from '@datasarana/query';
import { FALSE, sql } from '../sql.ts';
import { type Address, addressOf, addressText, maskLimits } from './address.ts';
import { distinctKeys, keysList } from './distinct-keys.ts';
import { fieldValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan, BucketBody, Expression } from './plan.ts';

/** Each address that occurs is looked at once; rows are then told apart by the addresses that are in a range. */
export async function ipRange(node: AggregationKinds['ip_range'], context: PlanContext): Promise<BranchesPlan> {
  const { field, missing } = node;
  const use = { field, missing, use: 'aggregation [ip_range]', kinds: ['text'] as const, now: context.now };
  const values = fieldValues(context.parts, use);
  const ranges = node.ranges.map(limitsOf).sort(byLimits);
  const known = (await distinctKeys(values.values, values.list, context)).map(String);
  const addresses = known.flatMap((text) => {
    const address = addressOf(text);
    return address === null ? [] : [{ text, address }];
  });
  const branches = ranges.map(({ from, to }): Expression => {
    const inside = addresses.filter(
      ({ address }) => (from === null || address >= from) && (to === null || address < to),
    );
    if (inside.length === 0) return values.values.map(() => FALSE);
    const list = keysList(inside.map(({ text }) => text));
    return values.values.map((value) =>
      values.list ? sql`list_has_any(${value}, ${list})` : sql`(${value} IN (SELECT unnest(${list})))`,
    );
  });
  return {
    kind: 'branches',
    branches,
    read: (bodies) => ({ buckets: node.keyed ? keyed(ranges, bodies) : listed(ranges, bodies) }),
  };
}

interface Limits {
  readonly key: string;
  readonly from: Address | null;
  readonly to: Address | null;
}

function limitsOf(range: IpRange): Limits {
  const read = (text: string | undefined): Address | null => {
    if (text === undefined) return null;
    const address = addressOf(text);
    if (address !== null) return address;
    throw illegalArgument(`'${text}' is not an IP string literal.`, 'Write it as 10.0.0.1 or 2001:db8::1.');
  };
  if (range.mask !== undefined) {
    const limits = maskLimits(range.mask);
    if (limits === null) throw illegalArgument(`'${range.mask}' is not an IP mask.`, 'Write it as 10.0.0.0/8.');
    return { key: range.key ?? range.mask, ...limits };
  }
  const [from, to] = [read(range.from), read(range.to)];
  const text = (address: Address | null) => (address === null ? '*' : addressText(address));
  return { key: range.key ?? `${text(from)}-${text(to)}`, from, to };
}

const compare = (a: Address | null, b: Address | null, open: number): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? open : -open;
  return a === b ? 0 : a < b ? -1 : 1;
};

const byLimits = (a: Limits, b: Limits): number => compare(a.from, b.from, -1) || compare(a.to, b.to, 1);

const shown = ({ from, to }: Limits) => ({
  ...(from !== null && { from: addressText(from) }),
  ...(to !== null && { to: addressText(to) }),
});

const listed = (ranges: readonly Limits[], bodies: readonly BucketBody[]) =>
  ranges.map((range, i) => ({ key: range.key, ...shown(range), ...bodies[i] }));

const keyed = (ranges: readonly Limits[], bodies: readonly BucketBody[]) =>
  Object.fromEntries(ranges.map((range, i) => [range.key, { ...shown(range), ...bodies[i] }]));
