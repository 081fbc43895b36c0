import { Fields, readOneOrMany } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, readField } from './definition.ts';

/** from ≤ address < to, or all addresses of a `mask` such as 10.0.0.0/8. */
export interface IpRange {
  readonly key?: string;
  readonly from?: string;
  readonly to?: string;
  readonly mask?: string;
}

/** One bucket per range of addresses, IPv4 and IPv6 alike. */
export interface IpRangeAggregation {
  readonly kind: 'ip_range';
  readonly field: string;
  readonly ranges: readonly IpRange[];
  readonly missing?: string;
  readonly keyed: boolean;
}

export const ipRangeForm: AggregationForm<IpRangeAggregation> = {
  shape: 'bucket',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'ip_range');
    const node: IpRangeAggregation = {
      kind: 'ip_range',
      field: readField(fields),
      ranges: fields.required('ranges', (list, at) => readOneOrMany(list, at, readIpRange)),
      ...present({ missing: fields.text('missing') }),
      keyed: fields.flag('keyed', false),
    };
    if (node.ranges.length === 0) throw wrongShape(fields.at('ranges'), 'at least one range', node.ranges);
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      field: node.field,
      ranges: node.ranges.map((range) => present({ key: range.key, from: range.from, to: range.to, mask: range.mask })),
      missing: node.missing,
      keyed: node.keyed || undefined,
    }),
};

function readIpRange(value: unknown, path: string): IpRange {
  const entry = new Fields(value, path, 'a range', ['from', 'to']);
  const range = {
    key: entry.text('key'),
    from: entry.text('from'),
    to: entry.text('to'),
    mask: entry.text('mask'),
  };
  entry.done();
  if (range.mask !== undefined && (range.from !== undefined || range.to !== undefined)) {
    throw wrongShape(path, 'either mask or from and to', value);
  }
  return present(range) as IpRange;
}
