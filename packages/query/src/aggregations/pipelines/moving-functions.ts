import { illegalArgument } from '../refusal.ts';

type Values = readonly number[];

// Windows of tens of millions of values are gone through in one go: loops without copies and calls take a fifth of the time.

/** Sum of the numbers among values. */
export function sumOf(values: Values): number {
  let sum = 0;
  for (const value of values) if (!Number.isNaN(value)) sum += value;
  return sum;
}

function countOf(values: Values): number {
  let count = 0;
  for (const value of values) if (!Number.isNaN(value)) count++;
  return count;
}

/** Plain mean; not a number of no values. */
export const unweightedAvg = (values: Values): number => sumOf(values) / countOf(values);

/** Mean that gives later values more weight: Σ i·v / (1 + Σ i), as OpenSearch counts the weights. */
export function linearWeightedAvg(values: Values): number {
  let sum = 0;
  let weight = 0;
  let weights = 1;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    weight++;
    weights += weight;
    sum += value * weight;
  }
  return weight === 0 ? Number.NaN : sum / weights;
}

export function stdDev(values: Values, avg: number): number {
  let squares = 0;
  for (const value of values) if (!Number.isNaN(value)) squares += (value - avg) ** 2;
  return Math.sqrt(squares / countOf(values));
}

/** Exponentially weighted mean. */
export function ewma(values: Values, alpha: number): number {
  let avg = Number.NaN;
  let isFirst = true;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    avg = isFirst ? value : value * alpha + avg * (1 - alpha);
    isFirst = false;
  }
  return avg;
}

/** Double exponential smoothing; the level after the last value. */
export function holt(values: Values, alpha: number, beta: number): number {
  let level = Number.NaN;
  let trend = 0;
  let isFirst = true;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const before = level;
    level = isFirst ? value : alpha * value + (1 - alpha) * (before + trend);
    if (!isFirst) trend = beta * (level - before) + (1 - beta) * trend;
    isFirst = false;
  }
  return level;
}

export interface SeasonalSettings {
  readonly alpha: number;
  readonly beta: number;
  readonly gamma: number;
  readonly period: number;
  readonly multiplicative: boolean;
}

/** Keeps a multiplicative season from dividing by zero. */
const PADDING = 1e-10;

/** Triple exponential smoothing: the forecast for the next value, as OpenSearch computes it. */
export function holtWinters(values: Values, settings: SeasonalSettings): number {
  const { alpha, beta, gamma, period, multiplicative } = settings;
  if (!(period >= 1) || values.length < period * 2) {
    throw illegalArgument(
      `Holt-Winters aggregation requires at least (2 * period == 2 * ${period} == ${2 * period}) data-points to function. Only [${values.length}] were provided.`,
      'Ask for values.length first, choose a shorter period or a longer window.',
    );
  }
  const given = multiplicative ? values.map((value) => value + PADDING) : values;
  const at = (i: number) => given[i] ?? 0;
  const first = given.slice(0, period).reduce((a, b) => a + b, 0) / period;
  const seasonal = given.slice(0, period).map((value) => (first === 0 ? 0 : value / first));
  let [level, trend] = [first, 0];
  for (let i = period; i < given.length; i++) {
    const season = seasonal[i - period] ?? 0;
    const [before, slope] = [level, trend];
    level = alpha * (multiplicative ? at(i) / season : at(i) - season) + (1 - alpha) * (before + slope);
    trend = beta * (level - before) + (1 - beta) * slope;
    const own = multiplicative ? at(i) / (before + slope) : at(i) - (before - slope);
    seasonal[i] = gamma * own + (1 - gamma) * season;
  }
  const season = seasonal[given.length - period] ?? 0;
  return multiplicative ? (level + trend) * season : level + trend + season;
}
