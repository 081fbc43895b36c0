import { PlatformError, ReplyCode } from '@datasarana/schema';
import { unknownName } from '../reading/refusal.ts';
import { didYouMean } from '../reading/suggestion.ts';

const refused = (openSearch: string, reason: string, hint: string | undefined, at?: string): PlatformError =>
  new PlatformError(reason, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    openSearch: { type: openSearch },
    ...(hint !== undefined && { hint }),
    ...(at !== undefined && { at }),
  });

/** Error 32 in OpenSearch's words: a parameter has a value that makes no sense. */
export const illegalArgument = (reason: string, hint?: string): PlatformError =>
  refused('illegal_argument_exception', reason, hint);

/** Error 32 in OpenSearch's words: the aggregations are not written as they should be, where `at` says. */
export const unparsable = (reason: string, hint?: string, at?: string): PlatformError =>
  refused('parsing_exception', reason, hint, at);

/** Error 32 in OpenSearch's words: aggregations that do not go together. */
export const invalidRequest = (...reasons: readonly string[]): PlatformError =>
  refused(
    'action_request_validation_exception',
    `Validation Failed: ${reasons.map((reason, i) => `${i + 1}: ${reason};`).join('')}`,
    undefined,
  );

/** Error 32 in OpenSearch's words: an aggregation that cannot be computed where it stands. */
export const notExecutable = (reason: string, hint?: string): PlatformError =>
  refused('aggregation_execution_exception', reason, hint);

/** Error 32 in OpenSearch's words: a script comes upon what it cannot compute with. */
export const runtimeError = (hint: string): PlatformError => refused('script_exception', 'runtime error', hint);

/** Error 33: no aggregation of that name is offered. */
export const unknownAggregation = (kind: string, path: string, offered: readonly string[]): PlatformError =>
  new PlatformError(`Unknown aggregation type [${kind}]: it is not implemented, at ${path}`, {
    code: ReplyCode.NotImplemented,
    type: 'malformed',
    http: 501,
    hint: `Use one of: ${offered.join(', ')}.`,
    at: path,
    openSearch: {
      type: 'parsing_exception',
      reason: `Unknown aggregation type [${kind}]${didYouMean(kind, offered)}`,
      caused_by: unknownName(kind),
    },
  });

/** Error 32: metrics and pipelines hold no other aggregations. */
export const cannotHold = (name: string, kind: string, path: string): PlatformError =>
  refused(
    'aggregation_initialization_exception',
    `Aggregator [${name}] of type [${kind}] cannot accept sub-aggregations: a metric holds no aggregations`,
    `Move what stands in ${path} beside it.`,
  );
