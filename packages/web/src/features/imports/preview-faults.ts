import { type CsvPreview, typeFault } from '@datasarana/sources';
import { formatCount } from '../../records/format.ts';
import { type ColumnPlan, formatOf } from './plan.ts';

/** Why a cell of the first rows will be rejected as its column is planned; null when it will not. */
export type FaultOfCell = (cell: string, at: number) => string | null;

const hasFunctions = ({ transforms = [] }: ColumnPlan): boolean => transforms.length > 0;

/** Cells as the import will read them. What comes out of a column's functions is shown with these, and not looked at here. */
export const faultOfCell =
  (columns: readonly ColumnPlan[]): FaultOfCell =>
  (cell, at) => {
    const plan = columns[at];
    if (!plan || plan.field === null || hasFunctions(plan)) return null;
    const isNeeded = plan.mandatory || plan.isKey;
    if (cell.trim() === '') return isNeeded ? 'Must not be empty' : null;
    return typeFault(cell, plan.value_type, formatOf(plan));
  };

/** How many of the first rows will be rejected as the columns are planned, and of the lines among them that are no rows. */
export const rejectedIn = ({ rows, tooWide, setAside }: CsvPreview, faultOf: FaultOfCell): number =>
  setAside.length +
  rows.filter((row, i) => tooWide.includes(i) || row.some((cell, at) => faultOf(cell, at) !== null)).length;

/** What is said of the rows that will be rejected; of what functions make of cells only the dry run can tell. */
export function sayRejected(rejected: number, columns: readonly ColumnPlan[]): string {
  if (rejected === 0) return '';
  const isPart = columns.some((plan) => plan.field !== null && hasFunctions(plan));
  return `, ${isPart ? 'at least ' : ''}${formatCount(rejected)} to be rejected`;
}
