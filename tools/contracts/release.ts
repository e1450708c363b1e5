import { breakingFaults } from '#contracts/sets/breaking.ts';
import { compareSets } from '#contracts/sets/compare.ts';
import { currentSet, ROOT } from '#contracts/sets/pact-set.ts';
import { freeze, latestRelease, packagedVersion, releasedSet, releaseFaults, retire } from '#contracts/sets/releases.ts';
import { report } from '#contracts/sets/report.ts';
import { readArguments } from '../command.ts';

type Say = (text: string) => void;
const print: Say = (text) => process.stdout.write(text);

const RELEASE_USAGE = 'npm run contracts:release -- [--version x.y.z] [--date YYYY-MM-DD]';
const RETIRE_USAGE = 'npm run contracts:retire -- --version x.y.z --decision NNNN-why.md';

/**
 * Freezes the current contracts under the version of package.json,
 * today. Throws when that version exists, or a break of consoles was not decided.
 */
export function release(args: string[], root = ROOT, say = print): void {
  const values = readArguments(RELEASE_USAGE, { version: { type: 'string' }, date: { type: 'string' } }, args);
  const { version = packagedVersion(root), date = new Date().toISOString().slice(0, 10) } = values;
  const faults = [...releaseFaults(root), ...breakingFaults(root)];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const last = latestRelease(root);
  freeze({ version, date }, root);
  if (last) {
    const [older, newer] = [releasedSet(last.version, root), { ...currentSet(root), name: version }];
    say(report(older, newer, compareSets(older, newer), 'en'));
  }
  say(`Froze ${version} of ${date}. Whether the sources give these pacts was not asked again: that is npm run contracts:check.\n`);
}

/** Ends the support of consoles of that version. */
export function retireRelease(args: string[], root = ROOT, say = print): void {
  const { version, decision } = readArguments(RETIRE_USAGE, { version: { type: 'string' }, decision: { type: 'string' } }, args);
  if (!version || !decision) throw new Error(RETIRE_USAGE);
  retire({ version, decision }, root);
  say(`${version} is no longer supported, by docs/decisions/${decision}.\n`);
}
