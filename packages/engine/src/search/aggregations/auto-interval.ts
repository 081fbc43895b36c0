import { AUTO_UNITS, type AutoUnit, type DateRounding, nextDate, roundDate, type Zone } from '@datasarana/query';

/** An interval of whole units and the starts of its buckets. */
export interface AutoInterval {
  /** `7d`, `1M` … */
  readonly name: string;
  readonly starts: readonly number[];
}

interface UnitShape {
  readonly letter: string;
  /** How many of the unit may make a bucket. */
  readonly multiples: readonly number[];
  /** Milliseconds, roughly. */
  readonly length: number;
}

const UNITS: Readonly<Record<AutoUnit, UnitShape>> = {
  second: { letter: 's', multiples: [1, 5, 10, 30], length: 1000 },
  minute: { letter: 'm', multiples: [1, 5, 10, 30], length: 60_000 },
  hour: { letter: 'h', multiples: [1, 3, 12], length: 3_600_000 },
  day: { letter: 'd', multiples: [1, 7], length: 86_400_000 },
  month: { letter: 'M', multiples: [1, 3], length: 2_629_746_000 },
  year: { letter: 'y', multiples: [1, 5, 10, 20, 50, 100], length: 31_556_952_000 },
};

/** What is named where nothing was found to settle it by. */
export const shortestInterval = (minimum: AutoUnit): string => `1${UNITS[minimum].letter}`;

interface AutoRequest {
  readonly buckets: number;
  readonly zone: Zone;
  readonly minimum: AutoUnit;
}

/**
 * The interval OpenSearch settles on: the first unit of which the span needs no more than the buckets asked for times
 * the largest multiple, then the first multiple that fits. Buckets of several units are counted from the first unit.
 */
export function autoInterval(least: number, most: number, { buckets, zone, minimum }: AutoRequest): AutoInterval {
  const offered = AUTO_UNITS.slice(AUTO_UNITS.indexOf(minimum));
  const roundingOf = (unit: AutoUnit): DateRounding => ({ interval: { kind: 'calendar', unit }, zone, offset: 0 });
  const fits = (unit: AutoUnit): boolean => {
    const { multiples, length } = UNITS[unit];
    const limit = buckets * (multiples.at(-1) ?? 1);
    return (most - least) / length <= limit + 2 && startsOf(least, most, roundingOf(unit), limit + 1).length <= limit;
  };
  const unit = offered.find(fits) ?? 'year';
  const { letter, multiples } = UNITS[unit];
  const all = startsOf(least, most, roundingOf(unit), Number.POSITIVE_INFINITY);
  const step = multiples.find((each) => Math.ceil(all.length / each) <= buckets) ?? 1;
  return { name: `${step}${letter}`, starts: all.filter((_, i) => i % step === 0) };
}

/** Starts of the buckets from the first moment to the last, but no more than `limit`. */
function startsOf(least: number, most: number, rounding: DateRounding, limit: number): readonly number[] {
  const starts: number[] = [];
  const last = roundDate(most, rounding);
  for (let at = roundDate(least, rounding); at <= last && starts.length < limit; at = nextDate(at, rounding)) {
    starts.push(at);
  }
  return starts;
}
