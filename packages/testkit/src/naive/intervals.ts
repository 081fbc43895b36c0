import {
  type AnyAnalyser,
  analyse,
  analyserNamed,
  type IntervalFilter,
  type IntervalRule,
  parseRegexp,
  REGEXP_FLAGS,
  regexpMatcher,
  type Token,
  wildcardParts,
} from '@datasarana/query';

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly gaps: number;
}

interface Text {
  readonly analyser: AnyAnalyser;
  readonly tokens: readonly Token[];
  readonly closely: (word: string, rule: Extract<IntervalRule, { kind: 'fuzzy' }>) => boolean;
}

/** Whether a text has a stretch of words as the rule says, found by trying all there are. */
export const holdsStretch = (rule: IntervalRule, text: Text): boolean => stretches(rule, text).length > 0;

function stretches(rule: IntervalRule, text: Text): readonly Stretch[] {
  switch (rule.kind) {
    case 'match': {
      const words = analyse(analyserNamed(rule.analyser) ?? text.analyser, rule.query);
      const parts = words.map((word) => ({ name: word, all: wordsThat((each) => each === word, text) }));
      return filtered(within(rule.maxGaps, combined(rule.mode, parts)), rule.filter, text);
    }
    case 'all_of': {
      const parts = rule.intervals.map((each) => ({ name: JSON.stringify(each), all: stretches(each, text) }));
      return filtered(within(rule.maxGaps, combined(rule.mode, parts)), rule.filter, text);
    }
    case 'any_of':
      return filtered(minimal(rule.intervals.flatMap((each) => stretches(each, text))), rule.filter, text);
    case 'prefix':
      return wordsThat((word) => word.startsWith(rule.prefix), text);
    case 'wildcard': {
      const parts = wildcardParts(rule.pattern).map((part) => {
        if (part.kind === 'text') return part.text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
        return part.kind === 'any' ? '.*' : '.';
      });
      const whole = new RegExp(`^${parts.join('')}$`, 'su');
      return wordsThat((word) => whole.test(word), text);
    }
    case 'regexp':
      return wordsThat(regexpMatcher(parseRegexp(rule.pattern, REGEXP_FLAGS, 'pattern', rule.caseInsensitive)), text);
    case 'fuzzy':
      return wordsThat((word) => text.closely(word, rule), text);
  }
}

const wordsThat = (fits: (word: string) => boolean, { tokens }: Text): readonly Stretch[] =>
  tokens.filter(({ word }) => fits(word)).map(({ position }) => ({ start: position, end: position, gaps: 0 }));

const within = (most: number, all: readonly Stretch[]): readonly Stretch[] =>
  most < 0 ? all : all.filter(({ gaps }) => gaps <= most);

interface Part {
  readonly name: string;
  readonly all: readonly Stretch[];
}

function combined(mode: string, parts: readonly Part[]): readonly Stretch[] {
  const choices = parts.reduce<readonly (readonly Stretch[])[]>(
    (before, { all }) => before.flatMap((chosen) => all.map((each) => [...chosen, each])),
    parts.length === 0 ? [] : [[]],
  );
  const fits = choices.filter((chosen) =>
    chosen.every((each, i) =>
      chosen.slice(i + 1).every((other, j) => {
        if (mode === 'ordered') return each.end < other.start;
        if (mode === 'unordered_no_overlap') return each.end < other.start || other.end < each.start;
        return parts[i]?.name !== parts[i + 1 + j]?.name || each.start !== other.start;
      }),
    ),
  );
  return minimal(
    fits.map((chosen) => {
      const start = Math.min(...chosen.map((each) => each.start));
      const end = Math.max(...chosen.map((each) => each.end));
      const inside = chosen.reduce((sum, each) => sum + (each.end - each.start + 1 - each.gaps), 0);
      return { start, end, gaps: Math.max(0, end - start + 1 - inside) };
    }),
  );
}

const minimal = (all: readonly Stretch[]): readonly Stretch[] =>
  all.filter(
    (big) =>
      !all.some(
        (small) => small.start >= big.start && small.end <= big.end && small.end - small.start < big.end - big.start,
      ),
  );

function filtered(all: readonly Stretch[], filter: IntervalFilter | undefined, text: Text): readonly Stretch[] {
  if (filter === undefined) return all;
  const others = stretches(filter.rule, text);
  const some = (test: (each: Stretch, other: Stretch) => boolean) =>
    all.filter((each) => others.some((other) => test(each, other)));
  const none = (test: (each: Stretch, other: Stretch) => boolean) =>
    all.filter((each) => !others.some((other) => test(each, other)));
  const holds = (big: Stretch, small: Stretch) => big.start <= small.start && big.end >= small.end;
  switch (filter.kind) {
    case 'after':
      return some((each, other) => each.start > other.end);
    case 'before':
      return some((each, other) => each.end <= Math.max(0, other.start - 1));
    case 'containing':
      return some(holds);
    case 'not_containing':
      return none((each, other) => other.start <= each.end && !(other.start < each.start && other.end < each.end));
    case 'contained_by':
      return some((each, other) => holds(other, each));
    case 'not_contained_by':
      return none((each, other) => holds(other, each));
    case 'overlapping':
      return some((each, other) => each.start <= other.end && other.start <= each.end);
    case 'not_overlapping':
      return none((each, other) => each.start <= other.end && other.start <= each.end);
  }
}
