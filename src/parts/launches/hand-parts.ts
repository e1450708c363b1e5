import { useSelector } from '@xstate/react';
import type { HandParts, LaunchHands } from '#machines/parts/launches/launch-hands.machine.ts';

/** What the hands of a page are made of; undefined for the moment in which they do not stand yet. */
export function useHandParts(hands: LaunchHands): HandParts | undefined {
  const { batch, dryRun, switches, amount, drawer, people, accounts, ...replacing } = useSelector(hands, (state) => state.children);
  const { materials, posts, landings, homepages, pixels } = replacing;
  if (!batch || !dryRun || !switches || !amount || !drawer || !people || !accounts) return undefined;
  if (!materials || !posts || !landings || !homepages || !pixels) return undefined;
  return { batch, dryRun, switches, amount, drawer, people, accounts, materials, posts, landings, homepages, pixels };
}
