import { type ErrorType, PlatformError, ReplyCode } from '@datasarana/schema';
import { meant } from './did-you-mean.ts';

const refusal = (
  http: number,
  code: number,
  kind: ErrorType,
  type: string,
  reason: string,
  more: Readonly<Record<string, unknown>> = {},
): PlatformError => new PlatformError(reason, { code, type: kind, http, openSearch: { type, ...more } });

export const illegal = (reason: string, more?: Readonly<Record<string, unknown>>): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'illegal_argument_exception', reason, more);

export const parsing = (reason: string): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'parsing_exception', reason);

/** A body whose members are others than the call knows. */
export const unreadable = (reason: string, more?: Readonly<Record<string, unknown>>): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'x_content_parse_exception', reason, more);

/** A body whose JSON cannot be told. */
export const brokenJson = (reason: string): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'json_parse_exception', reason);

/** A body, or a line of one, that is more than is held in memory. */
export const tooLarge = (what: string): PlatformError =>
  new PlatformError(`${what} is larger than 100 MB`, { code: ReplyCode.Malformed, type: 'malformed', http: 413 });

/** A body whose bytes are no text. */
export const notUtf8 = (): PlatformError => brokenJson('The body is not UTF-8');

/** The same of one document among others. */
export const documentNotUtf8 = (): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'mapper_parsing_exception', 'failed to parse', {
    caused_by: { type: 'json_parse_exception', reason: 'The document is not UTF-8' },
  });

/** A blank line where the document of an action should stand. */
export const emptyDocument = (): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'mapper_parsing_exception', 'failed to parse, document is empty');

/** A body whose JSON ends too early. */
export const endedJson = (reason: string): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'json_e_o_f_exception', reason);

/** A clause that looks another document up where none can be. */
export const looksElsewhere = (clause: string): PlatformError =>
  refusal(
    400,
    ReplyCode.Malformed,
    'malformed',
    'illegal_state_exception',
    `async actions are left after rewrite: [${clause}] looks up another document`,
  );

/** A body that does not say what it should. */
export const unparsed = (reason: string): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'parse_exception', reason);

/** A call that says nothing without its body. */
export const missingBody = (): PlatformError => unparsed('request body or source parameter is required');

/** Text where a number should be. */
export const numberless = (text: string): PlatformError =>
  refusal(400, ReplyCode.Malformed, 'malformed', 'number_format_exception', `For input string: "${text}"`);

/** A table cannot be ordered by a column it has not. */
export const unsortable = (key: string): PlatformError =>
  refusal(
    400,
    ReplyCode.Malformed,
    'malformed',
    'unsupported_operation_exception',
    `Unable to sort by unknown sort key \`${key}\``,
  );

/** A request that lacks something it needs. */
export const incomplete = (...reasons: readonly string[]): PlatformError =>
  refusal(
    400,
    ReplyCode.Malformed,
    'malformed',
    'action_request_validation_exception',
    `Validation Failed: ${reasons.map((reason, i) => `${i + 1}: ${reason};`).join('')}`,
  );

export const missingResource = (
  type: string,
  reason: string,
  more?: Readonly<Record<string, unknown>>,
): PlatformError => refusal(404, ReplyCode.NotFound, 'not_found', type, reason, more);

export const aliasesMissing = (names: readonly string[], between = ','): PlatformError =>
  missingResource('aliases_not_found_exception', `aliases [${names.join(between)}] missing`, {
    'resource.type': 'aliases',
    'resource.id': names.length === 1 ? names[0] : names,
  });

export const notAllowed = (reason: string): PlatformError =>
  refusal(403, ReplyCode.Failed, 'authorisation', 'security_exception', reason);

/** A template that cannot be kept or tried. */
export const invalidTemplate = (name: string, cause: string): PlatformError =>
  refusal(
    400,
    ReplyCode.Malformed,
    'malformed',
    'invalid_index_template_exception',
    `index_template [${name}] invalid, cause [${cause}]`,
  );

/** Metrics in an address that there are none of. */
export function unknownMetric(
  { url }: { readonly url: string },
  names: readonly string[],
  known: readonly string[],
  what = 'metric',
): PlatformError {
  const which = names.map((each) => `[${each}]${meant(each, known)}`).join(', ');
  const path = url.slice('/os'.length).split('?')[0];
  return illegal(`request [${path}] contains unrecognized ${what}${names.length > 1 ? 's' : ''}: ${which}`);
}

/** A body in a language that is not spoken here. */
export const notAcceptable = (contentType: string): PlatformError =>
  refusal(
    406,
    ReplyCode.Malformed,
    'malformed',
    'not_acceptable',
    `Content-Type header [${contentType}] is not supported`,
  );

/** Lines in a language that has none. */
export const noStream = (): PlatformError =>
  refusal(
    406,
    ReplyCode.Malformed,
    'malformed',
    'not_acceptable',
    'Content-Type [YAML] does not support stream parsing. Use JSON or SMILE instead',
  );

/** A format that is not written here. */
export const unwritten = (format: string): PlatformError =>
  refusal(
    406,
    ReplyCode.Malformed,
    'malformed',
    'not_acceptable',
    `format [${format}] is not supported: use json or yaml`,
  );
