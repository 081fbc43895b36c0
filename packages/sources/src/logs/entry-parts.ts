/** What stands behind the level, by the programs that write it so: their names of threads and loggers, and the message. */
const FORMS: readonly RegExp[] = [
  // Spring Boot; since 3.2 with the application before the thread, and a trace behind it
  /^(?<process>\d+) --- (?:\[(?<application>[^\]]*)\] )?\[(?<thread> *[^\]\s][^\]]*)\] (?:\[(?<trace>[\da-f -]*)\] )?(?<logger>[\w$.[\]/-]+) *: (?<message>.*)$/,
  // log4j and logback
  /^\[(?<thread>[^\]]*)\] +(?<logger>[\w$.-]+(?: \([\w$.:<>()]*\))?) +- (?<message>.*)$/,
  // WildFly
  /^\[(?<logger>(?:\w+\.)+\w+)\] \((?<thread>[^)]*)\) (?<message>.*)$/,
];
/** A logger alone: a class with its package, as log4j writes it before a dash and Hadoop before a colon. */
const OF_LOGGER =
  /^(?<logger>(?:[\w$]+\.)+[\w$]+) +- (?<message>.*)$|^(?<class>(?:[a-z][\w$]*\.)+[A-Z][\w$]*): (?<text>.*)$/;
/** As OpenSearch and Elasticsearch write it behind the level. */
const OF_SEARCH = /^\[(?<logger>[^\]]*)\] (?:\[(?<node>[^\]]*)\] ?)?(?<message>.*)$/;
const IN_BRACKETS = /^\[([^[\]]*)\]$/;

/** Names and texts of the parts of an entry; what an entry does not have is missing. */
export type EntryParts = Readonly<Record<string, string>>;

/** Those that a form found, without the blanks that columns of a log are filled up with. */
const filledParts = (parts: Readonly<Record<string, string | undefined>>): EntryParts =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, text = '']) => {
      const trimmed = name === 'message' ? text : text.trim();
      return trimmed === '' && name !== 'message' ? [] : [[name, trimmed]];
    }),
  );

/** The parts of an entry by what stands before its level and behind it: thread and logger where they are written as usual, else an origin. */
export function entryParts(before: string, text: string): EntryParts {
  const { logger, message, class: name, text: rest } = OF_LOGGER.exec(text)?.groups ?? {};
  const ofLogger = { logger: logger ?? name, message: message ?? rest };
  const [, thread] = IN_BRACKETS.exec(before) ?? [];
  if (before === '') {
    for (const form of FORMS) {
      const { groups } = form.exec(text) ?? {};
      if (groups) return filledParts(groups);
    }
    return filledParts(ofLogger.logger === undefined ? { message: text } : ofLogger);
  }
  const isThread = thread !== undefined && ofLogger.logger !== undefined;
  return filledParts(isThread ? { thread, ...ofLogger } : { origin: before, message: text });
}

/** The same of the log of a search engine. */
export const searchParts = (text: string): EntryParts => filledParts(OF_SEARCH.exec(text)?.groups ?? { message: text });
