import { isFailure } from '@datasarana/client';
import { Alert, Button } from '@mantine/core';
import { useApi } from '../../session/index.ts';
import { openOutbound } from './outbound-addresses.tsx';
import classes from './sources.module.css';

/** What a source refused and what to do; who may allow the address is led to the list. */
export function Refusal({ error }: { readonly error: unknown }) {
  const api = useApi();
  const hint = isFailure(error) ? (error.hint ?? '') : '';
  const sentences = isFailure(error) ? Object.values(error.fields) : [];
  const [, address] = /allow '([^']+)' in the cluster setting/.exec(hint) ?? [];
  return (
    <Alert color="red" title={error instanceof Error ? error.message : String(error)} role="alert">
      {[...sentences, hint].filter((line) => line !== '').join(' ')}
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
