// Names of actions, guards and actors in a chart. XState represents its built-in ones as functions with their arguments as properties.
import { and, not, or, stateIn } from 'xstate';

/** Anything without a declared name. Function names are not used, because minification changes them. */
export const INLINE = 'inline';

type Fields = Record<string, unknown>;

const toFields = (value: unknown): Fields =>
  typeof value === 'function' || (typeof value === 'object' && value !== null) ? (value as Fields) : {};

const toText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** `kind(a, b)`, or `kind` if no argument is known. */
const formatCall = (kind: string, ...args: (string | undefined)[]): string => {
  const knownArgs = args.filter((one) => one !== undefined);
  return knownArgs.length > 0 ? `${kind}(${knownArgs.join(', ')})` : kind;
};

const toEventType = (event: unknown): string | undefined => toText(toFields(event).type);

/** Stands for an actor that is only known at run time. */
const UNKNOWN_ACTOR = '…';

const formatDelay = ({ delay }: Fields): string | undefined =>
  typeof delay === 'number' ? `after ${delay}` : typeof delay === 'string' ? `after ${delay}` : undefined;

/** Longer params are cut. */
const MAX_PARAMS_LENGTH = 60;

/** Fixed params tell apart what goes by the same name: `isKind(kind: video)`. Computed ones stay in the code. */
function formatParams(params: unknown): string {
  if (typeof params !== 'object' || params === null) return '';
  const parts = Object.entries(params).flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text === undefined ? [] : [`${key}: ${text}`];
  });
  const text = parts.join(', ');
  if (text === '') return '';
  return `(${text.length > MAX_PARAMS_LENGTH ? `${text.slice(0, MAX_PARAMS_LENGTH)}…` : text})`;
}

/** The name of an action or guard with its fixed params; undefined for one without a declared name. */
const formatNamed = ({ type, params }: Fields): string | undefined => {
  const name = toText(type);
  // A composed guard that was read from JSON has its operands as params and in its name.
  return name && (name.endsWith(')') ? name : `${name}${formatParams(params)}`);
};

/** Name of actor logic: the name it was set up with, or the id of a machine. */
export function describeActor(logic: unknown): string {
  if (typeof logic === 'string') return logic;
  const { id, root } = toFields(logic);
  return (root !== undefined && id !== '(machine)' && toText(id)) || INLINE;
}

const BUILT_IN_ACTIONS: Record<string, (action: Fields) => string> = {
  'xstate.assign': ({ assignment }) =>
    typeof assignment === 'object' && assignment ? formatCall('assign', ...Object.keys(assignment)) : 'assign',
  'xstate.raise': (action) => formatCall('raise', toEventType(action.event), formatDelay(action)),
  'xstate.sendTo': (action) =>
    action.to === '#_parent'
      ? formatCall('sendParent', toEventType(action.event), formatDelay(action))
      : formatCall('sendTo', toText(action.to) ?? UNKNOWN_ACTOR, toEventType(action.event), formatDelay(action)),
  'xstate.emit': ({ event }) => formatCall('emit', toEventType(event)),
  'xstate.cancel': ({ sendId }) => formatCall('cancel', toText(sendId)),
  'xstate.log': ({ label }) => formatCall('log', toText(label)),
  'xstate.spawnChild': ({ src, id }) => formatCall('spawnChild', describeActor(src), toText(id)),
  'xstate.stopChild': ({ actorRef }) => formatCall('stopChild', toText(actorRef)),
  'xstate.enqueueActions': () => 'enqueueActions',
};

/** The type of a built-in action. Early versions of XState 5 spell some of them `snapshot.spawnChild` and `xsnapshot.sendTo`. */
export const toBuiltInType = (type: unknown): string => String(type).replace(/^x?snapshot\./, 'xstate.');

export function describeAction(action: unknown): string {
  if (typeof action === 'string') return action;
  const fields = toFields(action);
  const type = toText(fields.type);
  if (typeof action !== 'function') return formatNamed(fields) ?? INLINE;
  return (type && BUILT_IN_ACTIONS[toBuiltInType(type)]?.(fields)) || INLINE;
}

/** A state value as text: `open.tabs.working`. */
const formatStateValue = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, inner]) => `${key}.${formatStateValue(inner)}`)
        .join(', ')
    : String(value);

// Recognised by their check function, because minification changes their names.
const GUARD_KINDS = new Map<unknown, string>([
  [toFields(not('')).check, 'not'],
  [toFields(and([])).check, 'and'],
  [toFields(or([])).check, 'or'],
  [toFields(stateIn('')).check, 'stateIn'],
]);

export function describeGuard(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  const { check, guards, stateValue, name } = toFields(guard);
  if (typeof guard !== 'function') return formatNamed(toFields(guard)) ?? INLINE;
  if (check === undefined) return INLINE;
  // Guards of another copy of XState can only be recognised by name.
  const kind = GUARD_KINDS.get(check) ?? toText(name) ?? INLINE;
  return Array.isArray(guards) ? formatCall(kind, ...guards.map(describeGuard)) : formatCall(kind, formatStateValue(stateValue));
}
