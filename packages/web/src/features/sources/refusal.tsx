import { isFailure } from '@datasarana/client';
import { Alert, Button } from '@mantine/core';
import { useApi } from '../../session/index.ts';
import { openOutbound } from './outbound-addresses.tsx';
import classes from './sources.module.css';

/** What a source refused and what to do; who may allow the address is led to the list. */
export function Refusal({ error }: { readonly error: unknown }) {
  const api = useApi();
  const hint = isFailure(error) ? (error.hint ?? '') : '';
  const title = error instanceof Error ? error.message : String(error);
  const sentences = isFailure(error) ? Object.values(error.fields).filter((sentence) => sentence !== title) : [];
  const [, address] = /allow '([^']+)' in the cluster setting/.exec(hint) ?? [];
  return (
    <Alert color="negative" title={title} role="alert">
      {[...sentences.map(ended), hint].filter((line) => line !== '').join(' ')}
      {address !== undefined && api.may('cluster.outbound.change') && (
        <div className={classes.actions}>
          <Button variant="default" onClick={() => void openOutbound(address)}>
            Outbound addresses
          </Button>
        </div>
      )}
    </Alert>
  );
}

const ended = (sentence: string): string => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`);
