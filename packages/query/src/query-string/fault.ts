import { PlatformError, ReplyCode } from '@datasarana/schema';

interface Place {
  /** What is not understood, or its beginning. */
  readonly text: string;
  /** Offset in the text; its length = the end. */
  readonly at: number;
  readonly problem: string;
  readonly remedy: string;
  /** What stands behind it, in OpenSearch's words. */
  readonly cause?: { readonly type: string; readonly reason: string };
}

/** Search text that is not understood (error 32): besides its message, where in the text, what is wrong and what to do. */
export class SearchTextFault extends PlatformError {
  readonly at: number;
  readonly problem: string;
  readonly remedy: string;

  constructor(message: string, { text, at, problem, remedy, cause }: Place) {
    super(message, {
      code: ReplyCode.Malformed,
      type: 'malformed',
      hint: remedy,
      openSearch: {
        type: 'query_shard_exception',
        reason: `Failed to parse query [${text}]`,
        caused_by: {
          type: 'parse_exception',
          reason: `Cannot parse '${text}': ${problem}`,
          ...(cause && { caused_by: cause }),
        },
      },
    });
    this.at = at;
    this.problem = problem;
    this.remedy = remedy;
  }
}
