import { reachOf } from '@datasarana/schema';
import { IconDatabaseOff, IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { EmptyState, notifyFailure } from '../../design/index.ts';
import { ScreenLink } from '../../navigation.tsx';
import { useSession, useSessionStore } from '../../session/index.ts';
import { sharerOf } from '../templates/not-shared.tsx';
import type { TemplateRecord } from '../templates/template-calls.ts';

interface UnreadableProps {
  readonly template: TemplateRecord;
}

/** The address names a template that the caller sees, but not its records. */
export function Unshared({ template }: UnreadableProps) {
  return (
    <EmptyState
      icon={IconLock}
      title={`The records of ${template.name} are not shared with you`}
      action={<ScreenLink to="toolkit.analytic.discover">Search what is shared with you</ScreenLink>}
    >
      Ask {sharerOf(template)} to share the template with a group you are in.
    </EmptyState>
  );
}

/** The records of a template could be read when the screen was opened, and cannot any more. */
export function Withdrawn({ template }: UnreadableProps) {
  const cache = useQueryClient();
  const store = useSessionStore();
  // What can still be searched is asked anew, so that the way on does not lead back here; it may be a role that went.
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: ['templates'] });
    store.reloadRights().catch(notifyFailure);
  }, [cache, store]);
  const all = reachOf(useSession().roles, 'data read', 'read') === 'all';
  if (all)
    return (
      <EmptyState
        icon={IconDatabaseOff}
        title={`${template.name} was removed`}
        action={<ScreenLink to="toolkit.analytic.discover">Search another template</ScreenLink>}
      >
        Its records can no longer be read.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconLock}
      title={`The records of ${template.name} are no longer shared with you`}
      action={<ScreenLink to="toolkit.analytic.discover">Search what is shared with you</ScreenLink>}
    >
      It left your groups, or it was removed. Ask {sharerOf(template)} whether it can be shared with you again.
    </EmptyState>
  );
}

/** The address names a template that takes no records yet. */
export const Undeployed = ({ template }: UnreadableProps) => (
  <EmptyState
    icon={IconDatabaseOff}
    title={`${template.name} is not deployed yet`}
    action={
      <ScreenLink to="toolkit.dev.template" params={{ id: template.id }}>
        Open the template
      </ScreenLink>
    }
  >
    Once it is deployed it takes records, which can be searched here.
  </EmptyState>
);

/** Where the search index of a template is switched on. */
export const ToStorage = ({ template }: UnreadableProps) => (
  <ScreenLink to="toolkit.dev.template" params={{ id: template.id }} search={{ tab: 'health' }}>
    Index and stream of {template.name}
  </ScreenLink>
);
