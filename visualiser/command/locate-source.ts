// Finds the lines where states are declared, to jump from a drawing into its source. What is built by other functions is not found.
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { toStateId } from '../model/ids.ts';

/** What has braces and keys of its own, or none that count: comments, texts, and everything else by single characters. */
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[A-Za-z_$][\w$]*|\d[\w.]*|[\s\S]/g;

const isComment = (token: string): boolean => token.startsWith('//') || token.startsWith('/*');

interface Property {
  /** Where its name stands. */
  at: number;
  /** Where its value begins. */
  value: number;
}

/** The properties of the object that begins with the brace at `open`. */
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

/** Lines by the ids of the states of a machine; the root has the line of its declaration. `name` is that of its export. */
export function locateStates(text: string, name: string, machine: AnyStateMachine): Record<string, number> {
  const start = name === 'default' ? String.raw`export\s+default\b` : String.raw`(?:export\s+)?(?:const|let|var)\s+${escapeName(name)}\b`;
  const declared = new RegExp(`^[ \t]*${start}`, 'm').exec(text);
  if (!declared) return {};
  const lines: Record<string, number> = { [toStateId(machine.root)]: countLines(text, declared.index) };
  const locate = (node: AnyStateNode, open: number): void => {
    if (text[open] !== '{') return;
    const states = listProperties(text, open).get('states');
    if (!states || text[states.value] !== '{') return;
    const properties = listProperties(text, states.value);
    for (const child of Object.values<AnyStateNode>(node.states)) {
      const property = properties.get(child.key);
      if (!property) continue;
      lines[toStateId(child)] = countLines(text, property.at);
      locate(child, property.value);
    }
  };
  const call = /\bcreateMachine\s*(?:<[^()]*>)?\(\s*/g;
  call.lastIndex = declared.index;
  const created = call.exec(text);
  if (created) locate(machine.root, created.index + created[0].length);
  return lines;
}
