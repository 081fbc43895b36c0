import { PlatformError, ReplyCode } from '@datasarana/schema';

/** A template that cannot be read or written out. */
export const scriptFault = (template: string, reason: string, cause = 'mustache_exception'): PlatformError =>
  new PlatformError(reason, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 400,
    openSearch: {
      type: 'script_exception',
      script_stack: [],
      script: template,
      lang: 'mustache',
      caused_by: { type: cause, reason },
    },
  });
