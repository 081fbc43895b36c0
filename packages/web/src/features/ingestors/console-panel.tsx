// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by keyboard
import { followConsole, type IngestorLink } from '@datasarana/client';
import type { ConsoleFrame } from '@datasarana/schema';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Panel, StateDot } from '../../design/index.ts';
import { formatTime } from './format-time.ts';
import classes from './ingestors.module.css';

/** Lines kept on the page; older ones are in the log that can be saved. */
const MOST_LINES = 1000;
const LEVELS = [
  { value: 'all', label: 'All' },
  { value: 'warning', label: 'Warnings' },
  { value: 'error', label: 'Errors' },
] as const;
type Level = (typeof LEVELS)[number]['value'];

/** Frames as they come, in batches: a thousand lines a second must not draw a thousand times. */
function useFrames(link: IngestorLink, task: string, paused: boolean) {
  const [frames, setFrames] = useState<readonly ConsoleFrame[]>([]);
  const [connected, setConnected] = useState(false);
  const held = useRef<ConsoleFrame[]>([]);
  useEffect(() => {
    let kept: readonly ConsoleFrame[] = [];
    held.current = [];
    setFrames([]);
    setConnected(false);
    const end = followConsole(link, task, {
      onFrame: (frame) => {
        // no more is shown, however long it is paused
        if (held.current.push(frame) > 2 * MOST_LINES) held.current = held.current.slice(-MOST_LINES);
      },
      onConnected: (open) => {
        // the replay that follows holds what is on the page already
        if (open) {
          kept = [];
          held.current = [];
        }
        setConnected(open);
      },
    });
    const draw = setInterval(() => {
      if (held.current.length === 0 || pausedNow.current) return;
      kept = [...kept, ...held.current.splice(0)].slice(-MOST_LINES);
      setFrames(kept);
    }, 150);
    return () => {
      clearInterval(draw);
      end();
    };
  }, [link, task]);
  const pausedNow = useRef(paused);
  pausedNow.current = paused;
  return { frames, connected };
}

const fits = ({ level }: ConsoleFrame, wanted: Level): boolean =>
  wanted === 'all' || level === wanted || (wanted === 'warning' && level === 'error');

/** The live console of a task, or of the whole service, with a filter and a pause. */
export function ConsolePanel({ link, task }: { readonly link: IngestorLink; readonly task: string }) {
  const [paused, setPaused] = useState(false);
  const [level, setLevel] = useState<Level>('all');
  const [word, setWord] = useState('');
  const { frames, connected } = useFrames(link, task, paused);
  const shown = frames.filter(
    (frame) => fits(frame, level) && frame.message.toLowerCase().includes(word.toLowerCase()),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows every new line
  useEffect(() => {
    if (atEnd.current && scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [shown.length, frames]);
  return (
    <Panel
      title="Console"
      className={classes.console ?? ''}
      actions={
        <>
          <StateDot tone={connected ? 'neutral' : 'warning'}>{connected ? 'Connected' : 'Connecting'}</StateDot>
          <TextInput
            size="sm"
            aria-label="Filter console"
            placeholder="Filter"
            value={word}
            onChange={(event) => setWord(event.currentTarget.value)}
          />
          <SegmentedControl
            aria-label="Level"
            size="xs"
            data={[...LEVELS]}
            value={level}
            onChange={(value) => setLevel(value as Level)}
          />
          <Button
            size="sm"
            leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            aria-pressed={paused}
            onClick={() => setPaused(!paused)}
          >
            {paused ? 'Go on' : 'Pause'}
          </Button>
        </>
      }
    >
      <div
        ref={scroller}
        className={classes.lines}
        role="log"
        aria-label="Console lines"
        aria-live="off"
        tabIndex={0}
        onScroll={({ currentTarget: at }) => {
          atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 24;
        }}
      >
        {shown.length === 0 ? (
          <p className={classes.quiet}>
            {frames.length > 0 ? 'No line matches the filter.' : connected && 'Nothing was told yet.'}
          </p>
        ) : (
          shown.map((frame, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
            <p key={`${frame.ts}-${i}`} className={classes.line} data-level={frame.level}>
              <time>{formatTime(frame.ts)}</time>
              <span>{frame.message}</span>
            </p>
          ))
        )}
      </div>
    </Panel>
  );
}
