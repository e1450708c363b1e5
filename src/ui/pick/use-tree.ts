import { useEffect, useMemo } from 'react';
import type { OptionsEvent } from '#machines/kernel/list/options.machine.ts';
import { flattenOptions, type TreeNode, treeOptions } from './pick-options.ts';
import { type OptionsActor, useOptions } from './use-options.ts';

/** Running options of the kernel that are rows, flat or as a tree, all loaded at once. */
export interface TreeActor extends OptionsActor<TreeNode> {
  send(event: Extract<OptionsEvent, { type: 'options.opened' | 'options.searched' | 'options.namesRequested' }>): void;
}

/** Connects a tree to a filter: spread into a control with options. The names of `chosen` are loaded at once. */
export function useTree(tree: TreeActor, chosen: readonly number[]) {
  const { options: nodes, control } = useOptions(tree);
  const chosenKey = chosen.join();
  useEffect(() => {
    if (chosenKey) tree.send({ type: 'options.namesRequested', ids: chosenKey.split(',').map(Number) });
  }, [tree, chosenKey]);
  const options = useMemo(() => flattenOptions(treeOptions(nodes)), [nodes]);
  const names = useMemo(() => new Map(options.map(({ value, label }) => [value, label])), [options]);
  return { options, names, ...control };
}
