import { newId, newRecord, type SchemaItem } from '@datasarana/schema';
import { Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Panel } from '../../design/index.ts';
import { itemLabel, RecordForm, type RecordValues } from '../../records/index.ts';
import classes from './account-screen.module.css';

/** Lists of a user that they keep themselves, with the items a person fills in (ENT-05, ENT-43, ENT-44). */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  contacts: ['contact', 'type', 'description', 'active', 'default', 'recovery'],
  devices: ['type', 'number', 'imei', 'provider', 'active', 'default', 'recovery'],
  addresses: ['name', 'type', 'no', 'street', 'city', 'postcode', 'state', 'country', 'active', 'default'],
};
const ONE: Readonly<Record<string, string>> = { contacts: 'contact', devices: 'device', addresses: 'address' };
const EMPTY: Readonly<Record<string, string>> = {
  contacts: 'No contacts yet: add a telephone number or an e-mail address.',
  devices: 'No devices yet.',
  addresses: 'No addresses yet.',
};

export const BELONGINGS: readonly string[] = Object.keys(FILLED);

/** What a person fills in of an entry. */
const filledItems = ({ name, items }: SchemaItem): readonly SchemaItem[] =>
  (FILLED[name] ?? []).flatMap((wanted) => items.filter((item) => item.name === wanted));

/** An entry as it starts; contacts and devices carry an id of their own. */
const newEntry = ({ items }: SchemaItem): RecordValues => ({
  ...newRecord(items),
  ...(items.some(({ name }) => name === 'id') && { id: newId() }),
  active: true,
});

interface BelongingListProps {
  readonly item: SchemaItem;
  readonly value: unknown;
  readonly onChange: (entries: readonly unknown[]) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** Contacts, devices or addresses: one small form per entry. */
export function BelongingList({ item, value, onChange, errors }: BelongingListProps) {
  const entries = Array.isArray(value) ? (value as readonly RecordValues[]) : [];
  const one = ONE[item.name] ?? item.name;
  const add = (): void => onChange([...entries, newEntry(item)]);
  return (
    <Panel
      title={
        <>
          {itemLabel(item)} <span className="ds-meta">{entries.length}</span>
        </>
      }
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          Add {one}
        </Button>
      }
    >
      {entries.length === 0 && <p className={classes.none}>{EMPTY[item.name]}</p>}
      {entries.map((entry, index) => (
        <section key={String(entry.id ?? index)} className={classes.entry} aria-label={`${one} ${index + 1}`}>
          <RecordForm
            path={`${item.name}.${index}`}
            items={filledItems(item)}
            value={entry}
            onChange={(next) => onChange(entries.map((other, at) => (at === index ? next : other)))}
            errors={errors}
          />
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconTrash size={14} />}
            onClick={() => onChange(entries.filter((_, at) => at !== index))}
          >
            Remove {one} {index + 1}
          </Button>
        </section>
      ))}
    </Panel>
  );
}
