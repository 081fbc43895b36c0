import { PlatformError, ReplyCode } from '@datasarana/schema';

/** Buckets of one path in one answer; OpenSearch refuses above 65,535. */
export const MAX_BUCKETS = 500_000;

/** OpenSearch's name for it, and not its status of 503, upon which clients send the same request again. */
export const tooManyBuckets = (): PlatformError =>
  new PlatformError(`Trying to create too many buckets. Must be less than or equal to: [${MAX_BUCKETS}]`, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    hint: 'Choose a longer interval, a narrower range, a smaller size, or min_doc_count 1.',
    openSearch: { type: 'too_many_buckets_exception', max_buckets: MAX_BUCKETS },
  });

/** Figures of one statement, which DuckDB reads in one go: of ranges and filters each is one, and each figure of theirs. */
export const MAX_FIGURES = 10_000;

export const tooManyFigures = (): PlatformError =>
  new PlatformError(
    `Ranges and filters beside each other ask for more than ${MAX_FIGURES} figures, with those asked of each`,
    {
      code: ReplyCode.Malformed,
      type: 'malformed',
      hint: 'Ask for fewer at once, or use histogram, date_histogram or terms.',
      openSearch: { type: 'too_many_buckets_exception', max_buckets: MAX_FIGURES },
    },
  );
