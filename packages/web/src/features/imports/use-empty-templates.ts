import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { notify, notifyFailure } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface EmptyTemplates {
  /** A template was made for a dry run. */
  readonly add: (template: Named) => void;
  /** Rows were sent into it. */
  readonly drop: (id: string) => void;
}

/** Templates that were made for dry runs and hold nothing: who leaves the wizard is told of them, and can remove them (SRC-36). */
export function useEmptyTemplates(): EmptyTemplates {
  const offer = useOfferToRemove();
  const latest = useRef(offer);
  latest.current = offer;
  const made = useRef(new Map<string, Named>());
  useEffect(() => {
    const all = made.current;
    return () => {
      for (const template of all.values()) latest.current(template);
    };
  }, []);
  return {
    add: (template) => made.current.set(template.id, template),
    drop: (id) => made.current.delete(id),
  };
}

function useOfferToRemove() {
  const api = useApi();
  const cache = useQueryClient();
  /** Others may have put something into it meanwhile. */
  const isEmpty = async (id: string): Promise<boolean> => {
    const { data } = await api.call('template.overview', { query: { ids: id } });
    return (data ?? []).every(({ documents }) => documents === 0);
  };
  const remove = async ({ id, name }: Named): Promise<void> => {
    try {
      if (!(await isEmpty(id))) {
        notify.info({ title: `Template ${name} stays`, message: 'It holds records meanwhile.' });
        return;
      }
      await api.call('template.delete', { params: { id } });
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
