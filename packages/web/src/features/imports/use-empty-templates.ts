import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface EmptyTemplates {
  /** A template was made for a dry run. */
  readonly add: (template: Named) => void;
  /** Rows were sent into it. */
  readonly drop: (id: string) => void;
  /** Whether one was made here, and holds nothing. */
  readonly has: (id: string) => boolean;
}

/**
 * Templates that were made for dry runs and hold nothing: who leaves the wizard is told of them, and can remove them (SRC-36). Whose
 * page ends with the wizard is told nothing any more, so they go with it; what a page cannot send any more the platform removes
 * days later.
 */
export function useEmptyTemplates(): EmptyTemplates {
  const api = useApi();
  const offer = useOfferToRemove();
  const latest = useRef({ api, offer });
  latest.current = { api, offer };
  const made = useRef(new Map<string, Named>());
  useEffect(() => {
    const all = made.current;
    const leave = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) return; // it may be shown again as it stands
      for (const { id } of all.values())
        latest.current.api
          .call('template.delete', { params: { id }, query: { empty: true }, keepalive: true })
          .catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      for (const template of all.values()) latest.current.offer(template);
    };
  }, []);
  return {
    add: (template) => made.current.set(template.id, template),
    drop: (id) => made.current.delete(id),
    has: (id) => made.current.has(id),
  };
}

function useOfferToRemove() {
  const api = useApi();
  const cache = useQueryClient();
  const remove = async ({ id, name }: Named): Promise<void> => {
    try {
      // others may have put something into it meanwhile
      await api.call('template.delete', { params: { id }, query: { empty: true } });
      await cache.invalidateQueries({ queryKey: ['templates'] });
      notify.positive({ title: `Template ${name} removed` });
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (template: Named): void =>
    notify.info({
      title: `Template ${template.name} is empty`,
      message: 'It was made for the dry run of a file that was not loaded.',
      action: { label: 'Remove the template', run: () => void remove(template) },
    });
}
