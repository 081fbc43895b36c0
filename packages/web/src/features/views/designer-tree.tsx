import { ActionIcon, CloseButton, NumberInput, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconSearch } from '@tabler/icons-react';
import { Panel } from '../../design/index.ts';
import { CALENDAR_INTERVALS, type ViewBucket, type ViewDefinition, type ViewMetric } from '../../views/definition.ts';
import { metricLabel } from '../../views/result-table.ts';
import {
  BUCKET_WORDS,
  bucketFor,
  bucketFunctions,
  type DesignField,
  freeId,
  groupable,
  METRIC_WORDS,
  metricFor,
  metricFunctions,
} from './designer-fields.ts';
import { RangeEditor } from './range-editor.tsx';
import classes from './views.module.css';

interface TreeProps {
  readonly view: ViewDefinition;
  readonly fields: readonly DesignField[];
  readonly templates: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (view: ViewDefinition) => void;
}

/** What the view reads, how it groups and which figures it shows. */
export function DesignerTree({ view, fields, templates, onChange }: TreeProps) {
  const setBuckets = (buckets: readonly ViewBucket[]): void => onChange({ ...view, buckets });
  const setMetrics = (metrics: readonly ViewMetric[]): void => onChange({ ...view, metrics });
  const groups = fields.filter(groupable);
  return (
    <Panel label="Data of the view" className={classes.tree ?? ''}>
      <div className={classes.treeBody}>
        <Select
          label="Template"
          data={templates.map((template) => ({ value: template.id, label: template.name }))}
          value={view.dataset || null}
          allowDeselect={false}
          searchable
          onChange={(dataset) =>
            dataset &&
            onChange({
              ...view,
              dataset,
              buckets: [],
              metrics: view.metrics.slice(0, 0).concat({ id: 'count', function: 'count', field: null }),
            })
          }
        />
        <TextInput
          label="Search"
          placeholder="damage:Substantial AND speed:>120"
          leftSection={<IconSearch size={14} />}
          value={view.search.text}
          onChange={(e) => onChange({ ...view, search: { ...view.search, text: e.currentTarget.value } })}
        />
        <Filters view={view} onChange={onChange} />
        {view.visual !== 'Map' && view.visual !== 'Metric' && (
          <section aria-label="Groups">
            <h2 className={classes.heading}>Group by</h2>
            {view.buckets.map((bucket, i) => (
              <BucketCard
                key={bucket.id}
                bucket={bucket}
                role={i === 0 ? 'axis' : 'split'}
                fields={groups}
                metrics={view.metrics}
                onUp={i > 0 ? () => setBuckets(moved(view.buckets, i, -1)) : undefined}
                onDown={i < view.buckets.length - 1 ? () => setBuckets(moved(view.buckets, i, 1)) : undefined}
                onChange={(next) => setBuckets(view.buckets.map((b, at) => (at === i ? next : b)))}
                onRemove={() => setBuckets(view.buckets.filter((_, at) => at !== i))}
              />
            ))}
            <AddField
              label="Add a group"
              fields={groups}
              onAdd={(field) => setBuckets([...view.buckets, bucketFor(field, freeId('b', view.buckets))])}
            />
          </section>
        )}
        {view.visual !== 'Map' && (
          <section aria-label="Figures">
            <h2 className={classes.heading}>Figures</h2>
            {view.metrics.map((metric, i) => (
              <MetricCard
                key={metric.id}
                metric={metric}
                fields={fields}
                onChange={(next) => setMetrics(view.metrics.map((m, at) => (at === i ? next : m)))}
                onRemove={
                  view.metrics.length > 1 ? () => setMetrics(view.metrics.filter((_, at) => at !== i)) : undefined
                }
              />
            ))}
            <AddField
              label="Add a figure"
              fields={groups}
              onAdd={(field) => setMetrics([...view.metrics, metricFor(field, freeId('m', view.metrics))])}
            />
          </section>
        )}
      </div>
    </Panel>
  );
}

function moved<T>(list: readonly T[], at: number, by: number): readonly T[] {
  const next = [...list];
  const [entry] = next.splice(at, 1);
  if (entry !== undefined) next.splice(at + by, 0, entry);
  return next;
}

function Filters({ view, onChange }: Pick<TreeProps, 'view' | 'onChange'>) {
  if (view.search.filters.length === 0) return null;
  const without = (at: number): void =>
    onChange({ ...view, search: { ...view.search, filters: view.search.filters.filter((_, i) => i !== at) } });
  return (
    <ul className={classes.pills} aria-label="Filters">
      {view.search.filters.map((pill, i) => (
        <li key={`${pill.field} ${String(pill.value)}`}>
          {pill.field} {pill.operator} <b>{String(pill.value ?? '')}</b>
          <CloseButton size="xs" aria-label={`Remove filter ${pill.field}`} onClick={() => without(i)} />
        </li>
      ))}
    </ul>
  );
}

interface AddFieldProps {
  readonly label: string;
  readonly fields: readonly DesignField[];
  readonly onAdd: (field: DesignField) => void;
}

/** A picker that adds the chosen field and empties itself. */
function AddField({ label, fields, onAdd }: AddFieldProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      leftSection={<IconPlus size={14} />}
      data={fields.map((field) => ({ value: field.name, label: field.name }))}
      value={null}
      searchable
      onChange={(name) => {
        const field = fields.find((candidate) => candidate.name === name);
        if (field) onAdd(field);
      }}
    />
  );
}

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

function BucketCard({ bucket, role, fields, metrics, onChange, onRemove, onUp, onDown }: BucketCardProps) {
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
      <Select
        label="Field"
        data={fields.map((candidate) => candidate.name)}
        value={bucket.field}
        searchable
        allowDeselect={false}
        onChange={(name) => {
          const next = fields.find((candidate) => candidate.name === name);
          if (next) onChange(bucketFor(next, bucket.id));
        }}
      />
      <Select
        label="As"
        data={bucketFunctions(field).map((value) => ({ value, label: BUCKET_WORDS[value] }))}
        value={bucket.function}
        allowDeselect={false}
        onChange={(value) => value && onChange({ ...bucket, function: value as ViewBucket['function'] })}
      />
      <BucketOptions bucket={bucket} metrics={metrics} onChange={onChange} />
    </div>
  );
}

function BucketOptions({ bucket, metrics, onChange }: Pick<BucketCardProps, 'bucket' | 'metrics' | 'onChange'>) {
  switch (bucket.function) {
    case 'terms':
      return (
        <div className={classes.pair}>
          <NumberInput
            label="Top"
            min={1}
            max={1000}
            allowDecimal={false}
            value={bucket.size ?? 5}
            onChange={(size) => typeof size === 'number' && onChange({ ...bucket, size })}
          />
          <Select
            label="Ordered by"
            data={[
              { value: '_count', label: 'Count' },
              { value: '_key', label: 'Value' },
              ...metrics
                .filter((m) => m.function !== 'count' && m.function !== 'median')
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
        <NumberInput
          label="Width of a group"
          min={0.001}
          value={bucket.interval ?? 50}
          onChange={(interval) => typeof interval === 'number' && interval > 0 && onChange({ ...bucket, interval })}
        />
      );
    case 'range':
      return <RangeEditor ranges={bucket.ranges ?? []} onChange={(ranges) => onChange({ ...bucket, ranges })} />;
    case 'geohash_grid':
      return null;
  }
}

interface MetricCardProps {
  readonly metric: ViewMetric;
  readonly fields: readonly DesignField[];
  readonly onChange: (metric: ViewMetric) => void;
  readonly onRemove: (() => void) | undefined;
}

function MetricCard({ metric, fields, onChange, onRemove }: MetricCardProps) {
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
        <Select
          label="Field"
          placeholder={metric.function === 'count' ? 'All documents' : 'Choose'}
          data={fields.filter(groupable).map((candidate) => candidate.name)}
          value={metric.field}
          searchable
          clearable
          onChange={(name) => {
            const next = fields.find((candidate) => candidate.name === name);
            onChange(next ? metricFor(next, metric.id) : { id: metric.id, function: 'count', field: null });
          }}
        />
      </div>
      <TextInput
        label="Label"
        placeholder={metricLabel(metric)}
        value={metric.label ?? ''}
        onChange={(e) => onChange(withLabel(metric, e.currentTarget.value))}
      />
    </div>
  );
}

function withLabel(metric: ViewMetric, label: string): ViewMetric {
  const { label: _, ...rest } = metric;
  return label ? { ...rest, label } : rest;
}
