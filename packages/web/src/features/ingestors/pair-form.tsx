import { IngestorLink, isFailure } from '@datasarana/client';
import { INGESTOR_ADDRESS, ReplyCode } from '@datasarana/schema';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DialogFoot, notify } from '../../design/index.ts';
import { everyPage } from '../../records/every-page.ts';
import { useApi } from '../../session/index.ts';
import { type IngestorRecord, reach, takeInPlace } from './ingestor-calls.ts';
import { keepIngestorKey } from './ingestor-keys.ts';
import classes from './ingestors.module.css';

interface PairFormProps {
  /** Set when the browser is paired anew with one that is known. */
  readonly known?: IngestorRecord;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Address and pairing code; keeps the ingestor as a record of the tenant when it is new. */
export function PairForm({ known, onDone, onCancel }: PairFormProps) {
  const api = useApi();
  const [address, setAddress] = useState(known?.service_ip ?? INGESTOR_ADDRESS);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<Readonly<Partial<Record<'address' | 'code', string>>>>({});
  const [working, setWorking] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    setFault({});
    try {
      const place = new URL(address.trim()).origin;
      await keepIngestorKey(place, await new IngestorLink(place, null).pair(code));
      const { services } = await reach(place);
      const service = services?.services[0];
      if (known && service && service.id !== known.service_id) await takeInPlace(api, known, service);
      if (!known && service) {
        const params = { kind: 'ingestor' };
        const paired = await everyPage(async (page) => {
          const body = { key: '', keyword: '', ...page };
          return (await api.call<readonly IngestorRecord[]>('record.search', { params, body })).data;
        });
        const { id: service_id, name, version } = service;
        const before = paired.find((record) => record.service_id === service_id);
        if (!before)
          await api.call('record.add', {
            params: { kind: 'ingestor' },
            body: { name, service_id, service_ip: place, version },
          });
      }
      notify.positive({ title: 'This browser is paired with the ingestor' });
      onDone();
    } catch (error) {
      const isAway = isFailure(error) && error.code === ReplyCode.ClientUnreachable;
      setFault({ [isAway ? 'address' : 'code']: error instanceof Error ? error.message : String(error) });
    } finally {
      setWorking(false);
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <p className={classes.hint}>
        Start the service on the machine that holds the data with <code>npm run ingestor</code>. It shows a pairing
        code.
      </p>
      <TextInput
        label="Address"
        description="Where this browser reaches it"
        withAsterisk
        disabled={known !== undefined}
        value={address}
        error={fault.address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <TextInput
        data-autofocus
        label="Pairing code"
        withAsterisk
        autoComplete="off"
        placeholder="ABCD-2345"
        value={code}
        error={fault.code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <DialogFoot>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={working} disabled={code === '' || !URL.canParse(address)}>
          Pair
        </Button>
      </DialogFoot>
    </form>
  );
}
