import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { IconGripVertical, IconPlus, IconSearch } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { ValueIcon } from '../../records/value-icon.tsx';
import { isCalled } from '../../records/value-kind.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { type DesignField, hasPlace } from './designer-fields.ts';
import { fits, placeField, SLOT_WORDS, type Slot, slotsOf, usedFields } from './slots.ts';
import classes from './views.module.css';

/** Type under which a dragged field travels; no other page's drags are taken. */
const FIELD = 'application/x-datasarana-field';

interface FieldListProps {
  readonly view: ViewDefinition;
  readonly fields: readonly DesignField[];
  readonly onChange: (view: ViewDefinition) => void;
}

/** Fields of the template, to be dragged onto a slot; the button of each does the same by keyboard and on phones. */
export function DesignerFieldList({ view, fields, onChange }: FieldListProps) {
  const [keyword, setKeyword] = useState('');
  const used = usedFields(view);
  const slots = slotsOf(view);
  const offered = fields.filter((field) => slots.some((slot) => fits(field, slot)));
  const found = offered.filter(({ name, label }) => isCalled(keyword, name, label));
  return (
    <section aria-label="Fields">
      <TextInput
        aria-label="Find a field"
        placeholder={`Drag a field to ${listWords(slots)}`}
        leftSection={<IconSearch size={14} />}
        value={keyword}
        onChange={(e) => setKeyword(e.currentTarget.value)}
      />
      <ul className={classes.fields}>
        {found.map((field) => (
          <li
            key={field.name}
            className={classes.field}
            draggable
            data-used={used.has(field.name) || undefined}
            onDragStart={(event) => {
              event.dataTransfer.setData(FIELD, field.name);
              event.dataTransfer.effectAllowed = 'copy';
            }}
          >
            <IconGripVertical size={12} aria-hidden className={classes.grip} />
            <ValueIcon item={field} />
            <span className={classes.fieldName}>{field.name}</span>
            {used.has(field.name) && <span className={classes.used} role="img" aria-label="used" />}
            <PlaceMenu field={field} slots={slots} onPlace={(slot) => onChange(placeField(view, field, slot))} />
          </li>
        ))}
        {fields.length > 0 && found.length === 0 && <li className={classes.noField}>No field has this in its name.</li>}
      </ul>
    </section>
  );
}

const listWords = (slots: readonly Slot[]): string => (slots.length > 1 ? 'rows, split or values' : 'columns');

interface PlaceMenuProps {
  readonly field: DesignField;
  readonly slots: readonly Slot[];
  readonly onPlace: (slot: Slot) => void;
}

function PlaceMenu({ field, slots, onPlace }: PlaceMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Place ${field.name}`}>
          <IconPlus size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {slots
          .filter((slot) => fits(field, slot))
          .map((slot) => (
            <Menu.Item key={slot} onClick={() => onPlace(slot)}>
              {hasPlace(field) && slot !== 'columns' ? 'Draw on a map' : SLOT_WORDS[slot]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SlotProps extends FieldListProps {
  readonly slot: Slot;
  /** Nothing is in it yet. */
  readonly empty: boolean;
  readonly children: ReactNode;
}

/** A part of the view that takes dropped fields. */
export function SlotSection({ slot, view, fields, onChange, empty, children }: SlotProps) {
  const [over, setOver] = useState(false);
  const carries = (event: DragEvent): boolean => event.dataTransfer.types.includes(FIELD);
  const drop = (event: DragEvent): void => {
    if (!carries(event)) return;
    event.preventDefault();
    setOver(false);
    const field = fields.find(({ name }) => name === event.dataTransfer.getData(FIELD));
    if (field) onChange(placeField(view, field, slot));
  };
  return (
    <section
      aria-label={SLOT_WORDS[slot]}
      className={classes.slot}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!carries(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        setOver(true);
      }}
      onDragLeave={(event) => {
        const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      }}
      onDrop={drop}
    >
      <h2 className={classes.heading}>{SLOT_WORDS[slot]}</h2>
      {empty && <p className={classes.drop}>Drop a field here</p>}
      {children}
    </section>
  );
}
