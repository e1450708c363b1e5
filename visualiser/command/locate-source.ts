// Finds the lines where states, transitions and actions are declared, to jump from a drawing into its source. What is built by other
// functions is not found.
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { listTransitions, toStateId, toTransitionId } from '../model/ids.ts';

/** What has braces and keys of its own, or none that count: comments, texts, and everything else by single characters. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*|\d[\w.]*|[\s\S]/g;

const isComment = (token: string): boolean => token.startsWith('//') || token.startsWith('/*');

interface Property {
  /** Where its name stands. */
  at: number;
  /** Where its value begins. */
  value: number;
}

/** The properties and methods of the object that begins with the brace at `open`. */
function listProperties(text: string, open: number): Map<string, Property> {
  const found = new Map<string, Property>();
  let depth = 0;
  let isName = false;
  let name: { key: string; at: number } | undefined;
  TOKEN.lastIndex = open;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [token] = match;
    if (isComment(token) || /^\s$/.test(token)) continue;
    if ('{[('.includes(token)) {
      if (depth === 1 && token === '(' && name) {
        found.set(name.key, { at: name.at, value: match.index });
        name = undefined;
      }
      depth += 1;
      isName = depth === 1;
      continue;
    }
    if ('}])'.includes(token)) {
      depth -= 1;
      if (depth === 0) break;
      continue;
    }
    if (depth !== 1) continue;
    if (token === ',') {
      isName = true;
      name = undefined;
    } else if (token === ':' && name) {
      const rest = text.slice(match.index + 1);
      found.set(name.key, { at: name.at, value: match.index + 1 + rest.search(/\S/) });
      name = undefined;
    } else if (isName) {
      name = { key: /^['"]/.test(token) ? token.slice(1, -1) : token, at: match.index };
      isName = false;
    }
  }
  return found;
}

const countLines = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const escapeName = (name: string): string => name.replaceAll('$', String.raw`\$`);

/** The property of a state under which a transition stands, and its key there; no key where the property is the transition. */
function placeOf(eventType: string, stateId: string): { property: string; key?: string } {
  if (eventType === '') return { property: 'always' };
  const [, kind, rest = ''] = /^xstate\.(after|done\.state|done\.actor|error\.actor|snapshot)\.(.+)$/.exec(eventType) ?? [];
  if (kind === 'after') return { property: 'after', key: rest.endsWith(`.${stateId}`) ? rest.slice(0, -stateId.length - 1) : rest };
  if (kind === 'done.state') return { property: 'onDone' };
  return kind === undefined ? { property: 'on', key: eventType } : { property: 'invoke' };
}

/** Lines of a file, by what is declared there. */
export interface SourceLines {
  /** By the ids of states and transitions; the root has the line of the declaration of the machine. */
  lines: Record<string, number>;
  /** By the names of actions that `setup` gives to the machine. */
  actionLines: Record<string, number>;
}

/** Finds the source of a machine; `name` is that of its export. */
export function locateSource(text: string, name: string, machine: AnyStateMachine): SourceLines {
  const start = name === 'default' ? String.raw`export\s+default\b` : String.raw`(?:export\s+)?(?:const|let|var)\s+${escapeName(name)}\b`;
  const declared = new RegExp(`^[ \t]*${start}`, 'm').exec(text);
  if (!declared) return { lines: {}, actionLines: {} };
  const lines: Record<string, number> = { [toStateId(machine.root)]: countLines(text, declared.index) };
  const listInner = (property: Property | undefined): Map<string, Property> =>
    property && text[property.value] === '{' ? listProperties(text, property.value) : new Map();
  const locate = (node: AnyStateNode, open: number): void => {
    if (text[open] !== '{') return;
    const properties = listProperties(text, open);
    for (const [eventType, , index] of listTransitions(node)) {
      const { property, key } = placeOf(eventType, node.id);
      const found = key === undefined ? properties.get(property) : listInner(properties.get(property)).get(key);
      if (found) lines[toTransitionId(node, eventType, index)] = countLines(text, found.at);
    }
    const states = listInner(properties.get('states'));
    for (const child of Object.values<AnyStateNode>(node.states)) {
      const property = states.get(child.key);
      if (!property) continue;
      lines[toStateId(child)] = countLines(text, property.at);
      locate(child, property.value);
    }
  };
  const findCall = (called: RegExp): number | undefined => {
    called.lastIndex = declared.index;
    const found = called.exec(text);
    return found ? found.index + found[0].length : undefined;
  };
  const created = findCall(/\bcreateMachine\s*(?:<[^()]*>)?\(\s*/g);
  if (created !== undefined) locate(machine.root, created);
  const setUp = findCall(/\bsetup\s*(?:<[^()]*>)?\(\s*/g);
  const isOwn = setUp !== undefined && created !== undefined && setUp < created && text[setUp] === '{';
  const actions = isOwn ? listInner(listProperties(text, setUp).get('actions')) : new Map<string, Property>();
  return { lines, actionLines: Object.fromEntries([...actions].map(([action, { at }]) => [action, countLines(text, at)])) };
}
