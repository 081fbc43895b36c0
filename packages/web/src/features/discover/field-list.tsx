import { ValueType } from '@datasarana/schema';
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { IconColumns, IconSearch, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { BrokenName } from '../../records/broken-name.tsx';
import { formatCount, formatDocuments, formatFigure } from '../../records/format.ts';
import { ValueIcon } from '../../records/value-icon.tsx';
import { isCalled } from '../../records/value-kind.ts';
import type { ViewSearch } from '../../views/definition.ts';
import { type DesignField, groupable, isDate, isNumber, isText } from '../views/designer-fields.ts';
import classes from './discover.module.css';
import { TOP_VALUES, useFieldValues } from './use-discover.ts';

interface FieldListProps {
  readonly template: string;
  /** Null: the search cannot be made, so that nothing is counted. */
  readonly search: ViewSearch | null;
  readonly fields: readonly DesignField[];
  readonly shown: readonly string[];
  readonly onToggle: (field: string) => void;
  readonly onFilter: (field: string, value: string | number, negated: boolean) => void;
  /** Opens the designer on a field; left out for who may make no views. */
  readonly onVisualise?: (field: string) => void;
}

/** Fields of the template; an opened one shows its top values among the matches. */
export function FieldList(props: FieldListProps) {
  const [keyword, setKeyword] = useState('');
  const all = props.fields.filter(({ name, label }) => isCalled(keyword, name, label));
  const found = all.filter(({ nested }) => nested === undefined);
  const ofObjects = all.filter(({ nested, name }) => nested !== undefined && !props.shown.includes(name));
  const inTable = all.filter((field) => props.shown.includes(field.name));
  const available = found.filter((field) => !props.shown.includes(field.name));
  return (
    <aside className={classes.fields} data-print="none" aria-label="Fields">
      <TextInput
        aria-label="Find a field"
        placeholder="Find a field"
        leftSection={<IconSearch size={16} />}
        value={keyword}
        onChange={(e) => setKeyword(e.currentTarget.value)}
      />
      <div className={classes.fieldScroll}>
        <FieldGroup {...props} title="In the table" fields={inTable} />
        <FieldGroup {...props} title="Available" fields={available} />
        <FieldGroup {...props} title="Under Nested" fields={ofObjects} />
        {props.fields.length > 0 && all.length === 0 && (
          <p className={classes.topNote}>No field has this in its name.</p>
        )}
      </div>
    </aside>
  );
}

function FieldGroup({ title, fields, ...props }: FieldListProps & { readonly title: string }) {
  const [open, setOpen] = useState<string | null>(null);
  if (fields.length === 0) return null;
  return (
    <section>
      <h2 className={classes.fieldHeading}>
        {title} <span>{fields.length}</span>
      </h2>
      {fields.map((field) => (
        <div key={field.name}>
          <div className={classes.field} data-open={open === field.name || undefined}>
            <UnstyledButton
              className={classes.fieldName}
              aria-expanded={open === field.name}
              onClick={() => setOpen(open === field.name ? null : field.name)}
            >
              <ValueIcon item={field} />
              <span>
                <BrokenName name={field.name} />
              </span>
            </UnstyledButton>
            <ActionIcon
              size={24}
              variant="subtle"
              color="gray"
              aria-label={
                props.shown.includes(field.name)
                  ? `Take ${field.name} out of the table`
                  : `Show ${field.name} in the table`
              }
              aria-pressed={props.shown.includes(field.name)}
              onClick={() => props.onToggle(field.name)}
            >
              <IconColumns size={14} />
            </ActionIcon>
          </div>
          {open === field.name && <TopValues {...props} fields={fields} field={field} />}
        </div>
      ))}
    </section>
  );
}

function TopValues({
  template,
  search,
  field,
  onFilter,
  onVisualise,
}: FieldListProps & { readonly field: DesignField }) {
  const values = useFieldValues(template, search, field, groupable(field));
  if (!groupable(field))
    return (
      <div className={classes.top}>
        <p className={classes.topNote}>
          {field.value_type === ValueType.Nested
            ? 'Holds objects: their fields stand under Nested.'
            : 'Found by single words; it has no top values.'}
        </p>
        {onVisualise && isText(field) && field.nested === undefined && (
          <UnstyledButton className={classes.linkButton} onClick={() => onVisualise(field.name)}>
            Words that stand out
          </UnstyledButton>
        )}
      </div>
    );
  if (search === null) return <p className={classes.topNote}>Counted once the search is mended.</p>;
  if (values.error) return <p className={classes.topNote}>{values.error.message}</p>;
  if (!values.data)
    return (
      <div className={classes.top} style={{ minHeight: roomOf(field) }}>
        <p className={classes.topNote}>Counting</p>
      </div>
    );
  const { total, filled, stats } = values.data;
  return (
    <div className={classes.top} style={{ minHeight: roomOf(field) }}>
      {values.data.values.map((value) => (
        <div key={String(value.key)} className={classes.topValue}>
          <span className={classes.topLabel} title={value.label}>
            {value.label}
          </span>
          <span className={classes.topShare} title={formatDocuments(value.count)}>
            {((value.count / Math.max(1, total)) * 100).toFixed(1)} %
          </span>
          <ActionIcon
            size={20}
            variant="subtle"
            color="gray"
            aria-label={`Only ${field.name} ${value.label}`}
            onClick={() => onFilter(field.name, value.key, false)}
          >
            <IconZoomIn size={12} />
          </ActionIcon>
          <ActionIcon
            size={20}
            variant="subtle"
            color="gray"
            aria-label={`Without ${field.name} ${value.label}`}
            onClick={() => onFilter(field.name, value.key, true)}
          >
            <IconZoomOut size={12} />
          </ActionIcon>
          <span className={classes.topBar} style={{ inlineSize: `${(value.count / Math.max(1, total)) * 100}%` }} />
        </div>
      ))}
      {stats && !isDate(field) && stats.min !== null && (
        <p className={classes.topNote}>
          {formatFigure(stats.min)} to {formatFigure(stats.max)}, mean {formatFigure(stats.avg)}
        </p>
      )}
      <div className={classes.topFoot}>
        {onVisualise && (
          <UnstyledButton className={classes.linkButton} onClick={() => onVisualise(field.name)}>
            Visualise
          </UnstyledButton>
        )}
        <span>
          {formatCount(filled)} of {formatCount(total)}
        </span>
      </div>
    </div>
  );
}

/** Px that the top values of a field take, so that the fields below stay where they are while it is counted. */
const roomOf = (field: DesignField): number =>
  (field.value_type === ValueType.Boolean ? 2 : TOP_VALUES) * 26 + (isNumber(field) ? 24 : 0) + 16;
