import { isFailure } from '@datasarana/client';
import { Button, MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLink } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { DialogFoot, dialogs, notify, notifyFailure, SearchSelect } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import { useMay } from '../../session/index.ts';
import { personName, useCandidates, usePeople } from '../groups/group-calls.ts';
import { RoleSelect } from '../groups/role-select.tsx';
import { isAddress, splitAddresses } from './addresses.ts';
import { hasLink, type InviteTo, useInviting } from './invite-calls.ts';
import { InviteLinks } from './invite-links.tsx';
import classes from './invites.module.css';

interface Choice {
  readonly id: string;
  readonly name: string;
}

/** What is picked: the id of an account holder, or an address as it was written. */
type Picked = ReadonlyMap<string, string>;

const MAIL = 'mailto:';

/** Opens the form that invites people into a group, or into one of several. */
export const openInviting = (groups: readonly Choice[]): void =>
  void dialogs.open(
    groups.length === 1 && groups[0] ? `Invite people to ${groups[0].name}` : 'Invite people',
    (close) => <InvitePeople groups={groups} onDone={close} />,
  );

/** Invites account holders by name and others by e-mail address, with a role in the group; or makes a link for one person. */
function InvitePeople({ groups, onDone }: { readonly groups: readonly Choice[]; readonly onDone: () => void }) {
  const [chosen, setChosen] = useState(groups.length === 1 ? groups[0]?.id : undefined);
  const group = groups.find(({ id }) => id === chosen);
  const [picked, setPicked] = useState<Picked>(new Map());
  const [role, setRole] = useState('');
  const [refused, setRefused] = useState('');
  const { invite, working } = useInviting();
  const send = async (to: readonly InviteTo[]): Promise<void> => {
    if (!group) return;
    try {
      const made = await invite(group, to, role);
      onDone();
      notify.positive({
        title: `${made.length === 1 ? '1 invite' : `${formatCount(made.length)} invites`} into ${group.name}`,
      });
      const links = made.filter(hasLink);
      if (links.length > 0)
        void dialogs.open('Hand over the links', (close) => <InviteLinks invites={links} onDone={close} />);
    } catch (error) {
      const reasons = isFailure(error) ? Object.values(error.fields) : [];
      if (reasons.length > 0) setRefused(`${reasons.join('. ')}.`);
      else notifyFailure(error);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send([...picked.keys()].map((id) => (id.startsWith(MAIL) ? { email: id.slice(MAIL.length) } : { user: id })));
  };
  const pick = (next: Picked): void => {
    setRefused('');
    setPicked(next);
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      {groups.length > 1 && (
        <SearchSelect
          label="Group"
          withAsterisk
          allowDeselect={false}
          nothingFoundMessage="No group of this name"
          comboboxProps={{ zIndex: 400 }}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen ?? null}
          onChange={(next) => setChosen(next ?? undefined)}
        />
      )}
      <WhomToInvite group={chosen ?? ''} picked={picked} onPick={pick} error={refused} />
      <RoleSelect value={role} onChange={setRole} />
      <DialogFoot
        before={
          <Button
            variant="subtle"
            leftSection={<IconLink size={16} />}
            disabled={working || !group || picked.size > 0}
            title={picked.size > 0 ? 'For somebody whose address is not known' : undefined}
            onClick={() => void send([{}])}
          >
            Make a link
          </Button>
        }
      >
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="filled" loading={working} disabled={picked.size === 0 || !group}>
          {picked.size > 1 ? `Invite ${formatCount(picked.size)} people` : 'Invite person'}
        </Button>
      </DialogFoot>
    </form>
  );
}

interface WhomProps {
  readonly group: string;
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
  readonly error: string;
}

function WhomToInvite({ group, picked, onPick, error }: WhomProps) {
  const may = useMay();
  const [text, setText] = useState('');
  const [keyword] = useDebouncedValue(text.trim(), 200);
  const candidates = useCandidates(isAddress(keyword) ? '' : keyword);
  const present = new Set(usePeople(group, keyword, 0, group !== '').data?.people.map(({ id }) => id));
  const named = text.trim().toLowerCase();
  // What was found for a shorter text is narrowed at once.
  const found = isAddress(text)
    ? []
    : (candidates.data ?? []).filter((one) => personName(one).toLowerCase().includes(named));
  const known: Picked = new Map([
    ...picked,
    ...found.map((one) => [one.id, personName(one)] as const),
    ...(isAddress(text) ? [[`${MAIL}${text.trim()}`, text.trim()] as const] : []),
  ]);
  const add = (addresses: readonly string[], rest: string): void => {
    onPick(new Map([...picked, ...addresses.map((address) => [`${MAIL}${address}`, address] as const)]));
    setText(rest);
  };
  const search = (next: string): void => {
    const { addresses, rest } = splitAddresses(next);
    // One address alone may still be typed at.
    if (addresses.length > 1 || (addresses.length === 1 && /[\s,;]$/.test(next))) add(addresses, rest);
    else setText(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isAddress(text)) return;
    event.preventDefault();
    add([text.trim()], '');
  };
  return (
    <MultiSelect
      data-autofocus
      label="People"
      placeholder={picked.size === 0 ? 'E-mail address or name' : ''}
      description={
        may('accounts', 'add')
          ? 'By an address, those without an account can make one.'
          : 'Those you share a group with by name, others with an account by their address.'
      }
      error={error || undefined}
      searchable
      hidePickedOptions
      searchValue={text}
      onSearchChange={search}
      onKeyDown={onKeyDown}
      filter={({ options }) => options}
      nothingFoundMessage={
        candidates.isFetching
          ? 'Searching'
          : (candidates.error?.message ?? 'Nobody of this name; type a whole e-mail address')
      }
      comboboxProps={{ zIndex: 400 }}
      data={[...known].map(([value, label]) => ({ value, label, disabled: present.has(value) }))}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.value.startsWith(MAIL) ? `Invite ${option.label}` : option.label}
          {option.disabled && <span className="ds-meta">in the group</span>}
        </span>
      )}
      value={[...picked.keys()]}
      onChange={(ids) => onPick(new Map(ids.map((id) => [id, known.get(id) ?? id])))}
    />
  );
}
