import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { Pair } from './rest-request.ts';
import classes from './sources.module.css';

interface PairRowsProps {
  /** One of them, as "Header". */
  readonly label: string;
  readonly pairs: readonly Pair[];
  readonly error?: string | undefined;
  readonly onChange: (pairs: readonly Pair[]) => void;
}

/** Names with their values, one line each. */
export function PairRows({ label, pairs, error, onChange }: PairRowsProps) {
  const set = (at: number, change: Partial<Pair>): void =>
    onChange(pairs.map((pair, i) => (i === at ? { ...pair, ...change } : pair)));
  return (
    <fieldset className={classes.pairs}>
      <legend>{label}s</legend>
      {pairs.map(({ name, value }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place, its name is being typed
        <div className={classes.pairRow} key={i}>
          <TextInput
            aria-label={`${label} ${i + 1}`}
            placeholder="Name"
            value={name}
            onChange={(event) => set(i, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Value of ${label.toLowerCase()} ${i + 1}`}
            placeholder="Value"
            value={value}
            onChange={(event) => set(i, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`Remove ${label.toLowerCase()} ${i + 1}`}
            onClick={() => onChange(pairs.filter((_, at) => at !== i))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <p className={classes.fault}>{error}</p>}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={16} />}
        onClick={() => onChange([...pairs, { name: '', value: '' }])}
      >
        Add {label.toLowerCase()}
      </Button>
    </fieldset>
  );
}
