import type { IndexMapping } from './mapping.ts';
import { illegalArgument, unreadable } from './refusal.ts';

type Body = Readonly<Record<string, unknown>>;

const NAME = '_routing';

/** Reads `_routing` of a mapping, which is told where documents need one. @throws PlatformError for what is none */
export function readRoutingRule(parameters: Body): Body {
  const { [NAME]: given, ...rest } = parameters;
  if (given === undefined) return parameters;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw unreadable(`Failed to parse mapping [_doc]: [${NAME}] must be an object with [required]`);
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'required') throw unreadable(`unknown parameter [${name}] on mapper [${NAME}] of type [null]`);
    if (value === null) throw unreadable(`[${name}] on mapper [${NAME}] of type [null] must not have a [null] value`);
    if (!/^(?:true|false)$/.test(String(value)))
      throw unreadable(
        `Failed to parse mapping [_doc]: Failed to parse value [${value}] as only [true] or [false] are allowed.`,
      );
  }
  return { ...rest, [NAME]: { required: String(Object(given).required) === 'true' } };
}

/** Whether documents need a routing; mappings were once stored as they came. */
export const isRoutingRequired = ({ parameters }: Pick<IndexMapping, 'parameters'>): boolean =>
  String(Object(parameters[NAME]).required) === 'true';

/** @throws PlatformError for a change of what documents need, which those that are there may not have */
export function refuseOtherRouting(known: IndexMapping, added: IndexMapping): void {
  if (added.parameters[NAME] === undefined) return;
  const [before, after] = [isRoutingRequired(known), isRoutingRequired(added)];
  if (before === after) return;
  throw illegalArgument(
    `Mapper for [${NAME}] conflicts with existing mapper:\n\tCannot update parameter [required] from [${before}] to [${after}]`,
  );
}
