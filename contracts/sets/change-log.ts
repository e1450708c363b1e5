import { compareSets } from './compare.ts';
import type { Difference } from './difference.ts';
import { currentSet, ROOT } from './pact-set.ts';
import { releasedSet, releases } from './releases.ts';

/** The changes of a release; version and date are null for unreleased changes. */
interface Changes {
  version: string | null;
  /** `2026-11-20` */
  date: string | null;
  changes: Difference[];
}

/** Newest first. The first release has no changes; without unreleased changes there is no entry for them. */
export function changeLog(root = ROOT): Changes[] {
  const frozen = releases(root).map(({ version, date }) => ({ version, date, set: releasedSet(version, root) }));
  const all = frozen.length > 0 ? [...frozen, { version: null, date: null, set: currentSet(root) }] : [];
  return all
    .map(({ version, date, set }, at) => {
      const before = all[at - 1];
      return { version, date, changes: before ? compareSets(before.set, set) : [] };
    })
    .filter(({ version, changes }) => version !== null || changes.length > 0)
    .toReversed();
}
