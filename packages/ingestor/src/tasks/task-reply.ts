import { addRowCounts, type IngestorInput, type IngestorSource, type IngestorTask, NO_ROWS } from '@datasarana/schema';
import type { Input } from '../state/rows.ts';
import { placeOf } from './read-task.ts';
import type { Service } from './service.ts';
import { asideOf } from './set-aside.ts';
import { type HeldSource, type HeldTask, stateOfTask } from './task.ts';
import type { Tasks } from './tasks.ts';

/** Files told of one source: those set aside first, so that none hides among many, then the newest. */
const MOST_INPUTS = 200;

function inputReply({ name, size, mtime, rows, state, fault, mark }: Input): IngestorInput {
  const offset = typeof mark.offset === 'number' ? mark.offset : null;
  return { name, size, mtime, rows, state, fault, done: state === 'done' ? size : offset };
}

function sourceReply(service: Service, tasks: Tasks, source: HeldSource): IngestorSource {
  const { id, state, settings, counts, fault } = source;
  const runner = tasks.runnerOf(source);
  return {
    id,
    name: source.source.name,
    place: placeOf(source.source),
    format: source.source.format,
    state,
    fault,
    settings: { ...settings },
    counts,
    waiting: service.progress.waiting(source).rows,
    rate: runner?.rate ?? 0,
    trouble: runner ? runner.trouble : fault === null ? null : { kind: 'stopped', text: fault },
    idle: runner ? runner.idle : (fault ?? restOf(service, source)),
    files: service.progress.countInputs(source),
    inputs: service.progress.inputs(source, MOST_INPUTS).map(inputReply),
  };
}

/** Why a source that nothing stopped is not at work. */
function restOf({ progress }: Service, source: HeldSource): string {
  if (source.state === 'Created') return 'Not started yet';
  const aside = asideOf(progress, source);
  return aside === null ? 'Stopped' : `Stopped: ${aside}`;
}

/** A task as `/local/services` tells it; the token stays here. */
export function taskReply(service: Service, tasks: Tasks, task: HeldTask): IngestorTask {
  const sources = task.sources.map((source) => sourceReply(service, tasks, source));
  return {
    id: task.id,
    template: { id: task.template.id, name: task.template.name },
    state: stateOfTask(task),
    counts: sources.map(({ counts }) => counts).reduce(addRowCounts, NO_ROWS),
    waiting: sources.reduce((all, { waiting }) => all + waiting, 0),
    rate: sources.reduce((all, { rate }) => all + rate, 0),
    sources,
  };
}
