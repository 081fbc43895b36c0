import { checkWhole } from '@datasarana/schema';
import { REST_BODIES, REST_RAW_BODIES } from '@datasarana/sources';
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { NumberField } from '../../records/number-field.tsx';
import { orNone } from '../../records/read-number.ts';
import { PairRows } from './pair-rows.tsx';
import type { RequestForm } from './rest-request.ts';
import classes from './sources.module.css';

interface RequestFieldsProps {
  readonly form: RequestForm;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (change: Partial<RequestForm>) => void;
}

const popover = { comboboxProps: { zIndex: 400 }, allowDeselect: false } as const;

/** Headers, parameters, body and paging of a REST data server (SRC-20). */
export function RequestFields({ form, errors, set }: RequestFieldsProps) {
  return (
    <>
      <PairRows label="Parameter" pairs={form.query} error={errors.query} onChange={(query) => set({ query })} />
      <PairRows label="Header" pairs={form.headers} error={errors.headers} onChange={(headers) => set({ headers })} />
      <BodyFields form={form} errors={errors} set={set} />
      <PagingFields form={form} errors={errors} set={set} />
    </>
  );
}

function BodyFields({ form, errors, set }: RequestFieldsProps) {
  const { bodyKind } = form;
  return (
    <>
      <div className={classes.pair}>
        <Select
          {...popover}
          label="Body"
          value={bodyKind}
          data={[...REST_BODIES]}
          error={errors['body.kind']}
          onChange={(value) => value && set({ bodyKind: value })}
        />
        {bodyKind === 'raw' && (
          <Select
            {...popover}
            label="Raw as"
            value={form.raw}
            data={[...REST_RAW_BODIES]}
            onChange={(value) => value && set({ raw: value })}
          />
        )}
      </div>
      {(bodyKind === 'raw' || bodyKind === 'binary') && (
        <Textarea
          label={bodyKind === 'raw' ? 'Text of the body' : 'Body in base64'}
          autosize
          minRows={2}
          maxRows={12}
          value={form.bodyText}
          error={errors['body.raw'] ?? errors['body.base64']}
          onChange={(event) => set({ bodyText: event.currentTarget.value })}
        />
      )}
      {(bodyKind === 'form-data' || bodyKind === 'x-www-form-urlencoded') && (
        <PairRows
          label="Field"
          pairs={form.fields}
          error={errors['body.fields']}
          onChange={(fields) => set({ fields })}
        />
      )}
    </>
  );
}

const PAGING = [
  { value: 'none', label: 'One page' },
  { value: 'next', label: 'Address of the next page' },
  { value: 'offset', label: 'Counted up' },
  { value: 'cursor', label: 'Cursor' },
];

function PagingFields({ form, errors, set }: RequestFieldsProps) {
  const { pagingKind } = form;
  return (
    <>
      <div className={classes.pair}>
        <Select
          {...popover}
          label="Further pages"
          value={pagingKind}
          data={PAGING}
          error={errors['paging.kind']}
          onChange={(value) => value && set({ pagingKind: value })}
        />
        {(pagingKind === 'next' || pagingKind === 'cursor') && (
          <TextInput
            label={pagingKind === 'next' ? 'Path of the next address' : 'Path of the cursor'}
            placeholder={pagingKind === 'next' ? 'Found by itself' : 'meta.next'}
            value={form.pagingPath}
            error={errors['paging.path']}
            onChange={(event) => set({ pagingPath: event.currentTarget.value })}
          />
        )}
      </div>
      {(pagingKind === 'cursor' || pagingKind === 'offset') && <PagePlace form={form} errors={errors} set={set} />}
      {pagingKind === 'cursor' && (
        <Checkbox
          label="New and changed rows come on the last pages"
          description="A replica then reads on at the last page by its schedule, instead of from the first."
          checked={form.pagingResume}
          onChange={(event) => set({ pagingResume: event.currentTarget.checked })}
        />
      )}
      {pagingKind === 'offset' && <OffsetFields form={form} errors={errors} set={set} />}
    </>
  );
}

/** What the field of a page is called, by where it goes. */
const PLACES = {
  cursor: { query: ['Parameter of the cursor', 'cursor'], body: ['Field, or path in the JSON', 'variables.after'] },
  offset: { query: ['Parameter that is counted up', 'offset'], body: ['Field, or path in the JSON', 'page.from'] },
} as const;

const placeOf = ({ pagingKind, pagingIn }: RequestFieldsProps['form']) =>
  PLACES[pagingKind === 'cursor' ? 'cursor' : 'offset'][pagingIn === 'body' ? 'body' : 'query'];

const PagePlace = ({ form, errors, set }: RequestFieldsProps) => (
  <div className={classes.pair}>
    <Select
      {...popover}
      label={form.pagingKind === 'cursor' ? 'The cursor goes into' : 'The number goes into'}
      value={form.pagingIn}
      data={[
        { value: 'query', label: 'Address' },
        { value: 'body', label: 'Body' },
      ]}
      error={errors['paging.in']}
      onChange={(value) => value && set({ pagingIn: value })}
    />
    <TextInput
      label={placeOf(form)[0]}
      placeholder={placeOf(form)[1]}
      value={form.pagingParam}
      error={errors['paging.param']}
      onChange={(event) => set({ pagingParam: event.currentTarget.value })}
    />
  </div>
);

const OffsetFields = ({ form, errors, set }: RequestFieldsProps) => (
  <div className={classes.pair}>
    <NumberField
      label="Rows of a page"
      inputMode="decimal"
      check={checkWhole([1n, 1_000_000n])}
      value={form.pagingLimit}
      error={errors['paging.limit']}
      onChange={(value) => set({ pagingLimit: orNone(value) })}
    />
    <TextInput
      label="Parameter of the page size"
      placeholder="limit"
      value={form.limitParam}
      error={errors['paging.limit_param']}
      onChange={(event) => set({ limitParam: event.currentTarget.value })}
    />
    <Select
      {...popover}
      label="Counts"
      value={form.pagingBy}
      data={[
        { value: 'rows', label: 'Rows' },
        { value: 'pages', label: 'Pages' },
      ]}
      onChange={(value) => value && set({ pagingBy: value })}
    />
    <NumberField
      label="Begins at"
      inputMode="decimal"
      check={checkWhole([0n, BigInt(Number.MAX_SAFE_INTEGER)])}
      placeholder={form.pagingBy === 'pages' ? '1' : '0'}
      value={form.pagingStart}
      error={errors['paging.start']}
      onChange={(value) => set({ pagingStart: value === null ? null : orNone(value) })}
    />
  </div>
);
