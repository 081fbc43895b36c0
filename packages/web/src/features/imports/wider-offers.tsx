import type { DryRunLook } from '@datasarana/client';
import { ValueType } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { formatCount } from '../../records/format.ts';
import { areFaults, type Wider } from './few-faults.ts';
import classes from './imports.module.css';
import { typeOptions } from './type-options.ts';

const TYPES: Readonly<Record<Wider['type'], ValueType>> = {
  long: ValueType.Long,
  double: ValueType.Double,
  keyword: ValueType.Keyword,
};

interface WiderOffersProps {
  readonly look: DryRunLook;
  /** Rows of the file. */
  readonly read: number;
  readonly working: boolean;
  readonly onRetype: (field: string, type: ValueType) => void;
}

/** Fields that are told; the others have fewer such rows. */
const MOST = 4;

/** Types of fields that would take rows which are refused as the fields were guessed from the first rows. */
export function WiderOffers({ look, read, working, onRetype }: WiderOffersProps) {
  const fields = [...Map.groupBy(look.wider, ({ field }) => field)];
  return fields.slice(0, MOST).map(([field, offers]) => {
    const faults = areFaults(offers, read);
    return (
      <p key={field} className={classes.offer} role="status" data-quiet={faults || undefined}>
        <span>{faults ? sayFaults(field, offers, read) : sayOffers(field, offers)}</span>
        {offers.map(({ type }) => (
          <Button
            key={type}
            size="xs"
            variant={faults ? 'subtle' : 'default'}
            loading={working}
            onClick={() => onRetype(field, TYPES[type])}
          >
            Make {field} a {wordOf(type)}
          </Button>
        ))}
      </p>
    );
  });
}

type LostZeros = DryRunLook['zeros'][number];

interface ZerosNoteProps {
  readonly look: DryRunLook;
  readonly working: boolean;
  /** Missing where the template was there before. */
  readonly onRetype: WiderOffersProps['onRetype'] | undefined;
}

/** Codes with zeros in front and versions with zeros behind, in columns that the first rows show as numbers. */
export function ZerosNote({ look, working, onRetype }: ZerosNoteProps) {
  return look.zeros.slice(0, MOST).map((lost) => (
    <p key={`${lost.field} ${lost.value}`} className={classes.offer} role="status">
      <span>{sayZeros(lost)}</span>
      {onRetype && (
        <Button size="xs" loading={working} onClick={() => onRetype(lost.field, ValueType.Keyword)}>
          Make {lost.field} a {wordOf('keyword')}
        </Button>
      )}
    </p>
  ));
}

const sayZeros = ({ field, rows, value }: LostZeros): string =>
  `${rows === 1 ? '1 value' : `${formatCount(rows)} values`} of ${field} would lose zeros ${value.includes('.') ? 'behind' : 'in front'}: ${value} becomes ${withoutZeros(value)}, for ${field} is a number.`;

const withoutZeros = (value: string): string =>
  value.includes('.') ? value.replace(/\.?0+$/, '') : value.replace(/^0+(?=\d)/, '');

const sayOffers = (field: string, [first, ...others]: readonly Wider[]): string =>
  first === undefined
    ? ''
    : `${formatCount(first.rows)} of the rejected rows would go in if ${field} were a ${wordOf(first.type)}${others.map(({ type, rows }) => `, ${formatCount(rows)} if it were a ${wordOf(type)}`).join('')}.`;

const sayFaults = (field: string, [first]: readonly Wider[], read: number): string =>
  `${formatCount(first?.rows ?? 0)} of ${formatCount(read)} rows hold something else in ${field}. Load the others: these are kept aside, to be mended there or in the file.`;

const wordOf = (type: Wider['type']): string =>
  typeOptions(TYPES[type]).find(({ value }) => value === String(TYPES[type]))?.label ?? type;
