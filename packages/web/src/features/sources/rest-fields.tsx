import type { RestReply } from '@datasarana/client';
import { REST_AUTHENTICATIONS, REST_VERBS, SOURCE_FORMATS } from '@datasarana/sources';
import { Button, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SearchSelect } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { ENCODING_OPTIONS } from '../imports/encoding-words.ts';
import { Refusal } from './refusal.tsx';
import { RequestFields } from './request-fields.tsx';
import { errorsWithin } from './server-fields.tsx';
import { isRestFormat, isWebFormat, restOf, type SourceForm, type SourceRecord } from './source-calls.ts';
import classes from './sources.module.css';

const popover = { comboboxProps: { zIndex: 400 }, allowDeselect: false } as const;

interface AuthField {
  readonly name: string;
  readonly label: string;
  readonly secret?: true;
  readonly optional?: true;
}

const USER: readonly AuthField[] = [
  { name: 'username', label: 'User' },
  { name: 'password', label: 'Password', secret: true },
];

/** What each kind of authentication asks for (SRC-20). */
const AUTH_FIELDS: Readonly<Record<string, readonly AuthField[]>> = {
  'API Key': [
    { name: 'name', label: 'Header' },
    { name: 'api_key', label: 'Key', secret: true },
  ],
  'Bearer Token': [{ name: 'token', label: 'Token', secret: true }],
  Basic: USER,
  Digest: USER,
  OAuth1: [
    { name: 'consumer_key', label: 'Consumer key' },
    { name: 'client_secret', label: 'Consumer secret', secret: true },
    { name: 'access_token', label: 'Token', optional: true },
    { name: 'secret', label: 'Token secret', secret: true, optional: true },
  ],
  OAuth2: [
    { name: 'token_url', label: 'Token address' },
    { name: 'client_id', label: 'Client id' },
    { name: 'client_secret', label: 'Client secret', secret: true },
    { name: 'scope', label: 'Scope', optional: true },
  ],
  NTLM: [...USER, { name: 'domain', label: 'Domain', optional: true }],
};

interface RestFieldsProps {
  readonly form: SourceForm;
  readonly known: SourceRecord | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (change: Partial<SourceForm>) => void;
}

/** Settings of a Url or a RESTful Data Server, with a try. */
export function RestFields({ form, known, errors: refused, set }: RestFieldsProps) {
  const errors = errorsWithin('ds', refused);
  const rest = form.provider === 'rest';
  return (
    <>
      <TextInput
        label="Address"
        withAsterisk
        placeholder="https://data.example.org/items"
        value={form.url}
        error={errors.url}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <div className={`${classes.pair} ${classes.short}`}>
        <Select
          {...popover}
          label="Format"
          value={form.format}
          data={formatsOf(rest)}
          onChange={(value) => value && set(inFormat(form, value as SourceForm['format']))}
        />
        {rest && (
          <Select
            {...popover}
            label="Verb"
            value={form.verb}
            data={[...REST_VERBS]}
            onChange={(value) => value && set({ verb: value })}
          />
        )}
        {rest && (
          <Select
            {...popover}
            label="Authentication"
            value={form.auth.type ?? 'None'}
            data={[...REST_AUTHENTICATIONS]}
            error={errors['auth.type']}
            onChange={(value) => value && set({ auth: { type: value } })}
          />
        )}
      </div>
      {!rest && form.format === 'csv' && (
        <SearchSelect
          {...popover}
          label="Encoding"
          value={form.encoding}
          data={[{ value: '', label: 'Found in the file' }, ...ENCODING_OPTIONS]}
          error={errors['ds.encoding']}
          onChange={(encoding) => encoding !== null && set({ encoding })}
        />
      )}
      {rest && <AuthFields form={form} errors={errors} set={set} />}
      {rest && <TryRequest form={form} known={known} />}
      {rest && (
        <TextInput
          label="Path of the rows"
          description="Where the rows stand in the answer, such as data.items; found by itself when empty"
          value={form.path}
          onChange={(event) => set({ path: event.currentTarget.value })}
        />
      )}
      {rest && <RequestFields form={form} errors={errors} set={set} />}
    </>
  );
}

/** A data server of features is asked with POST, as long as nobody chose a verb (SRC-32). */
const inFormat = ({ format: before, verb }: SourceForm, format: SourceForm['format']): Partial<SourceForm> => {
  const usual = (one: string): string => (one === 'spatial' ? 'POST' : 'GET');
  return { format, verb: verb === usual(before) ? usual(format) : verb };
};

/** SRC-03: every format, those such an address can give to be chosen. */
const formatsOf = (rest: boolean) =>
  SOURCE_FORMATS.map(({ id, label }) => ({
    value: id,
    label,
    disabled: !isWebFormat(id) || (rest && !isRestFormat(id)),
  }));

function AuthFields({ form, errors, set }: Omit<RestFieldsProps, 'known'>) {
  const fields = AUTH_FIELDS[form.auth.type ?? ''] ?? [];
  if (fields.length === 0) return null;
  return (
    <div className={classes.pair}>
      {fields.map(({ name, label, secret, optional }) => {
        const Input = secret ? PasswordInput : TextInput;
        return (
          <Input
            key={name}
            label={label}
            withAsterisk={!optional}
            autoComplete="off"
            value={form.auth[name] ?? ''}
            error={errors[`auth.${name}`]}
            onChange={(event) => set({ auth: { ...form.auth, [name]: event.currentTarget.value } })}
          />
        );
      })}
    </div>
  );
}

/** Characters of an answer that are shown. */
const MOST_SHOWN = 5000;

const shownOf = ({ body: { length }, truncated }: RestReply): string | undefined =>
  length > MOST_SHOWN
    ? `The first ${formatCount(MOST_SHOWN)} of ${truncated ? 'more than ' : ''}${formatCount(length)} characters`
    : undefined;

/** Sends the request once and shows what came back (API-84). */
function TryRequest({ form, known }: Pick<RestFieldsProps, 'form' | 'known'>) {
  const api = useApi();
  const [answer, setAnswer] = useState<RestReply | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [working, setWorking] = useState(false);
  const run = async () => {
    setWorking(true);
    setFault(null);
    setAnswer(null);
    try {
      const body = { ...restOf(form), ...(known && { source: known.id }) };
      const { data } = await api.call('rest.request', { body });
      setAnswer(data);
    } catch (error) {
      setFault(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <div className={classes.actions}>
        <Button variant="default" loading={working} disabled={form.url === ''} onClick={() => void run()}>
          Try the request
        </Button>
      </div>
      {fault !== null && <Refusal error={fault} />}
      {answer && (
        <Textarea
          label="Answer of the data server"
          description={shownOf(answer)}
          readOnly
          autosize
          minRows={2}
          maxRows={12}
          value={`Status ${answer.status}\n\n${answer.body.slice(0, MOST_SHOWN)}`}
        />
      )}
    </>
  );
}
