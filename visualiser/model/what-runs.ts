// How actions, guards and actors read in a chart. XState keeps its own ones as functions that carry what they were given.
import { and, not, or, stateIn } from 'xstate';

/** What has no name of its own. Names of functions do not count: a build that makes files small changes them. */
export const INLINE = 'inline';

type Fields = Record<string, unknown>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'function' || (typeof value === 'object' && value !== null) ? (value as Fields) : {};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `kind(a, b)`, or `kind` where nothing is known of what it was given. */
const call = (kind: string, ...given: (string | undefined)[]): string => {
  const known = given.filter((one) => one !== undefined);
  return known.length > 0 ? `${kind}(${known.join(', ')})` : kind;
};

const eventOf = (event: unknown): string | undefined => textOf(fieldsOf(event).type);

/** An actor that is only known when it comes to it. */
const SOMEBODY = '…';

const later = ({ delay }: Fields): string | undefined =>
  typeof delay === 'number' ? `after ${delay}` : typeof delay === 'string' ? `after ${delay}` : undefined;

/** Name of actor logic: the one it was set up with, or a machine's own. */
export function actorText(logic: unknown): string {
  if (typeof logic === 'string') return logic;
  const { id, root } = fieldsOf(logic);
  return (root !== undefined && id !== '(machine)' && textOf(id)) || INLINE;
}

const BUILT_IN: Record<string, (action: Fields) => string> = {
  'xstate.assign': ({ assignment }) =>
    typeof assignment === 'object' && assignment ? call('assign', ...Object.keys(assignment)) : 'assign',
  'xstate.raise': (action) => call('raise', eventOf(action.event), later(action)),
  'xstate.sendTo': (action) =>
    action.to === '#_parent'
      ? call('sendParent', eventOf(action.event), later(action))
      : call('sendTo', textOf(action.to) ?? SOMEBODY, eventOf(action.event), later(action)),
  'xstate.emit': ({ event }) => call('emit', eventOf(event)),
  'xstate.cancel': ({ sendId }) => call('cancel', textOf(sendId)),
  'xstate.log': ({ label }) => call('log', textOf(label)),
  'xstate.spawnChild': ({ src, id }) => call('spawnChild', actorText(src), textOf(id)),
  'xstate.stopChild': ({ actorRef }) => call('stopChild', textOf(actorRef)),
  'xstate.enqueueActions': () => 'enqueueActions',
};

export function actionText(action: unknown): string {
  if (typeof action === 'string') return action;
  const fields = fieldsOf(action);
  const type = textOf(fields.type);
  if (typeof action !== 'function') return type ?? INLINE;
  return (type && BUILT_IN[type]?.(fields)) || INLINE;
}

/** A state value as it is written in text: `open.tabs.working`. */
const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key}.${valueText(inner)}`)
        .join(', ')
    : String(value);

// By what they check with: their names do not survive a build.
const KINDS = new Map<unknown, string>([
  [fieldsOf(not('')).check, 'not'],
  [fieldsOf(and([])).check, 'and'],
  [fieldsOf(or([])).check, 'or'],
  [fieldsOf(stateIn('')).check, 'stateIn'],
]);

export function guardText(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { type, check, guards, stateValue, name } = fieldsOf(guard);
  if (typeof guard !== 'function') return textOf(type) ?? INLINE;
  if (check === undefined) return INLINE;
  // A machine made with another copy of XState is told by the name after all.
  const kind = KINDS.get(check) ?? textOf(name) ?? INLINE;
  return Array.isArray(guards) ? call(kind, ...guards.map(guardText)) : call(kind, valueText(stateValue));
}
