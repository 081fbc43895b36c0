import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { SearchSelect } from '../../design/index.ts';
import { useApi } from '../../session/index.ts';
import type { FieldsProps } from './database-fields.tsx';
import { Refusal } from './refusal.tsx';
import { platformOf } from './source-calls.ts';
import classes from './sources.module.css';
import { useAsking } from './use-asking.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Found {
  readonly templates: readonly Named[];
  readonly told: string;
  readonly fault: unknown;
}

const NOTHING: Found = { templates: [], told: '', fault: null };

/** Asks the other platform for its templates, then for the fields of one. */
function usePlatform({ form, known }: Pick<FieldsProps, 'form' | 'known'>) {
  const api = useApi();
  const { found, working, ask } = useAsking(NOTHING);
  const templates = () =>
    ask(async (signal) => {
      const body = platformOf(form, known);
      const { data } = await api.call('platform.template', { body, signal });
      const { length } = data.templates;
      return { templates: data.templates, told: `Connected: ${length} ${length === 1 ? 'template' : 'templates'}.` };
    });
  const fields = (template: string) =>
    ask(async (signal) => {
      const body = { ...platformOf(form, known), template };
      const { data } = await api.call('platform.field', {
        body,
        signal,
      });
      const names = data.fields.map(({ display_name }) => display_name);
      return { told: `${names.length} fields: ${names.join(', ')}` };
    });
  return { found, working, templates, fields };
}

/** Settings of another instance of this platform (SRC-37): where it is, a token of it, and one of its templates. */
export function PlatformFields({ form, known, errors, set }: Omit<FieldsProps, 'server'>) {
  const { found, working, templates, fields } = usePlatform({ form, known });
  const listed = found.templates.some(({ id }) => id === form.template) || form.template === '';
  const choices = [...(listed ? [] : [{ id: form.template, name: form.template }]), ...found.templates];
  return (
    <>
      <TextInput
        label="Address of the platform"
        withAsterisk
        placeholder="https://data.example.org"
        value={form.url}
        error={errors['ds.url']}
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <PasswordInput
        label="API token"
        description="Made at the other platform, under Account; it begins with dst_"
        withAsterisk
        autoComplete="off"
        value={form.token}
        error={errors['ds.token']}
        onChange={(event) => set({ token: event.currentTarget.value })}
      />
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={working}
          disabled={form.url === '' || form.token === ''}
          onClick={() => void templates()}
        >
          Test connection
        </Button>
      </div>
      {found.fault !== null && <Refusal error={found.fault} />}
      {found.told !== '' && <Alert color="positive">{found.told}</Alert>}
      <SearchSelect
        comboboxProps={{ zIndex: 400 }}
        allowDeselect={false}
        label="Template"
        withAsterisk
        placeholder={found.templates.length === 0 ? 'Test the connection first' : 'Choose'}
        nothingFoundMessage="No deployed template of this name"
        value={form.template || null}
        data={choices.map(({ id, name }) => ({ value: id, label: name }))}
        error={errors['ds.template']}
        onChange={(value) => {
          if (value === null) return;
          set({ template: value });
          void fields(value);
        }}
      />
      <TextInput
        label="Search"
        description="Only records that match, such as country:MY AND price:[10 TO 20]; all of them when empty"
        value={form.search}
        error={errors['ds.search']}
        onChange={(event) => set({ search: event.currentTarget.value })}
      />
    </>
  );
}
