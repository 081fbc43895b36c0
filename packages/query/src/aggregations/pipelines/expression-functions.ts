import { ewma, holt, holtWinters, linearWeightedAvg, stdDev, sumOf, unweightedAvg } from './moving-functions.ts';

/** What an expression or a part of it comes to. */
export type ExpressionValue = number | boolean | readonly number[];

type Given = readonly ExpressionValue[];

const numberAt = (given: Given, at: number): number => {
  const value = given[at];
  return value === undefined || typeof value === 'object' ? Number.NaN : Number(value);
};

const listAt = (given: Given, at: number): readonly number[] => {
  const value = given[at];
  return typeof value === 'object' ? value : [];
};

const ofNumber = (compute: (a: number) => number) => (given: Given) => compute(numberAt(given, 0));
const ofNumbers = (compute: (a: number, b: number) => number) => (given: Given) =>
  compute(numberAt(given, 0), numberAt(given, 1));
const ofList = (compute: (values: readonly number[], a: number, b: number) => number) => (given: Given) =>
  compute(listAt(given, 0), numberAt(given, 1), numberAt(given, 2));

function greatest(values: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) most = Math.max(most, value);
  return most;
}

function least(values: readonly number[]): number {
  let few = Number.POSITIVE_INFINITY;
  for (const value of values) few = Math.min(few, value);
  return few;
}

/** Functions an expression may call, by their full name. */
export const EXPRESSION_FUNCTIONS: ReadonlyMap<string, (given: Given) => number> = new Map([
  ['Math.abs', ofNumber(Math.abs)],
  ['Math.ceil', ofNumber(Math.ceil)],
  ['Math.floor', ofNumber(Math.floor)],
  ['Math.round', ofNumber(Math.round)],
  ['Math.signum', ofNumber(Math.sign)],
  ['Math.sqrt', ofNumber(Math.sqrt)],
  ['Math.cbrt', ofNumber(Math.cbrt)],
  ['Math.exp', ofNumber(Math.exp)],
  ['Math.log', ofNumber(Math.log)],
  ['Math.log10', ofNumber(Math.log10)],
  ['Math.sin', ofNumber(Math.sin)],
  ['Math.cos', ofNumber(Math.cos)],
  ['Math.tan', ofNumber(Math.tan)],
  ['Math.toRadians', ofNumber((a) => (a * Math.PI) / 180)],
  ['Math.toDegrees', ofNumber((a) => (a * 180) / Math.PI)],
  ['Math.max', ofNumbers(Math.max)],
  ['Math.min', ofNumbers(Math.min)],
  ['Math.pow', ofNumbers((a, b) => a ** b)],
  ['Math.hypot', ofNumbers(Math.hypot)],
  ['Double.isNaN', ofNumber((a) => Number(Number.isNaN(a)))],
  ['MovingFunctions.max', ofList(greatest)],
  ['MovingFunctions.min', ofList(least)],
  ['MovingFunctions.sum', ofList(sumOf)],
  ['MovingFunctions.unweightedAvg', ofList(unweightedAvg)],
  ['MovingFunctions.linearWeightedAvg', ofList(linearWeightedAvg)],
  ['MovingFunctions.stdDev', ofList(stdDev)],
  ['MovingFunctions.ewma', ofList(ewma)],
  ['MovingFunctions.holt', ofList(holt)],
  [
    'MovingFunctions.holtWinters',
    (given) =>
      holtWinters(listAt(given, 0), {
        alpha: numberAt(given, 1),
        beta: numberAt(given, 2),
        gamma: numberAt(given, 3),
        period: numberAt(given, 4),
        multiplicative: given[5] === true,
      }),
  ],
]);

export const EXPRESSION_CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['Math.PI', Math.PI],
  ['Math.E', Math.E],
  ['Double.NaN', Number.NaN],
]);
