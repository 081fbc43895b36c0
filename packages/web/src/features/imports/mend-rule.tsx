import type { RejectCause, RejectedRow } from '@datasarana/client';
import type { Cell } from '@datasarana/sources';
import { Button, TextInput } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { SearchSelect } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import classes from './batch.module.css';
import { type Mending, useMendingCheck } from './batch-calls.ts';
import { RULES, suggestRule } from './mending-rules.ts';
import { ValuePairs } from './value-pairs.tsx';

interface MendRuleProps {
  readonly id: string;
  readonly cause: RejectCause;
  /** Column of the file that fills the field of the cause. */
  readonly column: string;
  readonly rows: readonly RejectedRow[];
  readonly sending: boolean;
  readonly onSend: (mending: Mending) => void;
}

const cellsOf = ({ raw }: RejectedRow): Readonly<Record<string, Cell>> => (typeof raw === 'string' ? {} : raw);

/** One rule for every row of a cause: what it makes of ten values, how many rows it lets in, and the way to do it. */
export function MendRule({ id, cause, column, rows, sending, onSend }: MendRuleProps) {
  const cells = useMemo(() => rows.map((row) => cellsOf(row)[column] ?? null), [rows, column]);
  const suggested = useMemo(() => suggestRule(cause, cells), [cause, cells]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [given, setGiven] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another cause starts anew
  useEffect(() => {
    setChosen(null);
    setGiven([]);
  }, [cause.field, cause.rule]);
  const rule = RULES.find(({ key }) => key === (chosen ?? suggested));
  const ready = rule !== undefined && (rule.asks.length === 0 || (given[0] ?? '') !== '');
  const mending = useMemo<Mending | null>(
    () =>
      rule && ready ? { rule: { column, transforms: rule.make(given), field: cause.field, rule: cause.rule } } : null,
    [rule, ready, given, column, cause.field, cause.rule],
  );
  const check = useMendingCheck(id, mending);
  const taken = check.data ? check.data.read - check.data.rejected : 0;
  return (
    <section className={classes.rule} aria-label="Fix all by a rule">
      <div className={classes.ruleBar}>
        <SearchSelect
          aria-label="Rule"
          placeholder="Fix all by a rule"
          leftSection={<IconWand size={16} />}
          data={RULES.map(({ key, label }) => ({
            value: key,
            label: key === suggested ? `${label} (suggested)` : label,
          }))}
          value={rule?.key ?? null}
          onChange={(key) => {
            setChosen(key);
            setGiven([]);
          }}
          className={classes.ruleChoice}
        />
        {rule?.asks.map((label, at) => (
          <TextInput
            key={label}
            aria-label={label}
            placeholder={label}
            value={given[at] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setGiven((now) => rule.asks.map((_, i) => (i === at ? value : (now[i] ?? ''))));
            }}
          />
        ))}
        <Button
          variant="filled"
          disabled={!mending || taken === 0}
          loading={sending}
          onClick={() => mending && onSend(mending)}
        >
          {taken > 0 ? `Fix ${formatCount(taken)} ${taken === 1 ? 'row' : 'rows'}` : 'Fix rows'}
        </Button>
        <p role="status">{verdict(mending !== null, check, cause.rows, taken)}</p>
      </div>
      {rule && ready && <ValuePairs {...tableOf(rows)} column={column} transforms={rule.make(given)} />}
    </section>
  );
}

function verdict(
  asked: boolean,
  check: Pick<ReturnType<typeof useMendingCheck>, 'data' | 'error' | 'isFetching'>,
  all: number,
  taken: number,
): string {
  if (!asked) return 'Nothing is sent before you see what it does.';
  if (check.error) return check.error.message;
  if (!check.data) return 'Trying the rule on every row…';
  const told = `${formatCount(taken)} of ${formatCount(all)} rows become valid`;
  return taken > 0 ? told : `${told}: choose another rule, or write into the cells below.`;
}

function tableOf(rows: readonly RejectedRow[]) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(cellsOf(row))))];
  return { columns, rows: rows.map((row) => columns.map((name) => cellsOf(row)[name] ?? null)) };
}
