import { PlatformError, ReplyCode } from '@datasarana/schema';

interface Place {
  /** Offset in the text; its length = the end. */
  readonly at: number;
  readonly problem: string;
  readonly remedy: string;
}

/** Search text that is not understood (error 32): besides its message, where in the text, what is wrong and what to do. */
export class SearchTextFault extends PlatformError {
  readonly at: number;
  readonly problem: string;
  readonly remedy: string;

  constructor(message: string, { at, problem, remedy }: Place) {
    super(message, { code: ReplyCode.Malformed, type: 'malformed', hint: remedy });
    this.at = at;
    this.problem = problem;
    this.remedy = remedy;
  }
}
