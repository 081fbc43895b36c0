import { DAY, MOMENT, TypedDate, type TypedDateProps } from './day-field.tsx';
import { DayOrMoment, hasTime } from './day-or-moment.ts';

const DAY_OR_MOMENT = { ...DAY, parse: DayOrMoment.parse };
const MOMENT_OR_DAY = { ...MOMENT, parse: DayOrMoment.parse };

/** A day, as the others of its column are; it may be given a time. */
export const DayOrMomentField = (props: TypedDateProps) => (
  <TypedDate kind={hasTime(props.value) ? MOMENT_OR_DAY : DAY_OR_MOMENT} {...props} />
);
