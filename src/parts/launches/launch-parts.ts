import { useSelector } from '@xstate/react';
import type { LaunchActionParts, LaunchActions } from '#machines/parts/launches/launch-actions.machine.ts';

/** Child actors of the launch machine; undefined until they have started. */
export function useLaunchParts(launchActions: LaunchActions): LaunchActionParts | undefined {
  const { batch, schemeSaving, dryRun, switches, amount, note, drawer, people, accounts, ...replacing } = useSelector(
    launchActions,
    (state) => state.children,
  );
  const { materials, posts, landings, homepages, pixels, countries, locales, interests } = replacing;
  if (!batch || !schemeSaving || !dryRun || !switches || !amount || !note || !drawer || !people || !accounts) return undefined;
  if (!materials || !posts || !landings || !homepages || !pixels || !countries || !locales || !interests) return undefined;
  return {
    batch,
    schemeSaving,
    dryRun,
    switches,
    amount,
    note,
    drawer,
    people,
    accounts,
    materials,
    posts,
    landings,
    homepages,
    pixels,
    countries,
    locales,
    interests,
  };
}
