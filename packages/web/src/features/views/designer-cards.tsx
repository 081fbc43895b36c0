import type { NestedCount } from '@datasarana/query';
import { checkWhole } from '@datasarana/schema';
import { ActionIcon, CloseButton, Radio, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { SearchSelect } from '../../design/index.ts';
import { BoundedField } from '../../records/number-field.tsx';
import { takesUnit } from '../../records/number-format.ts';
import { CALENDAR_INTERVALS, isCounted, type ViewBucket, type ViewMetric } from '../../views/definition.ts';
import { levelOf, ordersBy } from '../../views/nested.ts';
import { metricLabel } from '../../views/result-table.ts';
import { changed } from './changed.ts';
import {
  BUCKET_WORDS,
  bucketFor,
  bucketFunctions,
  type DesignField,
  groupable,
  METRIC_WORDS,
  metricFor,
  metricFunctions,
} from './designer-fields.ts';
import { FormatFields } from './format-fields.tsx';
import { RangeEditor } from './range-editor.tsx';
import classes from './views.module.css';

interface BucketCardProps {
  readonly bucket: ViewBucket;
  readonly role: string;
  readonly fields: readonly DesignField[];
  readonly metrics: readonly ViewMetric[];
  readonly onChange: (bucket: ViewBucket) => void;
  readonly onRemove: () => void;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

/** One grouping: its field, how it groups, and where it stands. */
export function BucketCard({ bucket, role, fields, metrics, onChange, onRemove, onUp, onDown }: BucketCardProps) {
  const field = fields.find((candidate) => candidate.name === bucket.field);
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <b>{BUCKET_WORDS[bucket.function]}</b>
        <span className={classes.role}>{role}</span>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label="Move up" disabled={!onUp} onClick={onUp}>
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label="Move down" disabled={!onDown} onClick={onDown}>
          <IconArrowDown size={14} />
        </ActionIcon>
        <CloseButton size="sm" aria-label={`Remove group ${bucket.field}`} onClick={onRemove} />
      </div>
      <SearchSelect
        label="Field"
        {...fieldChoices(fields, bucket.field)}
        allowDeselect={false}
        onChange={(name) => {
          const next = fields.find((candidate) => candidate.name === name);
          if (next) onChange(bucketFor(next, bucket.id));
        }}
      />
      <Select
        label="As"
        data={functionsOf(bucket, field).map((value) => ({ value, label: BUCKET_WORDS[value] }))}
        value={bucket.function}
        allowDeselect={false}
        onChange={(value) => value && onChange({ ...bucket, function: value as ViewBucket['function'] })}
      />
      {levelOf(bucket) !== '' && <CountChoice bucket={bucket} onChange={onChange} />}
      <BucketOptions bucket={bucket} metrics={metrics} onChange={onChange} />
    </div>
  );
}

/** What a field can be grouped by, and how it is grouped now. */
const functionsOf = ({ function: now }: ViewBucket, field: DesignField | undefined) => [
  ...new Set([...bucketFunctions(field), now]),
];

/** The fields to choose from; one that the template lost since stays, and says so. Of a template that was not read nothing is known. */
function fieldChoices(fields: readonly DesignField[], value: string | null) {
  const names = fields.map(({ name }) => name);
  if (value === null || value === '' || names.includes(value)) return { data: names, value };
  const choices = { data: [...names, value], value };
  return names.length === 0 ? choices : { ...choices, error: 'Not a field of the template' };
}

/** Groups of objects under Nested count those, or the records that hold them; nobody can know but who asks (QRY-23). */
function CountChoice({ bucket, onChange }: Pick<BucketCardProps, 'bucket' | 'onChange'>) {
  return (
    <Radio.Group
      size="xs"
      label="Count parents or children?"
      value={bucket.count ?? null}
      onChange={(count) => onChange({ ...bucket, count: count as NestedCount })}
    >
      <Radio size="xs" value="parents" label="Parents: records" />
      <Radio size="xs" value="children" label={`Children: each of ${levelOf(bucket)}`} />
    </Radio.Group>
  );
}

function BucketOptions({ bucket, metrics, onChange }: Pick<BucketCardProps, 'bucket' | 'metrics' | 'onChange'>) {
  switch (bucket.function) {
    case 'terms':
      return (
        <div className={classes.pair}>
          <TopInput bucket={bucket} otherwise={5} onChange={onChange} />
          <Select
            label="Ordered by"
            data={[
              { value: '_count', label: 'Count' },
              { value: '_key', label: 'Value' },
              ...metrics
                .filter((m) => m.function !== 'count' && m.function !== 'median' && ordersBy(bucket, m))
                .map((m) => ({ value: m.id, label: metricLabel(m) })),
            ]}
            value={bucket.orderBy ?? '_count'}
            allowDeselect={false}
            onChange={(orderBy) =>
              orderBy && onChange({ ...bucket, orderBy, order: orderBy === '_key' ? 'asc' : 'desc' })
            }
          />
        </div>
      );
    case 'significant_terms':
    case 'significant_text':
      return <TopInput bucket={bucket} otherwise={10} onChange={onChange} />;
    case 'date_histogram':
      return (
        <Select
          label="Interval"
          data={[...CALENDAR_INTERVALS]}
          value={bucket.calendar ?? 'day'}
          allowDeselect={false}
          onChange={(calendar) =>
            calendar && onChange({ ...bucket, calendar: calendar as NonNullable<ViewBucket['calendar']> })
          }
        />
      );
    case 'histogram':
      return (
        <BoundedField
          label="Width of a group"
          check={(width) => (width > 0 ? null : 'A group is wider than 0')}
          value={bucket.interval ?? 50}
          onChange={(interval) => interval !== null && onChange({ ...bucket, interval })}
        />
      );
    case 'range':
      return <RangeEditor ranges={bucket.ranges ?? []} onChange={(ranges) => onChange({ ...bucket, ranges })} />;
    case 'geohash_grid':
      return null;
  }
}

interface TopInputProps {
  readonly bucket: ViewBucket;
  /** Groups asked for when the view names no number (QRY-10). */
  readonly otherwise: number;
  readonly onChange: BucketCardProps['onChange'];
}

const TopInput = ({ bucket, otherwise, onChange }: TopInputProps) => (
  <BoundedField
    label="Top"
    check={checkWhole([1n, 1000n])}
    value={bucket.size ?? otherwise}
    onChange={(size) => size !== null && onChange({ ...bucket, size })}
  />
);

interface MetricCardProps {
  readonly metric: ViewMetric;
  readonly fields: readonly DesignField[];
  readonly onChange: (metric: ViewMetric) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One figure: what is computed of which field. */
export function MetricCard({ metric, fields, onChange, onRemove }: MetricCardProps) {
  const field = fields.find((candidate) => candidate.name === metric.field);
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <b>{metricLabel(metric)}</b>
        <span className={classes.role}>figure</span>
        <CloseButton
          size="sm"
          aria-label={`Remove figure ${metricLabel(metric)}`}
          disabled={!onRemove}
          onClick={onRemove}
        />
      </div>
      <div className={classes.pair}>
        <Select
          label="Figure"
          data={metricFunctions(field).map((value) => ({ value, label: METRIC_WORDS[value] }))}
          value={metric.function}
          allowDeselect={false}
          onChange={(value) => value && onChange({ ...metric, function: value as ViewMetric['function'] })}
        />
        <SearchSelect
          label="Field"
          placeholder={metric.function === 'count' ? 'All documents' : 'Choose'}
          {...fieldChoices(fields.filter(groupable), metric.field)}
          clearable
          onChange={(name) => {
            const next = fields.find((candidate) => candidate.name === name);
            onChange(next ? metricFor(next, metric.id) : { id: metric.id, function: 'count', field: null });
          }}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Label"
          placeholder={metricLabel(metric)}
          value={metric.label ?? ''}
          onChange={(e) => onChange(changed(metric, { label: e.currentTarget.value || undefined }))}
        />
        {!isCounted(metric) && takesUnit(metric.format) && (
          <TextInput
            label="Unit"
            placeholder="None"
            value={metric.unit ?? ''}
            onChange={(e) => onChange(changed(metric, { unit: e.currentTarget.value || undefined }))}
          />
        )}
      </div>
      <FormatFields format={metric.format} onChange={(format) => onChange(changed(metric, { format }))} />
    </div>
  );
}
