import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareSets } from './compare.ts';
import type { Difference } from './difference.ts';
import { currentSet, type PactSet, ROOT } from './pact-set.ts';
import { decisionExists, decisionText, latestRelease, type Release, releasedSet, releases, supportedReleases } from './releases.ts';

const DECIDED = 'pacts/breaking.json';

/** A promise to consoles that was broken on purpose. */
interface Decided {
  /** The release that made the promise. */
  since: string;
  /** The id of the difference. */
  id: string;
  /** A file in docs/decisions that gives the reason and names the console versions that break. */
  decision: string;
}

/** A difference that breaks consoles, with the supported versions that it breaks. */
export interface Break {
  difference: Difference;
  /** Supported releases that make the promise, oldest first. */
  versions: string[];
}

const breaking = (differences: readonly Difference[]): Difference[] => differences.filter(({ consoles }) => consoles === 'breaks');

export const decidedBreaks = (root = ROOT): Decided[] => {
  const file = path.join(root, DECIDED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Decided[]) : [];
};

/** The breaking differences between two sets, with the supported releases that they break. */
export function breaksBetween(older: PactSet, newer: PactSet, root = ROOT): Break[] {
  const supported = supportedReleases(root).map(({ version }) => {
    const ids = breaking(compareSets(releasedSet(version, root), newer)).map(({ id }) => id);
    return { version, ids: new Set(ids) };
  });
  return breaking(compareSets(older, newer)).map((difference) => ({
    difference,
    versions: supported.filter(({ ids }) => ids.has(difference.id)).map(({ version }) => version),
  }));
}

const namesVersion = (text: string, version: string): boolean =>
  new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?!\\d|\\.\\d)`).test(text);

function undecided({ difference, versions }: Break, last: Release, decided: readonly Decided[], root: string): string[] {
  const entry = decided.find(({ since, id }) => since === last.version && id === difference.id);
  const consoles = versions.length > 0 ? `breaks consoles ${versions.join(', ')}` : 'breaks consoles no longer supported';
  if (!entry) {
    const wanted = JSON.stringify({ since: last.version, id: difference.id, decision: 'NNNN-why.md' });
    return [`${difference.words.en} (${difference.call}): ${consoles}; ${DECIDED} lacks ${wanted}`];
  }
  if (!decisionExists(entry.decision, root)) return []; // told with the entry
  const text = decisionText(entry.decision, root);
  const unnamed = versions.filter((version) => !namesVersion(text, version));
  return unnamed.length > 0 ? [`${entry.decision} does not name ${unnamed.join(', ')}, which break with "${entry.id}"`] : [];
}

/** The set that followed a release: the next release, or the current set. */
function next(since: string, root: string): PactSet {
  const known = releases(root);
  const following = known[known.findIndex(({ version }) => version === since) + 1];
  return following ? releasedSet(following.version, root) : currentSet(root);
}

/** Faults of entries without effect, of duplicates, and of entries whose decision does not exist. */
function idleEntries(decided: readonly Decided[], root: string): string[] {
  const versions = new Set(releases(root).map(({ version }) => version));
  const broken = new Map<string, Set<string>>();
  const idsSince = (since: string) => {
    const known = broken.get(since);
    if (known) return known;
    const ids = new Set(breaking(compareSets(releasedSet(since, root), next(since, root))).map(({ id }) => id));
    broken.set(since, ids);
    return ids;
  };
  return decided.flatMap(({ since, id, decision }, at) => [
    ...(decisionExists(decision, root) ? [] : [`docs/decisions/${decision} does not exist, but is to decide "${id}"`]),
    ...(decided.findIndex((one) => one.since === since && one.id === id) === at ? [] : [`${DECIDED} has "${id}" since ${since} twice`]),
    ...(versions.has(since) && idsSince(since).has(id) ? [] : [`${DECIDED} decides "${id}" since ${since}, which breaks nothing`]),
  ]);
}

/** Faults of breaking differences without a decision, and of decisions without a breaking difference. */
export function breakingFaults(root = ROOT): string[] {
  const last = latestRelease(root);
  const decided = decidedBreaks(root);
  const breaks = last ? breaksBetween(releasedSet(last.version, root), currentSet(root), root) : [];
  return [...(last ? breaks.flatMap((one) => undecided(one, last, decided, root)) : []), ...idleEntries(decided, root)];
}
