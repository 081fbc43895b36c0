import { Checkbox } from '@mantine/core';

/** The events a template can publish (NOT-01, NOT-04, NOT-05) in words. */
const EVENTS = [
  { value: 'on_create', label: 'A record was added' },
  { value: 'on_update', label: 'A record was replaced or edited' },
  { value: 'on_delete', label: 'A record was removed' },
  { value: 'on_change', label: 'A template was saved or deployed' },
  { value: 'on_stat', label: 'Counts or health of a template changed' },
  { value: 'on_document', label: 'A record can be searched' },
] as const;

const words = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

interface NotifyChoicesProps {
  readonly value: unknown;
  readonly onChange: (chosen: readonly string[]) => void;
  readonly disabled: boolean;
}

/** Which events of templates the user wants in the inbox; kept in `notify` of their record (SCR-17). */
export function NotifyChoices({ value, onChange, disabled }: NotifyChoicesProps) {
  const chosen = words(value);
  // Choices of another version or program stay as they are.
  const others = chosen.filter((name) => !EVENTS.some((event) => event.value === name));
  return (
    <Checkbox.Group
      label="Tell me when"
      description="Events of the templates you may read that publish them"
      value={chosen}
      onChange={(next) =>
        onChange([...others, ...EVENTS.map(({ value: name }) => name).filter((name) => next.includes(name))])
      }
    >
      <div style={{ display: 'grid', gap: 8, marginTop: 8 }}>
        {EVENTS.map((event) => (
          <Checkbox key={event.value} value={event.value} label={event.label} disabled={disabled} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
