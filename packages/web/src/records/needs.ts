import type { Area, Right } from '@datasarana/schema';
import { useMay, useOnline } from '../session/index.ts';

/** Why nothing is written while there is no connection (SCR-20). */
export const AWAY = 'The platform cannot be reached';
/** Why a record cannot be saved that somebody else changed meanwhile. */
export const SETTLE_FIRST = 'Settle first what was changed elsewhere';
/** Why there is nothing to save. */
export const NOTHING_CHANGED = 'There is nothing to save yet';
const ADMINISTRATOR = 'Needs the role Tenant Administrator';
const ENGINEER = `${ADMINISTRATOR} or Data Engineer`;

/** Why something that stands on a screen is not offered, undefined where it is: the platform is away, or another role is needed. */
export function useRefusal(): (area: Area, right: Right) => string | undefined {
  const may = useMay();
  const online = useOnline();
  return (area, right) => {
    if (may(area, right)) return undefined;
    if (!online) return AWAY;
    return area === 'tenant people' ? ADMINISTRATOR : ENGINEER;
  };
}
