import { useSelector } from '@xstate/react';
import type { HandParts, LaunchHands } from '#machines/parts/launches/launch-hands.machine.ts';

/** Child actors of the launch machine; undefined until they have started. */
export function useLaunchParts(hands: LaunchHands): HandParts | undefined {
  const { batch, dryRun, switches, amount, drawer, people, accounts, ...replacing } = useSelector(hands, (state) => state.children);
  const { materials, posts, landings, homepages, pixels } = replacing;
  if (!batch || !dryRun || !switches || !amount || !drawer || !people || !accounts) return undefined;
  if (!materials || !posts || !landings || !homepages || !pixels) return undefined;
  return { batch, dryRun, switches, amount, drawer, people, accounts, materials, posts, landings, homepages, pixels };
}
