import type { Apis } from '../calls/apis.ts';
import { resolveCall } from '../calls/resolve-call.ts';
import { type Answer, type Server, send } from '../calls/server.ts';
import { isList, isObject, type Json, type JsonObject } from '../suite/exact-json.ts';
import { apiOf, type Step } from '../suite/suite.ts';
import { javaRegex, javaText, patternOf } from './java-text.ts';
import type { Memory } from './memory.ts';
import { valueAt } from './values.ts';

/** Statuses by the names that `catch` has for them. */
const CAUGHT: Readonly<Record<string, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  request_timeout: 408,
  conflict: 409,
  unavailable: 503,
};

const texts = (value: Json | undefined): readonly string[] =>
  value === undefined || value === null ? [] : isList(value) ? value.map(String) : [String(value)];

function checkCaught(wanted: string, { status, json }: Answer, said: string): void {
  const pattern = patternOf(wanted);
  const named = CAUGHT[wanted];
  const error = isObject(json) ? valueAt(json, 'error') : undefined;
  const fits = (): boolean => {
    if (status < 400) return false;
    if (named !== undefined) return status === named;
    if (wanted === 'request')
      return !Object.values(CAUGHT)
        .filter((each) => each < 500)
        .includes(status);
    if (pattern === null) throw new Error(`catch ${wanted} is not known`);
    const regex = javaRegex(pattern, false);
    return error !== undefined && [javaText(error), JSON.stringify(error)].some((text) => regex.test(text));
  };
  if (!fits()) throw new Error(`wanted ${wanted}: ${said}`);
}

/** The texts of the Warning headers. */
const warningsOf = ({ warnings }: Answer): readonly string[] =>
  warnings.flatMap((header) =>
    [...header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1')),
  );

function checkWarnings(arg: JsonObject, answer: Answer): void {
  const missing = new Set(texts(arg.warnings));
  const patterns = [...texts(arg.warnings_regex), ...texts(arg.allowed_warnings_regex)].map((each) =>
    javaRegex(each, false),
  );
  const allowed = texts(arg.allowed_warnings);
  const odd = warningsOf(answer).filter(
    (text) =>
      !missing.delete(text) &&
      !text.startsWith('[types removal]') &&
      !allowed.includes(text) &&
      !patterns.some((pattern) => pattern.test(text)),
  );
  if (odd.length > 0 || missing.size > 0) {
    throw new Error(`warnings not wanted: [${odd.join('; ')}], missing: [${[...missing].join('; ')}]`);
  }
}

/** Runs a `do` line. @throws Error when the server answers other than the line says */
export async function callStep(server: Server, apis: Apis, step: Step, memory: Memory): Promise<void> {
  const name = apiOf(step);
  if (name === undefined || !isObject(step.arg)) throw new Error('do without a call');
  const { arg } = step;
  // clients refuse such calls themselves; there is no request to send
  if (arg.catch === 'param') return;
  const given = memory.fill(arg[name] ?? {});
  const { type, ...args } = isObject(given) ? given : {};
  const call = resolveCall(apis, name, type === undefined || type === '_doc' ? args : { ...args, type });
  const headers = isObject(arg.headers)
    ? Object.fromEntries(
        Object.entries(arg.headers).map(([key, value]) => [key.toLowerCase(), String(memory.resolve(String(value)))]),
      )
    : {};
  const answer = await send(server, call, headers);
  memory.answer = answer;
  memory.keep('body', answer.json ?? answer.text);
  const said = `${call.method} ${call.url} → ${answer.status} ${answer.text.slice(0, 300)}`;
  if (arg.catch !== undefined && arg.catch !== null) return checkCaught(String(arg.catch), answer, said);
  const absent = answer.method === 'HEAD' && answer.status === 404;
  if (answer.status >= 400 && !absent && !call.ignore.includes(answer.status)) throw new Error(said);
  checkWarnings(arg, answer);
}
