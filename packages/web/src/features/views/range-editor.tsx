import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { BoundedField } from '../../records/number-field.tsx';
import classes from './views.module.css';

interface Range {
  readonly from?: number;
  readonly to?: number;
}

interface RangeEditorProps {
  readonly ranges: readonly Range[];
  readonly onChange: (ranges: readonly Range[]) => void;
}

/** Own ranges: from is included, to is not; an empty side is open. */
export function RangeEditor({ ranges, onChange }: RangeEditorProps) {
  const set = (at: number, range: Range): void => onChange(ranges.map((r, i) => (i === at ? range : r)));
  return (
    <div className={classes.ranges}>
      {ranges.map((range, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no other identity than their place
        <div key={i} className={classes.range}>
          <BoundedField
            aria-label={`From, range ${i + 1}`}
            placeholder="from"
            check={any}
            error={turned(range) && 'From is not below to'}
            value={range.from}
            onChange={(from) => set(i, bounds(from, range.to))}
          />
          <BoundedField
            aria-label={`To, range ${i + 1}`}
            placeholder="to"
            check={any}
            error={turned(range)}
            value={range.to}
            onChange={(to) => set(i, bounds(range.from, to))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove range ${i + 1}`}
            onClick={() => onChange(ranges.filter((_, at) => at !== i))}
          >
            <IconX size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...ranges, nextRange(ranges)])}
      >
        Add a range
      </Button>
    </div>
  );
}

const any = (): null => null;

const turned = ({ from, to }: Range): boolean => from !== undefined && to !== undefined && from >= to;

function nextRange(ranges: readonly Range[]): Range {
  const last = ranges.at(-1);
  if (last?.to === undefined) return { from: 0, to: 10 };
  return { from: last.to, to: last.to + (last.to - (last.from ?? 0)) };
}

const bounds = (from: number | null | undefined, to: number | null | undefined): Range => ({
  ...(typeof from === 'number' && { from }),
  ...(typeof to === 'number' && { to }),
});
