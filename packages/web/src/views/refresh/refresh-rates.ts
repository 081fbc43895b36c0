/** What is shown stays as it is until somebody asks. */
export const HELD = -1;

/** How often something looks again by itself, as it stands in the address. */
export interface RefreshRate {
  readonly value: string;
  readonly label: string;
  /** On a button, where there is no room for the label. */
  readonly short: string;
  /** Between two looks; 0 = none beside those at changed records, HELD = only when asked. */
  readonly seconds: number;
}

const EVERY: readonly RefreshRate[] = [
  { value: '5s', label: 'Every 5 s', short: '5 s', seconds: 5 },
  { value: '10s', label: 'Every 10 s', short: '10 s', seconds: 10 },
  { value: '30s', label: 'Every 30 s', short: '30 s', seconds: 30 },
  { value: '1m', label: 'Every minute', short: '1 min', seconds: 60 },
  { value: '5m', label: 'Every 5 min', short: '5 min', seconds: 300 },
];

/** Drawings: they follow their records, and look by the clock only where it is chosen; five minutes are the platform's own rate (LIM-07). */
export const DRAWING_RATES: readonly RefreshRate[] = [
  { value: 'live', label: 'On changes', short: 'Live', seconds: 0 },
  { value: 'off', label: 'When asked', short: 'Off', seconds: HELD },
  ...EVERY,
  { value: '30m', label: 'Every 30 min', short: '30 min', seconds: 1800 },
];

/** A list somebody reads: told of what came in, it stays as it is until they ask or the clock does. */
export const LIST_RATES: readonly RefreshRate[] = [
  { value: 'off', label: 'When asked', short: 'Off', seconds: 0 },
  ...EVERY,
];

/** Seconds of a choice by its value; none for what is no choice. */
export const secondsIn = (rates: readonly RefreshRate[], chosen: string | undefined): number =>
  rates.find(({ value }) => value === chosen)?.seconds ?? 0;

/** Seconds of a rate in the address; none for what is no rate, so that no address asks without end. */
export const secondsOf = (rate: string | undefined): number => secondsIn(DRAWING_RATES, rate);

/** The rate of a number of seconds; the first of the choices when it is none of them. */
export const rateOf = (rates: readonly RefreshRate[], seconds: number): RefreshRate | undefined =>
  rates.find((rate) => rate.seconds === seconds) ?? rates[0];

/** How a rate stands in the address; the usual one is left out. */
export const addressOfRate = (seconds: number): string | undefined =>
  seconds === 0 ? undefined : rateOf(DRAWING_RATES, seconds)?.value;
