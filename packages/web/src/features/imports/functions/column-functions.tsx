import { ValueType } from '@datasarana/schema';
import { compileTransforms, guessColumns, type Transform, transformFault, typeFault } from '@datasarana/sources';
import { Button } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { DialogFoot } from '../../../design/dialog-foot.tsx';
import { SearchSelect } from '../../../design/index.ts';
import { KeyHint } from '../../../design/marks.tsx';
import { RULES, suggestRule } from '../mending-rules.ts';
import { type ApplyFunctions, type ColumnPlan, formatOf, type SampledRows } from '../plan.ts';
import { FUNCTION_KINDS } from './function-kinds.ts';
import { type Draft, FunctionList } from './function-list.tsx';
import classes from './functions.module.css';
import { TenValues } from './ten-values.tsx';

interface ColumnFunctionsProps {
  readonly plan: ColumnPlan;
  readonly sampled: SampledRows;
  readonly onApply: ApplyFunctions;
  readonly onCancel: () => void;
}

/** What the values look like when they come out. */
function guessAfter(column: string, { columns, rows }: SampledRows, transforms: readonly Transform[]) {
  const apply = compileTransforms(transforms);
  const at = columns.indexOf(column);
  try {
    const after = rows.map((row) => [apply(row[at] ?? null, (name) => row[columns.indexOf(name)]) ?? '']);
    return guessColumns([column], after)[0];
  } catch {
    // a value grew beyond what a field holds: its fault is shown beside it
    return undefined;
  }
}

const GROUPS = ['Text', 'Values', 'Read as'] as const;
const CHOICES = GROUPS.map((group) => ({
  group,
  items: Object.entries(FUNCTION_KINDS)
    .filter(([, kind]) => kind.group === group)
    .map(([value, { label }]) => ({ value, label })),
}));

const isKind = (value: string): value is Transform['kind'] => Object.hasOwn(FUNCTION_KINDS, value);

/** Functions that values of a column go through before they are read, with ten of them before and after (SRC-07). */
export function ColumnFunctions({ plan, sampled, onApply, onCancel }: ColumnFunctionsProps) {
  const { columns, rows } = sampled;
  const { column, value_type } = plan;
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    (plan.transforms ?? []).map((transform, id) => ({ id, transform })),
  );
  const next = useRef(drafts.length);
  const draftOf = (transform: Transform): Draft => ({ id: next.current++, transform });
  const suggestion = useSuggestion(plan, sampled, drafts.length === 0);
  const whole = useMemo(
    () =>
      drafts
        .map(({ transform }) => withoutEmptyPairs(transform))
        .filter((transform) => transformFault(transform) === null),
    [drafts],
  );
  const open = drafts.length - whole.length;
  const apply = (): void => {
    if (open === 0) onApply(whole, guessAfter(plan.column, sampled, whole));
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    apply();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key for all of the dialog
    <div onKeyDown={keys}>
      <div className={classes.panes}>
        <div className={classes.left}>
          <SearchSelect
            data-autofocus
            aria-label={`Add a function for ${column}`}
            placeholder="Add a function"
            openOnFocus={false}
            value={null}
            data={CHOICES}
            nothingFoundMessage="No such function"
            comboboxProps={{ zIndex: 400 }}
            onChange={(kind) => {
              if (kind && isKind(kind)) setDrafts([...drafts, draftOf(FUNCTION_KINDS[kind].start(columns, column))]);
            }}
          />
          {drafts.length === 0 && (
            <p className={classes.quiet}>
              Values go in as they are. Functions change them on the way in, one after the other.
            </p>
          )}
          {suggestion && (
            <Button
              size="compact-sm"
              variant="default"
              className={classes.suggestion ?? ''}
              leftSection={<IconBulb size={14} />}
              onClick={() => setDrafts(suggestion.transforms.map(draftOf))}
            >
              {suggestion.label}
            </Button>
          )}
          <FunctionList drafts={drafts} columns={columns} rows={rows} column={column} onChange={setDrafts} />
        </div>
        <section className={classes.right} aria-label="Before and after">
          <TenValues
            columns={columns}
            rows={rows}
            column={column}
            transforms={whole}
            type={plan.field === null ? undefined : value_type}
            format={formatOf({ ...plan, transforms: whole })}
          />
        </section>
      </div>
      <DialogFoot
        before={
          <span className={classes.hints} aria-hidden>
            <KeyHint>Alt ↑ ↓</KeyHint> order <KeyHint>Ctrl Enter</KeyHint> use
          </span>
        }
      >
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="filled" disabled={open > 0} onClick={apply}>
          Use functions
        </Button>
      </DialogFoot>
    </div>
  );
}

/** Pairs that were begun and not filled are no pairs (SRC-09). */
const withoutEmptyPairs = (transform: Transform): Transform =>
  transform.kind === 'map'
    ? { kind: 'map', pairs: transform.pairs.filter(([key, value]) => key !== '' && value !== '') }
    : transform;

const RULE_OF: Partial<Record<ValueType, string>> = { [ValueType.Date]: 'date' };
const READ: ReadonlySet<ValueType> = new Set([
  ValueType.Integer,
  ValueType.Long,
  ValueType.Double,
  ValueType.Float,
  ValueType.Date,
]);

/** What would read the values that the field does not take as they are. */
function useSuggestion(
  { column, field, value_type, dateFormat }: ColumnPlan,
  { columns, rows }: SampledRows,
  asked: boolean,
) {
  return useMemo(() => {
    if (!asked || field === null || !READ.has(value_type)) return null;
    const at = columns.indexOf(column);
    const cells = rows.map((row) => row[at] ?? null);
    if (!cells.some((cell) => typeFault(cell ?? '', value_type, dateFormat) !== null)) return null;
    const key = suggestRule({ rule: RULE_OF[value_type] ?? 'type' }, cells);
    const rule = RULES.find((one) => one.key === key);
    return rule ? { label: rule.label, transforms: rule.make([]) } : null;
  }, [asked, field, value_type, dateFormat, column, columns, rows]);
}
