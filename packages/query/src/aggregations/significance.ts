import { Fields } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { unparsable } from './refusal.ts';

const HEURISTICS = ['jlh', 'mutual_information', 'chi_square', 'gnd', 'percentage'] as const;

/** How unusual it is to find a value so often. */
export interface Significance {
  readonly measure: (typeof HEURISTICS)[number];
  /** Also values that are unusually rare. */
  readonly includeNegatives: boolean;
  readonly backgroundIsSuperset: boolean;
}

const JLH: Significance = { measure: 'jlh', includeNegatives: false, backgroundIsSuperset: true };

export function readSignificance(fields: Fields): Significance {
  let found = JLH;
  for (const measure of HEURISTICS) {
    found =
      fields.optional(measure, (value, path) => {
        const own = new Fields(value, path, measure);
        const made = {
          measure,
          includeNegatives: own.flag('include_negatives', false),
          backgroundIsSuperset: own.flag('background_is_superset', true),
        };
        own.done();
        return made;
      }) ?? found;
  }
  return found;
}

/** OpenSearch names the parameter it thinks was meant. */
export function refuseUnknown(fields: Fields, owner: string): void {
  const [unknown] = fields.rest();
  if (unknown === undefined) return;
  const near = HEURISTICS.find((measure) => measure.length === unknown.length && differences(measure, unknown) === 1);
  throw unparsable(
    `[${owner}] unknown field [${unknown}]${near === undefined ? '' : ` did you mean [${near}]?`}`,
    `Leave ${fields.at(unknown)} out.`,
  );
}

const differences = (a: string, b: string): number => [...a].filter((letter, i) => letter !== b[i]).length;

export const printSignificance = ({ measure, includeNegatives, backgroundIsSuperset }: Significance): JsonObject =>
  measure === 'jlh'
    ? {}
    : {
        [measure]: present({
          include_negatives: includeNegatives || undefined,
          background_is_superset: backgroundIsSuperset ? undefined : false,
        }),
      };

interface Frequencies {
  readonly subset: number;
  readonly subsetSize: number;
  readonly superset: number;
  readonly supersetSize: number;
}

/** The score of a value found `subset` of `subsetSize` times here and `superset` of `supersetSize` times in all. */
export function significanceOf(how: Significance, given: Frequencies): number {
  const { subset, subsetSize, supersetSize } = given;
  if (how.measure === 'percentage') return given.superset === 0 ? 0 : subset / given.superset;
  if (how.measure === 'jlh') {
    if (subsetSize === 0 || supersetSize === 0) return 0;
    const [here, everywhere] = [subset / subsetSize, Math.max(1, given.superset) / supersetSize];
    return here <= everywhere ? 0 : (here - everywhere) * (here / everywhere);
  }
  const counts = contingency(given, how.backgroundIsSuperset);
  if (how.measure === 'gnd') return googleDistance(counts);
  const { n, n11, n10, n01, n00, n1_, n_1, n0_, n_0 } = counts;
  if (!how.includeNegatives && n11 / n_1 < n10 / n_0) return Number.NEGATIVE_INFINITY;
  if (how.measure === 'chi_square') return (n * (n11 * n00 - n01 * n10) ** 2) / (n_1 * n1_ * n0_ * n_0);
  const parts = [part(n00, n0_, n_0, n), part(n01, n0_, n_1, n), part(n10, n1_, n_0, n), part(n11, n1_, n_1, n)];
  const score = parts.reduce((sum, each) => sum + each, 0) / Math.log(2);
  return Number.isNaN(score) ? -3.4028234663852886e38 : score;
}

/** Documents by whether they have the value (first index) and are in the found set (second). */
function contingency({ subset, subsetSize, superset, supersetSize }: Frequencies, isSuperset: boolean) {
  const outside = isSuperset
    ? { with: superset - subset, size: supersetSize - subsetSize }
    : { with: superset, size: supersetSize };
  const n11 = subset;
  const n01 = subsetSize - subset;
  const n10 = outside.with;
  const n00 = outside.size - outside.with;
  const sums = { n1_: n11 + n10, n0_: n01 + n00, n_1: subsetSize, n_0: outside.size };
  return { n11, n01, n10, n00, ...sums, n: subsetSize + outside.size };
}

function part(both: number, first: number, second: number, all: number): number {
  const numerator = Math.abs(all * both);
  const factor = Math.abs(both / all);
  if (numerator < 1e-7 && factor < 1e-7) return 0;
  return factor * Math.log(numerator / Math.abs(first * second));
}

function googleDistance({ n1_: fx, n_1: fy, n11: fxy, n }: ReturnType<typeof contingency>): number {
  if (fxy === 0) return 0;
  if (fx === fy && fx === fxy) return 1;
  const [x, y] = [Math.log(fx), Math.log(fy)];
  return Math.exp(-(Math.max(x, y) - Math.log(fxy)) / (Math.log(n) - Math.min(x, y)));
}
