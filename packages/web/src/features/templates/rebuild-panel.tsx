import { isSearched, type Rebuild } from '@datasarana/schema';
import { Button, Progress, Select } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  dialogs,
  ErrorState,
  ExplainedButton,
  LoadingBlock,
  notifyFailure,
  Panel,
  StateDot,
  type Tone,
} from '../../design/index.ts';
import { formatCount, formatListDate, formatTook } from '../../records/index.ts';
import { useApi } from '../../session/index.ts';
import { Facts } from './facts.tsx';
import type { TemplateRecord } from './template-calls.ts';
import classes from './templates.module.css';

const SOURCES = [
  { value: 'archive', label: 'the archive' },
  { value: 'topic', label: 'the stream' },
];
const PHASES = { read: 'Reading', compare: 'Comparing', swap: 'Swapping' } as const;
const ASKED_EVERY = 500;

const isSame = ({ comparison }: Rebuild): boolean => comparison?.missing === 0 && comparison.extra === 0;

/** Makes the index anew beside the present one, compares the two, and swaps them when told (TPL-36). */
export function RebuildPanel({ template }: { readonly template: TemplateRecord }) {
  const api = useApi();
  const client = useQueryClient();
  const [from, setFrom] = useState<string | null>('archive');
  const queryKey = ['template', template.id, 'rebuild'];
  const rebuild = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('template.index.rebuild.get', {
        query: { id: template.id },
        signal,
      });
      return data;
    },
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? ASKED_EVERY : false),
  });
  const begin = async (options: Readonly<Record<string, boolean>>): Promise<void> => {
    const body = { id: template.id, from: from ?? 'archive', ...options };
    await api.call('template.index.rebuild', { body }).catch(notifyFailure);
    await client.invalidateQueries({ queryKey });
  };
  const swap = async (last: Rebuild): Promise<void> => {
    const { missing = 0, extra = 0 } = last.comparison ?? {};
    const different = missing + extra > 0;
    const yes = await dialogs.confirm({
      title: `Swap the index of ${template.name}`,
      text: different
        ? `The new index lacks ${formatCount(missing)} documents of the present one and has ${formatCount(extra)} others. They are lost, or come, with the swap.`
        : 'It is made once more, compared, and put in the place of the present one when both hold the same.',
      action: 'Swap index',
      danger: different,
    });
    if (yes) await begin({ swap: true, accept_differences: different });
  };
  const cancel = async (): Promise<void> => {
    await api.call('template.index.rebuild.cancel', { body: { id: template.id } }).catch(notifyFailure);
    await client.invalidateQueries({ queryKey });
  };
  const last = rebuild.data;
  const isOff = template.config !== undefined && !isSearched(template.config);
  const running = last?.state === 'running';
  return (
    <Panel
      title="Rebuild"
      actions={
        running ? (
          <Button size="xs" variant="default" onClick={() => void cancel()}>
            Cancel
          </Button>
        ) : (
          <ExplainedButton
            size="xs"
            variant="default"
            reason={isOff ? 'There is no search index' : null}
            onClick={() => void begin({})}
          >
            Rebuild and compare
          </ExplainedButton>
        )
      }
      padded
    >
      <div className={classes.rebuildFrom}>
        <span>Make the index anew from</span>
        <Select
          size="xs"
          aria-label="Make the index anew from"
          data={SOURCES}
          value={from}
          onChange={setFrom}
          allowDeselect={false}
          disabled={running}
        />
      </div>
      {rebuild.error ? (
        <ErrorState error={rebuild.error} onRetry={() => void rebuild.refetch()} />
      ) : rebuild.isPending ? (
        <LoadingBlock />
      ) : (
        last && <Outcome rebuild={last} onSwap={() => void swap(last)} />
      )}
    </Panel>
  );
}

const toneOf = (rebuild: Rebuild): Tone =>
  rebuild.state === 'failed' ? 'negative' : rebuild.state === 'done' && isSame(rebuild) ? 'positive' : 'warning';

function sentenceOf(rebuild: Rebuild): string {
  const { state, reason, comparison, swapped, documents } = rebuild;
  if (state === 'failed') return reason ?? 'It failed.';
  if (state === 'cancelled') return 'Cancelled: the present index was not touched.';
  const how = swapped ? ' It is in the place of the one before.' : '';
  if (!comparison)
    return `The new index has ${formatCount(documents)} documents; there was none to compare it with.${how}`;
  if (isSame(rebuild)) return `Both hold the same ${formatCount(documents)} documents.${how}`;
  const { missing, extra } = comparison;
  return `The new index lacks ${formatCount(missing)} documents of the present one and has ${formatCount(extra)} others.${how}`;
}

function Outcome({ rebuild, onSwap }: { readonly rebuild: Rebuild; readonly onSwap: () => void }) {
  if (rebuild.state === 'running') {
    const share = rebuild.total === 0 ? 0 : (100 * rebuild.done) / rebuild.total;
    return (
      <div role="status" className={classes.rebuilding}>
        <span>
          {PHASES[rebuild.phase]} {formatCount(rebuild.done)} of {formatCount(rebuild.total)}
        </span>
        <Progress value={share} animated aria-label="Share of the rebuild that is done" />
      </div>
    );
  }
  return (
    <>
      <Facts
        facts={[
          ['From', rebuild.from === 'topic' ? 'stream' : 'archive'],
          ['Documents', formatCount(rebuild.documents)],
          ['Took', formatTook(rebuild.took)],
          ['Begun', formatListDate(rebuild.ts), true],
        ]}
      />
      <div className={classes.reason} role="status">
        <StateDot tone={toneOf(rebuild)}>{sentenceOf(rebuild)}</StateDot>
        {rebuild.state === 'done' && !rebuild.swapped && (
          <Button size="xs" variant="default" onClick={onSwap} className={classes.swap}>
            Swap index
          </Button>
        )}
      </div>
    </>
  );
}
