import { illegalArgument } from '../refusal.ts';

type Values = readonly number[];

const real = (values: Values): Values => values.filter((value) => !Number.isNaN(value));

/** Plain mean; not a number of no values. */
export function unweightedAvg(values: Values): number {
  const given = real(values);
  return given.length === 0 ? Number.NaN : given.reduce((a, b) => a + b, 0) / given.length;
}

/** Mean that gives later values more weight: Σ i·v / (1 + Σ i), as OpenSearch counts the weights. */
export function linearWeightedAvg(values: Values): number {
  const given = real(values);
  const weights = 1 + (given.length * (given.length + 1)) / 2;
  return given.length === 0 ? Number.NaN : given.reduce((sum, value, i) => sum + value * (i + 1), 0) / weights;
}

export function stdDev(values: Values, avg: number): number {
  const given = real(values);
  return Math.sqrt(given.reduce((sum, value) => sum + (value - avg) ** 2, 0) / given.length);
}

/** Exponentially weighted mean. */
export const ewma = (values: Values, alpha: number): number =>
  real(values).reduce((avg, value, i) => (i === 0 ? value : value * alpha + avg * (1 - alpha)), Number.NaN);

/** Double exponential smoothing; the level after the last value. */
export function holt(values: Values, alpha: number, beta: number): number {
  let level = Number.NaN;
  let trend = 0;
  for (const [i, value] of real(values).entries()) {
    const before = level;
    level = i === 0 ? value : alpha * value + (1 - alpha) * (before + trend);
    if (i > 0) trend = beta * (level - before) + (1 - beta) * trend;
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
