import { ActionIcon, Button, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconUserMinus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { dialogs, EmptyState, ErrorState, Initials, LoadingRows, NoMatch, SearchBox } from '../../design/index.ts';
import { formatCount } from '../../records/index.ts';
import { useSession } from '../../session/index.ts';
import { AddPeople } from './add-people.tsx';
import {
  type GroupRow,
  groupName,
  PEOPLE,
  type PersonRow,
  personName,
  useGroupRights,
  useMembership,
  usePeople,
} from './group-calls.ts';
import classes from './groups.module.css';
import { RoleOption } from './role-option.tsx';
import { ROLES_IN_GROUP, roleInGroup, roleOfText } from './role-words.ts';

/** Who is in a group and the role each has there; who may, adds people, gives roles and takes them away (ROL-18). */
export function GroupPeople({ group }: { readonly group: GroupRow }) {
  const [keyword, setKeyword] = useState('');
  const [page, setPage] = useState(0);
  const people = usePeople(group.id, keyword, page);
  const { changes } = useGroupRights(group.id);
  const membership = useMembership(group);
  const add = (): void =>
    void dialogs.open(`Add people to ${groupName(group)}`, (close) => <AddPeople group={group} onDone={close} />);
  const search = (text: string): void => {
    setKeyword(text);
    setPage(0);
  };
  return (
    <>
      <div className={classes.tools}>
        <SearchBox value={keyword} onChange={search} label="Search its people" placeholder="Name contains" inner />
        {changes && (
          <Button leftSection={<IconUserPlus size={16} />} onClick={add}>
            Add people
          </Button>
        )}
      </div>
      {people.error ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} />
      ) : !people.data ? (
        <LoadingRows rows={4} height={48} />
      ) : people.data.people.length > 0 ? (
        <ul className={classes.people} aria-label={`People of ${groupName(group)}`} aria-busy={people.isFetching}>
          {people.data.people.map((person) => (
            <Person key={person.id} person={person} group={group} membership={membership} />
          ))}
        </ul>
      ) : keyword ? (
        <NoMatch onClear={() => search('')}>Nobody in this group has "{keyword}" in their name.</NoMatch>
      ) : (
        <EmptyState icon={IconUsers} title="Nobody is in this group">
          What is shared with a group is there for its people.
        </EmptyState>
      )}
      <Pages page={page} total={people.data?.total ?? 0} onPage={setPage} />
    </>
  );
}

interface PersonProps {
  readonly person: PersonRow;
  readonly group: GroupRow;
  readonly membership: ReturnType<typeof useMembership>;
}

function Person({ person, group, membership }: PersonProps) {
  const { session } = useSession();
  const { reads, changes } = useGroupRights(group.id);
  const own = person.id === session?.user.id;
  const name = personName(person);
  const role = reads ? roleOfText(person.role_in_group) : roleInGroup(session?.user.role_in_group?.[group.id]);
  const sure = (loss: string, action: string): Promise<boolean> =>
    dialogs.confirm({ title: `${action} ${groupName(group)}`, text: loss, action, danger: true });
  const give = async (next: string): Promise<void> => {
    if (next === role.value) return;
    if (own && !(await sure('You may lose the right to give it back to yourself.', 'Change my role in'))) return;
    await membership.setRole(person, next);
  };
  const remove = async (): Promise<void> => {
    if (own && !(await sure('What is shared with it is no longer there for you.', 'Leave'))) return;
    await membership.remove(person);
  };
  return (
    <li className={classes.person}>
      <Initials name={name} size={28} />
      <span className={classes.who}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.state}>
          {[own && 'You', person.status !== 'Active' && person.status].filter(Boolean).join(', ')}
        </span>
      </span>
      {changes ? (
        <>
          <Select
            className={classes.role ?? ''}
            aria-label={`Role of ${name} in this group`}
            allowDeselect={false}
            disabled={membership.working}
            comboboxProps={{ width: 300, position: 'bottom-end' }}
            data={ROLES_IN_GROUP.map(({ value, label }) => ({ value, label }))}
            renderOption={({ option, checked }) => <RoleOption value={option.value} checked={checked} />}
            value={role.value}
            onChange={(next) => void give(next ?? '')}
          />
          <ActionIcon
            aria-label={`Take ${name} out of the group`}
            title="Take out of the group"
            disabled={membership.working}
            onClick={() => void remove()}
          >
            <IconUserMinus size={16} />
          </ActionIcon>
        </>
      ) : (
        (reads || own) && (
          <span className={classes.held} title={role.does}>
            {role.label}
          </span>
        )
      )}
    </li>
  );
}

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

function Pages({ page, total, onPage }: PagesProps) {
  if (total <= PEOPLE) return null;
  const last = Math.min((page + 1) * PEOPLE, total);
  return (
    <div className={classes.pages}>
      <span>
        {formatCount(page * PEOPLE + 1)} to {formatCount(last)} of {formatCount(total)}
      </span>
      <ActionIcon aria-label="Previous people" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon aria-label="Next people" disabled={last === total} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  );
}
