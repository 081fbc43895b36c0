import { SegmentedControl, Select, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconChartAreaLine,
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconChartPie,
  IconCloud,
  IconGridDots,
  IconHash,
  IconMap2,
  IconTable,
} from '@tabler/icons-react';
import { Panel, Toggle } from '../../design/index.ts';
import { canHaveOthers } from '../../views/asked-buckets.ts';
import {
  listsRecords,
  stacks,
  VISUALS,
  type ViewDefinition,
  type ViewOptions,
  type Visual,
  visualWords,
} from '../../views/definition.ts';
import { isSortable } from '../../views/records/value-at.ts';
import { DesignerColours } from './designer-colours.tsx';
import { type DesignField, hasPlace, isPoint, mapOf, withManyWords } from './designer-fields.ts';
import { withRows } from './slots.ts';
import classes from './views.module.css';

const ICONS: Readonly<Record<Visual, Icon>> = {
  'Vertical Bar': IconChartBar,
  'Horizontal Bar': IconChartBar,
  Line: IconChartLine,
  Area: IconChartAreaLine,
  Pie: IconChartPie,
  Doughnut: IconChartDonut,
  Heatmap: IconGridDots,
  WordCloud: IconCloud,
  Table: IconTable,
  Metric: IconHash,
  Map: IconMap2,
};

interface AdjustProps {
  readonly view: ViewDefinition;
  /** The same as it is drawn; null while it cannot be. */
  readonly drawn: ViewDefinition | null;
  readonly fields: readonly DesignField[];
  readonly onChange: (view: ViewDefinition) => void;
}

/** How the view is drawn: visual, title, axes, legend (VIS-01, VIS-05). */
export function DesignerAdjust({ view, drawn, fields, onChange }: AdjustProps) {
  const choose = (visual: Visual): void => {
    const bare = view.rows === undefined && view.buckets.length === 0;
    // without groups a table would be a single figure
    if (visual === 'Table' && bare) {
      onChange(withRows(view, 'records', fields));
      return;
    }
    const place = fields.find(({ name }) => name === view.point) ?? fields.find(isPoint) ?? fields.find(hasPlace);
    if (visual === 'Map' && place) {
      onChange(mapOf(view, place));
      return;
    }
    const buckets = visual === 'WordCloud' ? view.buckets.map(withManyWords) : view.buckets;
    onChange({ ...view, visual, buckets });
  };
  const adjust = (options: Partial<ViewOptions>): void =>
    onChange({ ...view, options: { ...view.options, ...options } });
  const places = fields.filter(hasPlace);
  return (
    <Panel title="Adjust" className={classes.adjust ?? ''}>
      <div className={classes.treeBody}>
        <div className={classes.visuals} role="radiogroup" aria-label="Visual">
          {VISUALS.map((visual) => (
            <VisualChoice
              key={visual}
              visual={visual}
              chosen={view.visual === visual}
              onChoose={() => choose(visual)}
            />
          ))}
        </div>
        {view.visual === 'Table' && <RowsChoice view={view} fields={fields} onChange={onChange} />}
        <TextInput
          label="Title"
          value={view.title}
          onChange={(e) => onChange({ ...view, title: e.currentTarget.value })}
        />
        {view.visual === 'Map' ? (
          <Select
            label="Place field"
            data={places.map((field) => field.name)}
            value={view.point ?? null}
            placeholder={places.length > 0 ? 'Choose' : 'This template has no points and no shapes'}
            onChange={(name) => {
              const place = places.find((field) => field.name === name);
              if (place) onChange(mapOf(view, place));
            }}
          />
        ) : (
          <ChartOptions view={view} onAdjust={adjust} />
        )}
        {drawn && <DesignerColours view={drawn} onChange={(colours) => adjust({ colours })} />}
      </div>
    </Panel>
  );
}

/** Whether a table lists groups or the records themselves (VIS-12). */
function RowsChoice({ view, fields, onChange }: Omit<AdjustProps, 'drawn'>) {
  const rows = listsRecords(view) ? 'records' : 'groups';
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Rows of the table"
        value={rows}
        onChange={(value) => onChange(withRows(view, value === 'records' ? 'records' : 'groups', fields))}
        data={[
          { value: 'groups', label: 'Groups' },
          { value: 'records', label: 'Records' },
        ]}
      />
      {rows === 'records' && <OrderChoice view={view} onChange={onChange} />}
    </>
  );
}

/** The order that a table of records opens in; a click on a head of the table sets the same. */
function OrderChoice({ view, onChange }: Pick<AdjustProps, 'view' | 'onChange'>) {
  const { sort, columns = [], ...rest } = view;
  const sortable = columns.filter(({ value_type }) => isSortable(value_type)).map(({ field }) => field);
  const data = sort && !sortable.includes(sort.field) ? [...sortable, sort.field] : sortable;
  return (
    <>
      <Select
        label="Order"
        placeholder="Newest first"
        clearable
        data={data}
        value={sort?.field ?? null}
        onChange={(field) =>
          onChange({ ...rest, columns, ...(field && { sort: { field, order: sort?.order ?? 'asc' } }) })
        }
      />
      {sort && (
        <Toggle
          label="Largest or last first"
          checked={sort.order === 'desc'}
          onChange={(falls) => onChange({ ...view, sort: { ...sort, order: falls ? 'desc' : 'asc' } })}
        />
      )}
    </>
  );
}

function VisualChoice({
  visual,
  chosen,
  onChoose,
}: {
  readonly visual: Visual;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const Mark = ICONS[visual];
  return (
    <Tooltip label={visualWords(visual)}>
      <UnstyledButton
        role="radio"
        aria-checked={chosen}
        aria-label={visualWords(visual)}
        className={classes.visual}
        data-chosen={chosen || undefined}
        onClick={onChoose}
      >
        <Mark size={18} style={visual === 'Horizontal Bar' ? { transform: 'rotate(90deg)' } : undefined} />
      </UnstyledButton>
    </Tooltip>
  );
}

type Adjusting = (options: Partial<ViewOptions>) => void;

function ChartOptions({ view, onAdjust }: { readonly view: ViewDefinition; readonly onAdjust: Adjusting }) {
  const { options, visual } = view;
  if (visual === 'Table' || visual === 'Metric' || visual === 'WordCloud') return null;
  const round = visual === 'Pie' || visual === 'Doughnut';
  return (
    <>
      <Select
        label={visual === 'Heatmap' ? 'Key of the colours' : 'Legend'}
        data={[
          { value: 'top', label: 'Top' },
          { value: 'bottom', label: 'Bottom' },
          { value: 'none', label: 'None' },
        ]}
        value={options.legend ?? 'top'}
        allowDeselect={false}
        onChange={(legend) => legend && onAdjust({ legend: legend as 'top' | 'bottom' | 'none' })}
      />
      <Toggle
        label="Figures under the pointer"
        checked={options.tooltip !== false}
        onChange={(tooltip) => onAdjust({ tooltip })}
      />
      {!round && (
        <>
          {visual !== 'Heatmap' && <SeriesOptions view={view} onAdjust={onAdjust} />}
          <Toggle
            label="Figures on the drawing"
            checked={options.labels === true}
            onChange={(labels) => onAdjust({ labels })}
          />
          <TextInput
            label={visual === 'Heatmap' ? 'Axis down' : 'Value axis'}
            value={options.leftAxis ?? ''}
            onChange={(e) => onAdjust({ leftAxis: e.currentTarget.value })}
          />
          <TextInput
            label={visual === 'Heatmap' ? 'Axis across' : 'Group axis'}
            value={options.bottomAxis ?? ''}
            onChange={(e) => onAdjust({ bottomAxis: e.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

function SeriesOptions({ view, onAdjust }: { readonly view: ViewDefinition; readonly onAdjust: Adjusting }) {
  const { options, visual } = view;
  const lines = visual === 'Line' || visual === 'Area';
  return (
    <>
      {stacks(visual) && (
        <Toggle label="Stacked" checked={options.stack === true} onChange={(stack) => onAdjust({ stack })} />
      )}
      {canHaveOthers(view) && (
        <Toggle
          label="What is left over as Others"
          checked={options.others !== false}
          onChange={(others) => onAdjust({ others })}
        />
      )}
      {lines && <Toggle label="Smooth" checked={options.smooth === true} onChange={(smooth) => onAdjust({ smooth })} />}
      <Toggle
        label="Grid lines"
        checked={options.gridLines !== false}
        onChange={(gridLines) => onAdjust({ gridLines })}
      />
    </>
  );
}
