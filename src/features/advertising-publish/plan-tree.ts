import type { PlanNode } from '#machines/advertising-publish/publish-values.ts';

export interface PlanTree {
  roots: PlanNode[];
  childrenOf: (node: PlanNode) => readonly PlanNode[];
  /** Nodes with children. */
  parentNodes: string[];
}

const NO_NODES: readonly PlanNode[] = [];

/** Nodes with findings, and their ancestors. */
function findFaultyWithAncestors(nodes: readonly PlanNode[]): Set<string> {
  const parents = new Map(nodes.map(({ node, parent }) => [node, parent]));
  const kept = new Set<string>();
  for (const { node, errors, warnings } of nodes) {
    if (errors.length === 0 && warnings.length === 0) continue;
    for (let at: string | null | undefined = node; at && !kept.has(at); at = parents.get(at)) kept.add(at);
  }
  return kept;
}

/** The plan as a tree, complete or only with findings. */
export function planTree(all: readonly PlanNode[], onlyFaulty = false): PlanTree {
  const visible = onlyFaulty ? findFaultyWithAncestors(all) : undefined;
  const nodes = visible ? all.filter(({ node }) => visible.has(node)) : all;
  const below = new Map<string, PlanNode[]>();
  const nodeKeys = new Set(nodes.map(({ node }) => node));
  const roots: PlanNode[] = [];
  for (const node of nodes) {
    if (node.parent === null || !nodeKeys.has(node.parent)) roots.push(node);
    else below.set(node.parent, [...(below.get(node.parent) ?? []), node]);
  }
  return { roots, childrenOf: ({ node }) => below.get(node) ?? NO_NODES, parentNodes: [...below.keys()] };
}

const adsBelow = (all: readonly PlanNode[], top: string): string[] =>
  all.flatMap(({ node, level }) => (level === 'ad' && (node === top || node.startsWith(`${top}.`)) ? [node] : []));

/** The ads that are left out after everything at or below a place is left out or put back. */
export function changeLeftOut(all: readonly PlanNode[], leftOut: readonly string[], place: string, isIncluded: boolean): string[] {
  const ads = adsBelow(all, place);
  const others = leftOut.filter((node) => !ads.includes(node));
  return isIncluded ? others : [...others, ...ads];
}
