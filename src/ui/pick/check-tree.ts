/** A node that can be chosen, a group of such nodes, or one that follows its parent. */
export interface CheckNode {
  key: string;
  label: string;
  note?: string;
  /** Only holds other nodes: choosing it chooses them. */
  group?: boolean;
  /** Chosen with its parent; never by itself. */
  follows?: boolean;
  /** Always chosen, for this reason. It belongs to no group. */
  given?: string;
  children?: readonly CheckNode[];
}

/** Keys of this node and its descendants that can be chosen by themselves. */
const choosableKeys = ({ key, group = false, follows = false, children = [] }: CheckNode): string[] => [
  ...(group || follows ? [] : [key]),
  ...children.flatMap(choosableKeys),
];

export function checkState(node: CheckNode, chosen: readonly string[]): 'none' | 'some' | 'all' {
  if (node.given !== undefined) return 'all';
  if (!node.group) return chosen.includes(node.key) ? 'all' : 'none';
  const keys = choosableKeys(node);
  const chosenCount = keys.filter((key) => chosen.includes(key)).length;
  if (chosenCount === 0) return 'none';
  return chosenCount === keys.length ? 'all' : 'some';
}

/** A group passes the choice on to its descendants; the order of the tree is kept. */
export function applyChoice(nodes: readonly CheckNode[], chosen: readonly string[], node: CheckNode, isChecked: boolean): string[] {
  const toggledKeys = new Set(node.group ? choosableKeys(node) : [node.key]);
  const choosable = nodes.flatMap(choosableKeys);
  const isNowChosen = (key: string) => (toggledKeys.has(key) ? isChecked : chosen.includes(key));
  return [...choosable.filter(isNowChosen), ...chosen.filter((key) => !choosable.includes(key))];
}
