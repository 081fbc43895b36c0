import { ActionIcon, Button, Popover, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconDeviceFloppy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { dialogs, notify, notifyFailure } from '../../design/index.ts';
import { useAddress } from '../../navigation.tsx';
import { formatListDate } from '../../records/format.ts';
import { WriteButton } from '../../records/write-button.tsx';
import { useHolds, useSession } from '../../session/index.ts';
import type { ViewSearch } from '../../views/definition.ts';
import type { TemplateRecord } from '../templates/template-calls.ts';
import classes from './discover.module.css';
import { addressOf, asksTheSame, bodyOf, type SavedSearch } from './saved-search.ts';
import { newerSearch, useForgetSearch, useKeepSearch, useSavedSearches } from './use-saved-searches.ts';

interface SavedSearchesProps {
  readonly template: TemplateRecord;
  readonly templates: readonly TemplateRecord[];
  readonly search: ViewSearch;
}

/** Keeps the search under a name and opens those that were kept, of all templates. */
export function SavedSearches({ template, templates, search }: SavedSearchesProps) {
  const [opened, setOpened] = useState(false);
  const [address, setAddress] = useAddress();
  const saved = useSavedSearches();
  const holds = useHolds();
  const { session } = useSession();
  const isOwn = ({ owner }: SavedSearch): boolean => owner === session?.user.id;
  const here = saved.data?.find(({ id }) => id === address.saved);
  // They live here and not in the list, which is gone by the time the answer comes.
  const keep = useKeepSearch();
  const forget = useForgetSearch();
  // As it stood when it was opened here; another tab may save it anew.
  const [base, setBase] = useState(here);
  if (here && here.id !== base?.id) setBase(here);
  const store = async (kept: Pick<SavedSearch, 'name'> & Partial<SavedSearch>): Promise<void> => {
    setOpened(false);
    const { id = null, name, modified } = kept;
    const body = bodyOf(address, search);
    const stored = await keep.mutateAsync({
      id,
      name,
      dataset: template.id,
      body,
      ...(modified !== undefined && { base: modified }),
    });
    notify.positive({ title: `Search ${stored.name} saved` });
    setBase(stored);
    setAddress({ saved: stored.id });
  };
  const open = (one: SavedSearch): void => {
    setBase(one);
    setAddress(addressOf(one), { push: true });
    setOpened(false);
  };
  const change = async (known: SavedSearch): Promise<void> => {
    try {
      await store(known);
    } catch (error) {
      const newer = newerSearch(error);
      if (!newer) return notifyFailure(error);
      const told = `It was saved at ${formatListDate(newer.modified)}, after you opened it. Yours is not saved yet.`;
      const { askWhose } = await import('../../records/ask-whose.tsx');
      const whose = await askWhose(`Search ${newer.name} was saved elsewhere`, told);
      if (whose === 'mine') return change({ ...newer, name: known.name });
      if (whose === 'theirs') open(newer);
    }
  };
  const askName = (): void => {
    setOpened(false);
    const send = (name: string): Promise<void> => store({ name });
    void dialogs.prompt({ title: 'Save search', label: 'Name', action: 'Save search', send });
  };
  const askForget = async ({ id, name }: SavedSearch): Promise<void> => {
    setOpened(false);
    const text = 'The records it finds stay as they are.';
    const yes = await dialogs.confirm({ title: `Delete search ${name}`, text, action: 'Delete search', danger: true });
    if (!yes) return;
    const done = (): void => void (id === address.saved && setAddress({ saved: undefined }));
    forget.mutate({ id, name }, { onSuccess: done });
  };
  const changed = here !== undefined && (here.dataset !== template.id || !asksTheSame(here.address, address));
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={320}
      trapFocus
      withinPortal
      returnFocus
    >
      <Popover.Target>
        <Button
          leftSection={<IconBookmark size={16} />}
          title={here?.name}
          aria-label={here ? `Saved searches: ${here.name}` : 'Saved searches'}
          classNames={{ label: classes.savedName ?? '' }}
          onClick={() => setOpened((now) => !now)}
        >
          {here ? here.name : 'Searches'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {holds('views', 'add') && (
          <div className={classes.keepButtons}>
            <WriteButton size="sm" leftSection={<IconDeviceFloppy size={14} />} onClick={askName}>
              {here ? 'Save as new search' : 'Save this search'}
            </WriteButton>
            {here && changed && isOwn(here) && (
              <WriteButton size="sm" onClick={() => void change(base?.id === here.id ? base : here)}>
                Save changes
              </WriteButton>
            )}
          </div>
        )}
        {saved.error ? (
          <p className={classes.topNote}>{saved.error.message}</p>
        ) : saved.data?.length === 0 ? (
          <p className={classes.topNote}>No search is kept yet. One keeps text, filters, time, columns and order.</p>
        ) : (
          <ul className={classes.savedList} aria-label="Saved searches">
            {saved.data?.map((one) => (
              <SavedRow
                key={one.id}
                saved={one}
                template={templates.find(({ id }) => id === one.dataset)?.name ?? ''}
                current={one.id === here?.id}
                onOpen={() => open(one)}
                onForget={isOwn(one) ? () => void askForget(one) : undefined}
              />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

interface SavedRowProps {
  readonly saved: SavedSearch;
  readonly template: string;
  readonly current: boolean;
  readonly onOpen: () => void;
  /** Given for the caller's own searches. */
  readonly onForget: (() => void) | undefined;
}

function SavedRow({ saved, template, current, onOpen, onForget }: SavedRowProps) {
  return (
    <li className={classes.savedRow}>
      <UnstyledButton className={classes.savedOpen} aria-current={current || undefined} onClick={onOpen}>
        <b>{saved.name}</b>
        <span>{template}</span>
      </UnstyledButton>
      {onForget && (
        <ActionIcon variant="subtle" color="gray" aria-label={`Delete search ${saved.name}`} onClick={onForget}>
          <IconTrash size={14} />
        </ActionIcon>
      )}
    </li>
  );
}
