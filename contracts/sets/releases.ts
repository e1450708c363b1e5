import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CURRENT, CURRENT_DOCUMENT, currentSet, DOCUMENT, type PactSet, RELEASED, ROOT, readFolder } from './pact-set.ts';

/** The pacts and the document that were frozen with a version of the console. */
export interface Release {
  /** The version of the console that uses these pacts, such as `1.2.3`. */
  version: string;
  /** `2026-11-20` */
  date: string;
  /** Consoles of this version may still be open, so the main branch is verified against it. */
  supported: boolean;
  /** SHA-256 over the names and bytes of its files, as hexadecimal digits. */
  sha256: string;
  /** A file in docs/decisions that says why the release is no longer supported. */
  decision?: string;
}

const LIST = 'releases.json';
const DECISIONS = 'docs/decisions';
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

const folderOf = (root: string, version: string): string => path.join(root, RELEASED, version);
const listOf = (root: string): string => path.join(root, RELEASED, LIST);

/** Negative when the first version is older. Throws when one is not a version such as 1.2.3. */
export function compareVersions(one: string, another: string): number {
  const [a, b] = [one, another].map((version) => {
    const parts = VERSION.exec(version);
    if (!parts) throw new Error(`${version} is no version such as 1.2.3`);
    return parts.slice(1).map(Number);
  });
  for (const at of [0, 1, 2]) {
    const apart = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (apart !== 0) return apart;
  }
  return 0;
}

/** Oldest first; empty before the first release. */
export function releases(root = ROOT): Release[] {
  if (!existsSync(listOf(root))) return [];
  const listed = JSON.parse(readFileSync(listOf(root), 'utf8')) as Release[];
  return listed.toSorted((a, b) => compareVersions(a.version, b.version));
}

export const latestRelease = (root = ROOT): Release | undefined => releases(root).at(-1);

export const supportedReleases = (root = ROOT): Release[] => releases(root).filter(({ supported }) => supported);

/** The frozen set of a version. Throws when the version was not released. */
export const releasedSet = (version: string, root = ROOT): PactSet => readFolder(folderOf(root, version), version);

export const decisionExists = (decision: string, root = ROOT): boolean =>
  /^\d{4}-[a-z0-9-]+\.md$/.test(decision) && existsSync(path.join(root, DECISIONS, decision));

export const decisionText = (decision: string, root = ROOT): string => readFileSync(path.join(root, DECISIONS, decision), 'utf8');

function sha256Of(folder: string): string {
  const sum = createHash('sha256');
  for (const name of readdirSync(folder).toSorted()) {
    const content = readFileSync(path.join(folder, name));
    sum.update(`${name}\n${content.length}\n`).update(content);
  }
  return sum.digest('hex');
}

function write(listed: readonly Release[], root: string): void {
  const sorted = listed.toSorted((a, b) => compareVersions(a.version, b.version));
  writeFileSync(listOf(root), `${JSON.stringify(sorted, null, 2)}\n`);
}

/**
 * Stores the current pacts and the document permanently. Throws when the version exists or is not above the last one.
 * Does not check that the pacts match their sources, which `contracts:check` does.
 */
export function freeze({ version, date }: Pick<Release, 'version' | 'date'>, root = ROOT): Release {
  const known = releases(root);
  const last = known.at(-1);
  if (!DATE.test(date) || Number.isNaN(Date.parse(date))) throw new Error(`${date} is no date such as 2026-11-20`);
  if (known.some((one) => one.version === version)) throw new Error(`${version} is released already, and what is released stays as it is`);
  if (last && compareVersions(version, last.version) <= 0) throw new Error(`${version} is not above the last release, ${last.version}`);
  compareVersions(version, version);
  readFolder(path.join(root, CURRENT)); // throws when one is no pact
  const folder = folderOf(root, version);
  if (existsSync(folder)) throw new Error(`${path.relative(root, folder)} is there, but ${LIST} does not know it`);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(path.join(root, CURRENT))) copyFileSync(path.join(root, CURRENT, name), path.join(folder, name));
  copyFileSync(path.join(root, CURRENT_DOCUMENT), path.join(folder, DOCUMENT));
  const release: Release = { version, date, supported: true, sha256: sha256Of(folder) };
  write([...known, release], root);
  return release;
}

/**
 * Ends the support for consoles of a version. Throws when the release does not exist, is already retired, or the decision does not exist.
 */
export function retire({ version, decision }: { version: string; decision: string }, root = ROOT): Release {
  const known = releases(root);
  const release = known.find((one) => one.version === version);
  if (!release) throw new Error(`${version} was never released`);
  if (!release.supported) throw new Error(`${version} is retired already, by ${release.decision}`);
  if (!decisionExists(decision, root)) throw new Error(`${DECISIONS}/${decision} does not exist; who gives a version up says why there`);
  const retired: Release = { ...release, supported: false, decision };
  write(
    known.map((one) => (one === release ? retired : one)),
    root,
  );
  return retired;
}

function faultsOf({ version, date, supported, sha256, decision }: Release, root: string): string[] {
  const folder = folderOf(root, version);
  if (!existsSync(folder)) return [`${version} is listed, but ${path.relative(root, folder)} is missing`];
  return [
    ...(sha256Of(folder) === sha256 ? [] : [`${version}: a frozen file was changed, added or deleted`]),
    ...(existsSync(path.join(folder, DOCUMENT)) ? [] : [`${version}: ${DOCUMENT} is missing`]),
    ...(DATE.test(date) ? [] : [`${version}: ${date} is no date`]),
    ...(supported || (decision && decisionExists(decision, root)) ? [] : [`${version} is retired without a decision on record`]),
  ];
}

/** Faults of frozen releases: they must be unchanged and listed, and support may end only by a decision. */
export function releaseFaults(root = ROOT): string[] {
  const known = releases(root);
  const versions = known.map(({ version }) => version);
  const folder = path.join(root, RELEASED);
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => name !== LIST) : [];
  return [
    ...versions.filter((version, at) => versions.indexOf(version) !== at).map((version) => `${version} is listed twice`),
    ...found.filter((name) => !versions.includes(name)).map((name) => `${RELEASED}/${name} belongs to no release`),
    ...known.flatMap((release) => faultsOf(release, root)),
  ];
}

/** The version of the console in this folder. */
export const packagedVersion = (root = ROOT): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

/** A released console version without frozen contracts could not be verified later. */
export function unfrozenVersion(root = ROOT): string[] {
  const last = latestRelease(root);
  const version = packagedVersion(root);
  if (last === undefined || last.version === version) return [];
  return [`package.json is of version ${version}, the last frozen contract of ${last.version}: npm run contracts:release`];
}

const callsOf = ({ pacts }: PactSet): Set<string> =>
  new Set(pacts.flatMap(({ interactions }) => interactions.map(({ request }) => `${request.method} ${request.path}`)));

/** The calls of consoles to come that no supported release promises: they may change without anybody deciding it. */
export function unpromisedCalls(root = ROOT): { unpromised: string[]; total: number } {
  const promised = new Set(supportedReleases(root).flatMap(({ version }) => [...callsOf(releasedSet(version, root))]));
  const current = callsOf(currentSet(root));
  return { unpromised: [...current].filter((call) => !promised.has(call)).toSorted(), total: current.size };
}
