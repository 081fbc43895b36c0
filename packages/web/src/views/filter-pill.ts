import { type FilterPill, PILL_OPERATORS, type Scalar } from '@datasarana/query';
import { oneOf, partsOf, type Read, readFinite, readFlag, readText } from '../records/read-stored.ts';

const readScalar: Read<Scalar> = (value) => readText(value) ?? readFinite(value) ?? readFlag(value);

const pillParts = partsOf<FilterPill>({
  field: readText,
  operator: oneOf(PILL_OPERATORS),
  value: readScalar,
  from: readScalar,
  to: readScalar,
  nested: readText,
  disabled: readFlag,
});

/** A filter that somebody else may have written; one without what its operator compares with is none. */
export function readPill(value: unknown): FilterPill | undefined {
  const { field, operator, ...rest } = pillParts(value);
  if (!field || !operator || !COMPARED[operator](rest)) return undefined;
  return { field, operator, ...rest };
}

const always = (): boolean => true;
const hasValue = ({ value }: Partial<FilterPill>): boolean => value !== undefined;

const COMPARED: Readonly<Record<FilterPill['operator'], (pill: Partial<FilterPill>) => boolean>> = {
  is: hasValue,
  'is not': hasValue,
  exists: always,
  'is missing': always,
  between: ({ from, to }) => from !== undefined || to !== undefined,
};
