/** A node that can be chosen, a group of such nodes, or one that follows its parent. */
export interface CheckNode {
  key: string;
  label: string;
  note?: string;
  /** Only holds other nodes: choosing it chooses them. */
  group?: boolean;
  /** Chosen with its parent; never by itself. */
  follows?: boolean;
  children?: readonly CheckNode[];
}

/** Keys of this node and its descendants that can be chosen by themselves. */
const choosableKeys = ({ key, group = false, follows = false, children = [] }: CheckNode): string[] => [
  ...(group || follows ? [] : [key]),
  ...children.flatMap(choosableKeys),
];

export function checkState(node: CheckNode, chosen: readonly string[]): 'none' | 'some' | 'all' {
  if (!node.group) return chosen.includes(node.key) ? 'all' : 'none';
  const keys = choosableKeys(node);
  const have = keys.filter((key) => chosen.includes(key)).length;
  if (have === 0) return 'none';
  return have === keys.length ? 'all' : 'some';
}

/** A group passes the choice on to its descendants; the order of the tree is kept. */
export function withChoice(nodes: readonly CheckNode[], chosen: readonly string[], node: CheckNode, yes: boolean): string[] {
  const touched = new Set(node.group ? choosableKeys(node) : [node.key]);
  const known = nodes.flatMap(choosableKeys);
  const wanted = (key: string) => (touched.has(key) ? yes : chosen.includes(key));
  return [...known.filter(wanted), ...chosen.filter((key) => !known.includes(key))];
}
