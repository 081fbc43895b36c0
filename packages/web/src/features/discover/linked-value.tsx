import type { ReactNode } from 'react';
import { ScreenLink } from '../../navigation.tsx';
import { relationOf } from '../../records/linked-record.ts';
import { useTemplates } from '../templates/template-calls.ts';

interface LinkedValueProps {
  readonly relationship: string | undefined;
  readonly value: unknown;
  readonly children: ReactNode;
}

/** A value as a link to the record it refers to (TPL-39); plain where that record has no screen, or may not be read. */
export function LinkedValue({ relationship, value, children }: LinkedValueProps) {
  const { data: templates } = useTemplates();
  const { target, item } = relationOf(relationship);
  const template = templates?.find(({ id, name }) => target !== '' && (id === target || name === target));
  if (typeof value !== 'string' || value === '') return children;
  if (target === 'user' || target === 'user.group')
    return (
      <ScreenLink to={target === 'user' ? 'toolkit.tenant' : 'toolkit.tenant.groups'} search={{ open: value }}>
        {children}
      </ScreenLink>
    );
  if (!template) return children;
  const found = item === 'id' ? { open: value } : { f: JSON.stringify([{ field: item, operator: 'is', value }]) };
  return (
    <ScreenLink to="toolkit.analytic.discover" search={{ template: template.id, ...found }}>
      {children}
    </ScreenLink>
  );
}
