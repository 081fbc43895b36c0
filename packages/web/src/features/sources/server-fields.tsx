import { checkWhole } from '@datasarana/schema';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { NumberField } from '../../records/number-field.tsx';
import { orNone } from '../../records/read-number.ts';

/** Where a database server is and who signs in to it, as typed. */
export interface ServerForm {
  readonly host: string;
  readonly port: number;
  readonly uid: string;
  readonly pwd: string;
  readonly tls: 'off' | 'required' | 'verify';
}

const checkPort = checkWhole([1n, 65_535n]);
const LONGEST_HOST = 255;

/** Whether host, port and user are such that the server can be asked. */
export const canBeAsked = ({ host, port, uid }: ServerForm): boolean =>
  host.trim() !== '' && host.length <= LONGEST_HOST && port >= 1 && port <= 65_535 && uid !== '';

interface ServerFieldsProps {
  readonly form: ServerForm;
  /** By the name of the setting: `host`, `port`, `uid`, `pwd`, `tls`. */
  readonly errors: Readonly<Partial<Record<keyof ServerForm, string>>>;
  readonly set: (change: Partial<ServerForm>) => void;
}

/** The refusals of a block of settings, by the names within it: `db.host` of the block `db` is `host`. */
export const errorsWithin = (block: string, errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, text]) =>
      name.startsWith(`${block}.`) ? [[name.slice(block.length + 1), text]] : [],
    ),
  );

const tooLong = ({ length }: string): string => `Host has ${length} characters; at most ${LONGEST_HOST} are taken`;

/** Host and port of a database server (SRC-13). */
export function HostFields({ form, errors, set }: ServerFieldsProps) {
  return (
    <>
      <TextInput
        label="Host"
        withAsterisk
        value={form.host}
        error={form.host.length > LONGEST_HOST ? tooLong(form.host) : errors.host}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <NumberField
        label="Port"
        inputMode="decimal"
        check={checkPort}
        value={form.port}
        error={errors.port}
        onChange={(value) => set({ port: orNone(value) })}
      />
    </>
  );
}

/** Who signs in to a database server, and how the line is kept (SRC-13). */
export function AccountFields({ form, errors, set }: ServerFieldsProps) {
  return (
    <>
      <TextInput
        label="User"
        withAsterisk
        autoComplete="off"
        value={form.uid}
        error={errors.uid}
        onChange={(event) => set({ uid: event.currentTarget.value })}
      />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        value={form.pwd}
        error={errors.pwd}
        onChange={(event) => set({ pwd: event.currentTarget.value })}
      />
      <Select
        label="TLS"
        allowDeselect={false}
        comboboxProps={{ zIndex: 400 }}
        value={form.tls}
        data={TLS}
        error={errors.tls}
        onChange={(value) => value && set({ tls: value as ServerForm['tls'] })}
      />
    </>
  );
}

const TLS = [
  { value: 'off', label: 'Off' },
  { value: 'required', label: 'Required' },
  { value: 'verify', label: 'Required, certificate verified' },
];
