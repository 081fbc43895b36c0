import { CloseButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Panel, SearchSelect } from '../../design/index.ts';
import { OFFERED } from '../../design/offered.ts';
import { dateText } from '../../records/moment-text.ts';
import { listsRecords, type ViewBucket, type ViewDefinition, type ViewMetric } from '../../views/definition.ts';
import { pillWords, timeWords } from '../discover/discover-state.ts';
import type { SearchCheck } from '../discover/search-check.ts';
import { SearchNote } from '../discover/search-note.tsx';
import { ColumnSlot } from './column-cards.tsx';
import { BucketCard, MetricCard } from './designer-cards.tsx';
import { type DesignField, groupable, hasPlace, isText } from './designer-fields.ts';
import { DesignerFieldList, SlotSection } from './field-list.tsx';
import { SearchText } from './search-text/search-text.tsx';
import { AddField, moved } from './slot-parts.tsx';
import { fits, placeField } from './slots.ts';
import { useExampleSearch } from './use-example-search.ts';
import classes from './views.module.css';

interface TreeProps {
  readonly view: ViewDefinition;
  /** What is wrong with its search, when it is. */
  readonly told: SearchCheck | null;
  readonly fields: readonly DesignField[];
  readonly templates: readonly { readonly id: string; readonly name: string }[];
  readonly onChange: (view: ViewDefinition) => void;
}

/** What the view reads, how it groups and which figures it shows. */
export function DesignerTree({ view, told, fields, templates, onChange }: TreeProps) {
  const example = useExampleSearch(view.dataset, fields);
  const setText = (text: string): void => onChange({ ...view, search: { ...view.search, text } });
  return (
    <Panel label="Data of the view" className={classes.tree ?? ''}>
      <div className={classes.sources}>
        <SearchSelect
          label="Template"
          data={templates.map((template) => ({ value: template.id, label: template.name }))}
          value={view.dataset || null}
          allowDeselect={false}
          limit={OFFERED}
          onChange={(dataset) =>
            dataset &&
            onChange({
              ...view,
              dataset,
              buckets: [],
              rows: 'groups',
              columns: [],
              metrics: view.metrics.slice(0, 0).concat({ id: 'count', function: 'count', field: null }),
            })
          }
        />
        <SearchText
          label="Search"
          placeholder={example}
          leftSection={<IconSearch size={14} />}
          value={view.search.text}
          onText={setText}
          template={view.dataset}
          fields={fields}
          search={view.search}
        />
        {told && (
          <SearchNote
            text={view.search.text}
            check={told}
            template={templates.find(({ id }) => id === view.dataset)?.name ?? 'The template'}
            onText={setText}
          />
        )}
        <Filters view={view} fields={fields} onChange={onChange} />
        <DesignerFieldList view={view} fields={fields} onChange={onChange} />
        <div className={classes.slots}>
          <Slots view={view} fields={fields} onChange={onChange} />
        </div>
      </div>
    </Panel>
  );
}

type PartProps = Pick<TreeProps, 'view' | 'fields' | 'onChange'>;

function Slots(props: PartProps) {
  const { view } = props;
  if (view.visual === 'Map') return null;
  if (listsRecords(view)) return <ColumnSlot {...props} />;
  return (
    <>
      {view.visual !== 'Metric' && <Groups {...props} />}
      <Figures {...props} />
    </>
  );
}

/** The axis and its splits. */
function Groups({ view, fields, onChange }: PartProps) {
  const groups = fields.filter(groupable);
  const { buckets } = view;
  const set = (next: readonly ViewBucket[]): void => onChange({ ...view, buckets: next });
  const card = (bucket: ViewBucket, i: number) => (
    <BucketCard
      key={bucket.id}
      bucket={bucket}
      role={i === 0 ? 'axis' : 'split'}
      fields={i === 0 ? [...groups, ...fields.filter(isText)] : groups}
      metrics={view.metrics}
      onUp={i > 0 ? () => set(moved(buckets, i, -1)) : undefined}
      onDown={i < buckets.length - 1 ? () => set(moved(buckets, i, 1)) : undefined}
      onChange={(next) => set(buckets.map((b, at) => (at === i ? next : b)))}
      onRemove={() => set(buckets.filter((_, at) => at !== i))}
    />
  );
  const slot = buckets.length === 0 ? 'rows' : 'split';
  const add = (
    <AddField
      label="Add a group"
      fields={fields.filter((field) => fits(field, slot) && !hasPlace(field))}
      onAdd={(field) => onChange(placeField(view, field, slot))}
    />
  );
  return (
    <>
      <SlotSection slot="rows" view={view} fields={fields} onChange={onChange} empty={buckets.length === 0}>
        {buckets.slice(0, 1).map(card)}
        {buckets.length === 0 && add}
      </SlotSection>
      {buckets.length > 0 && (
        <SlotSection slot="split" view={view} fields={fields} onChange={onChange} empty={buckets.length === 1}>
          {buckets.slice(1).map((bucket, i) => card(bucket, i + 1))}
          {add}
        </SlotSection>
      )}
    </>
  );
}

/** What is drawn of each group. */
function Figures({ view, fields, onChange }: PartProps) {
  const { metrics } = view;
  const set = (next: readonly ViewMetric[]): void => onChange({ ...view, metrics: next });
  return (
    <SlotSection slot="values" view={view} fields={fields} onChange={onChange} empty={false}>
      {metrics.map((metric, i) => (
        <MetricCard
          key={metric.id}
          metric={metric}
          fields={fields}
          onChange={(next) => set(metrics.map((m, at) => (at === i ? next : m)))}
          onRemove={metrics.length > 1 ? () => set(metrics.filter((_, at) => at !== i)) : undefined}
        />
      ))}
      <AddField
        label="Add a figure"
        fields={fields.filter(groupable)}
        onAdd={(field) => onChange(placeField(view, field, 'values'))}
      />
    </SlotSection>
  );
}

function Filters({ view, fields, onChange }: Pick<TreeProps, 'view' | 'fields' | 'onChange'>) {
  const { filters, time } = view.search;
  if (filters.length === 0 && !time) return null;
  const without = (at: number): void =>
    onChange({ ...view, search: { ...view.search, filters: filters.filter((_, i) => i !== at) } });
  const withoutTime = (): void => {
    const { time: _, ...search } = view.search;
    onChange({ ...view, search });
  };
  return (
    <ul className={classes.pills} aria-label="Filters">
      {time && (
        <li>
          <span>
            {timeWords(time.field)} from <b>{time.from ? dateText(time.from) : '…'}</b> to{' '}
            <b>{time.to ? dateText(time.to) : 'now'}</b>
          </span>
          <CloseButton size="xs" aria-label="Remove the time range" onClick={withoutTime} />
        </li>
      )}
      {filters.map((pill, i) => (
        <li key={pillWords(pill, fields)}>
          {pillWords(pill, fields)}
          <CloseButton size="xs" aria-label={`Remove filter ${pillWords(pill, fields)}`} onClick={() => without(i)} />
        </li>
      ))}
    </ul>
  );
}
