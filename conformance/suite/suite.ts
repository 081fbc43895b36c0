import { isList, isObject, type Json } from './exact-json.ts';
import { readYaml } from './yaml.ts';

/** One line of a case: a call, something to remember, or something that must hold. */
export interface Step {
  readonly op: string;
  readonly arg: Json;
}

export interface Case {
  readonly title: string;
  readonly steps: readonly Step[];
  /** `skip` and `requires` lines: when the case is for another server or another runner. */
  readonly conditions: readonly Step[];
}

/** One YAML file. */
export interface Suite {
  /** Path below the folder of tests. */
  readonly file: string;
  readonly setup: readonly Step[];
  readonly teardown: readonly Step[];
  readonly cases: readonly Case[];
  readonly conditions: readonly Step[];
  /** Parts that could not be read. */
  readonly faults: readonly string[];
}

const isCondition = ({ op }: Step): boolean => op === 'skip' || op === 'requires';

/** Reads one YAML file of OpenSearch's REST tests. */
export function parseSuite(file: string, text: string): Suite {
  const faults: string[] = [];
  const sections = new Map<string, readonly Step[]>();
  for (const { value, fault } of readYaml(text)) {
    if (fault !== null) faults.push(fault);
    if (!isObject(value)) continue;
    for (const [title, lines] of Object.entries(value)) {
      if (isList(lines)) sections.set(title, [...(sections.get(title) ?? []), ...stepsOf(lines)]);
      else faults.push(`section "${title}" is not a list`);
    }
  }
  const around = ['setup', 'teardown'].map((name) => sections.get(name) ?? []);
  const [setup = [], teardown = []] = around;
  const cases = [...sections].filter(([title]) => title !== 'setup' && title !== 'teardown');
  return {
    file,
    setup: setup.filter((step) => !isCondition(step)),
    teardown: teardown.filter((step) => !isCondition(step)),
    cases: cases.map(([title, steps]) => ({
      title,
      steps: steps.filter((step) => !isCondition(step)),
      conditions: steps.filter(isCondition),
    })),
    conditions: around.flat().filter(isCondition),
    faults,
  };
}

const stepsOf = (lines: readonly Json[]): readonly Step[] =>
  lines.flatMap((line) => (isObject(line) ? Object.entries(line).map(([op, arg]) => ({ op, arg })) : []));

/** What stands beside the call in a `do` line. */
export const CALL_OPTIONS: ReadonlySet<string> = new Set([
  'catch',
  'warnings',
  'allowed_warnings',
  'warnings_regex',
  'allowed_warnings_regex',
  'headers',
  'node_selector',
]);

/** Name of the API a `do` line calls; of several, as one case has by mistake, OpenSearch's own runner takes the last. */
export const apiOf = ({ arg }: Step): string | undefined =>
  isObject(arg) ? Object.keys(arg).findLast((name) => !CALL_OPTIONS.has(name)) : undefined;

export const apisOf = (steps: readonly Step[]): readonly string[] =>
  steps.filter(({ op }) => op === 'do').flatMap((step) => apiOf(step) ?? []);
