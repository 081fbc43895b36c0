import type { DryRunLook } from '@datasarana/client';

export type Wider = DryRunLook['wider'][number];

/** Of 100 rows: above it a field rather has another type than faults. */
const FAULTS_AT_MOST = 1;

/** Whether what would go in as text alone are faults of a few rows: as text no other value of the field could be reckoned with. */
export const areFaults = (offers: readonly Wider[], read: number): boolean =>
  offers.every(({ type, rows }) => type === 'keyword' && rows * 100 <= read * FAULTS_AT_MOST);
