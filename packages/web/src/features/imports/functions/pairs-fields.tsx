import { readMapPairs } from '@datasarana/sources';
import { ActionIcon, Button, FileButton, TextInput } from '@mantine/core';
import { IconFileUpload, IconListDetails, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatCount } from '../../../records/format.ts';
import type { FieldsProps } from './fields-props.ts';
import classes from './functions.module.css';

/** Pairs that are shown to be edited; of more the first ones. */
const SHOWN = 100;
/** A file of pairs is read whole. */
const LARGEST = 16 * 1024 ** 2;

type Pair = readonly [key: string, value: string];

/** Replacement pairs, typed in or loaded from a delimited file (SRC-08, SRC-09). */
export function PairsFields({ transform, onChange, samples }: FieldsProps<'map'>) {
  const { pairs } = transform;
  const [told, setTold] = useState('');
  const set = (next: readonly Pair[]): void => onChange({ kind: 'map', pairs: next });
  const edit = (at: number, change: (pair: Pair) => Pair): void =>
    set(pairs.map((pair, i) => (i === at ? change(pair) : pair)));
  const load = async (file: File | null): Promise<void> => {
    if (!file) return;
    if (file.size > LARGEST) {
      setTold(`${file.name} has ${formatBytes(file.size)}: a file of pairs may have ${formatBytes(LARGEST)}.`);
      return;
    }
    const read = readMapPairs(await file.text());
    setTold(sayRead(file.name, read.pairs.length, read.passedOver));
    if (read.pairs.length > 0) set([...new Map([...pairs.filter(isWhole), ...read.pairs])]);
  };
  const missing = samples.filter((sample) => !pairs.some(([key]) => key === sample));
  return (
    <div className={classes.wholeRow}>
      {pairs.length > 0 && (
        <ul className={classes.pairRows} aria-label="Pairs">
          {pairs.slice(0, SHOWN).map(([key, value], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pair is edited in its place
            <li key={at}>
              <TextInput
                aria-label={`Value ${at + 1} in the file`}
                placeholder="In the file"
                value={key}
                onChange={(event) => {
                  const next = event.currentTarget.value;
                  edit(at, ([, known]) => [next, known]);
                }}
              />
              <span aria-hidden>→</span>
              <TextInput
                aria-label={`Replacement ${at + 1}`}
                placeholder="Becomes"
                value={value}
                onChange={(event) => {
                  const next = event.currentTarget.value;
                  edit(at, ([known]) => [known, next]);
                }}
              />
              <ActionIcon aria-label={`Remove pair ${at + 1}`} onClick={() => set(pairs.filter((_, i) => i !== at))}>
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {pairs.length > SHOWN && (
        <p className={classes.quiet}>{`and ${formatCount(pairs.length - SHOWN)} more that are not listed here`}</p>
      )}
      <div className={classes.row}>
        <Button size="compact-sm" leftSection={<IconPlus size={14} />} onClick={() => set([...pairs, ['', '']])}>
          Add pair
        </Button>
        {missing.length > 0 && (
          <Button
            size="compact-sm"
            leftSection={<IconListDetails size={14} />}
            onClick={() => set([...pairs, ...missing.map((sample): Pair => [sample, ''])])}
          >
            {`Add the ${missing.length} sampled values`}
          </Button>
        )}
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void load(file)} inputProps={PAIRS_INPUT}>
          {(props) => (
            <Button {...props} size="compact-sm" leftSection={<IconFileUpload size={14} />}>
              From a file
            </Button>
          )}
        </FileButton>
      </div>
      <p className={classes.quiet} role="status">
        {told ||
          'A value without a pair stays as it is. A file has the key in its first column, the value in its second.'}
      </p>
    </div>
  );
}

const PAIRS_INPUT = { 'aria-label': 'File of pairs' } as const;

const isWhole = ([key, value]: Pair): boolean => key !== '' || value !== '';

function sayRead(name: string, pairs: number, passedOver: number): string {
  const over =
    passedOver > 0
      ? ` ${formatCount(passedOver)} ${passedOver === 1 ? 'row' : 'rows'} without a key or a value ${passedOver === 1 ? 'was' : 'were'} passed over.`
      : '';
  if (pairs === 0) return `${name} holds no pair.${over} A row needs a key and a value, as in A;Alpha.`;
  return `${formatCount(pairs)} pairs of ${name}.${over}`;
}
