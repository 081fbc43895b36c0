import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DateTime } from '../../records/date-value.ts';
import { MomentField } from '../../records/day-field.tsx';
import classes from './own-range.module.css';
import { boundsOf, type RangeText, rangeOfInputs, toInput } from './time-range.ts';

interface OwnRangeProps {
  readonly range: RangeText;
  readonly onChoose: (range: RangeText) => void;
}

const BOTH = { popoverProps: { withinPortal: false }, clearable: true } as const;

/** From one moment to another, typed or picked. */
export function OwnRange({ range, onChoose }: OwnRangeProps) {
  const bounds = boundsOf(range);
  const [from, setFrom] = useState(toInput(bounds.from));
  const [to, setTo] = useState(toInput(bounds.to));
  const [fault, setFault] = useState<string | null>(null);
  const unread = [from, to].some((moment) => moment !== null && DateTime.parse(moment) === null);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    // Events pass through the portal to the form around the button, which would run its search.
    event.stopPropagation();
    if (unread) return;
    const found = rangeOfInputs(from, to);
    if ('fault' in found) setFault(found.fault);
    else onChoose(found.range);
  };
  return (
    <form className={classes.own} onSubmit={apply} aria-label="Own time range">
      <MomentField label="From (included)" value={from} onChange={setFrom} {...BOTH} />
      <MomentField label="To (not included)" value={to} onChange={setTo} error={fault} {...BOTH} />
      <Button type="submit" variant="default">
        Apply
      </Button>
    </form>
  );
}
