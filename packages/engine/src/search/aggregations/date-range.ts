import { type AggregationKinds, zoneOf } from '@datasarana/query';
import type { PlanContext } from './metrics.ts';
import type { BranchesPlan } from './plan.ts';
import { rangesOf } from './range.ts';

export const dateRange = (node: AggregationKinds['date_range'], context: PlanContext): BranchesPlan =>
  rangesOf(node, ['date', 'whole', 'decimal'], zoneOf(node.timeZone), context);
