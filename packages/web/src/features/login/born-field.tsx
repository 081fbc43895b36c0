import '../../theme/mantine-all.ts';

export { DayField as BornField } from '../../records/day-field.tsx';
