import { parseArgs } from 'node:util';
import { breakingFaults } from '#contracts/sets/breaking.ts';
import { compareSets } from '#contracts/sets/compare.ts';
import { currentSet, ROOT } from '#contracts/sets/pact-set.ts';
import { freeze, latestRelease, packagedVersion, releasedSet, releaseFaults, retire } from '#contracts/sets/releases.ts';
import { report } from '#contracts/sets/report.ts';

type Say = (text: string) => void;
const print: Say = (text) => process.stdout.write(text);

/**
 * npm run contracts:release -- [--version x.y.z] [--date YYYY-MM-DD]: freezes the current contracts under the version of package.json,
 * today. Throws when that version exists, or a break of consoles was not decided.
 */
export function release(args: string[], root = ROOT, say = print): void {
  const { values } = parseArgs({ args, options: { version: { type: 'string' }, date: { type: 'string' } } });
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

/** npm run contracts:retire -- --version x.y.z --decision NNNN-why.md: ends the support of consoles of that version. */
export function retireRelease(args: string[], root = ROOT, say = print): void {
  const { values } = parseArgs({ args, options: { version: { type: 'string' }, decision: { type: 'string' } } });
  const { version, decision } = values;
  if (!version || !decision) throw new Error('npm run contracts:retire -- --version x.y.z --decision NNNN-why.md');
  retire({ version, decision }, root);
  say(`${version} is no longer supported, by docs/decisions/${decision}.\n`);
}
