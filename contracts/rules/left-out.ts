/*
 * Which objects of a plan are left out. What is below an object goes with it, and an object without anything left below it is not created
 * either.
 */

interface Place {
  readonly node: string;
  readonly parent: string | null;
  readonly level: string;
}

/** The places of the plan that are not created. The places must be listed with parents before their children. */
export function findLeftOut(places: readonly Place[], chosen: readonly string[]): ReadonlySet<string> {
  const named = new Set(chosen);
  const leftOut = new Set<string>();
  if (named.size === 0) return leftOut;
  for (const { node, parent } of places) if (named.has(node) || (parent !== null && leftOut.has(parent))) leftOut.add(node);
  const withChildren = new Set<string | null>();
  for (const { node, parent, level } of places.toReversed()) {
    if (level !== 'ad' && !withChildren.has(node)) leftOut.add(node);
    if (!leftOut.has(node)) withChildren.add(parent);
  }
  return leftOut;
}
