import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { breakingFaults, breaksBetween } from '#contracts/sets/breaking.ts';
import { compareSets } from '#contracts/sets/compare.ts';
import { namedSet } from '#contracts/sets/named-set.ts';
import { ROOT } from '#contracts/sets/pact-set.ts';
import { latestRelease, releaseFaults, unfrozenVersion, unpromisedCalls } from '#contracts/sets/releases.ts';
import { report } from '#contracts/sets/report.ts';
import { CommandError, Usage } from '../command.ts';

const USAGE = `npm run contracts:compare -- [older] [newer] [--language zh|en] [--json file] [--strict] [--fail-on breaking|any]
older and newer: current, the version of a release, a folder of pacts, or a commit; without them the last release and current.
--fail-on breaking ends with 1 where a console would break or a backend has to change first, any where anything differs.
--strict takes neither, and fails where a frozen file was changed, the version of package.json was not frozen, or a break of consoles was not decided.`;

/** Nothing fails because of it: between releases, new calls are always under no promise. */
function warnOfUnpromised(root: string): string {
  const { unpromised, total } = unpromisedCalls(root);
  if (unpromised.length === 0) return '';
  return `Warning: ${unpromised.length} of ${total} calls stand under no promise until the next release (npm run contracts:release), such as ${unpromised[0]}.\n`;
}

/** Prints the differences of two sets in words. Throws on wrong arguments, and with --strict on what must not be merged. */
export function compare(args: string[], root = ROOT, say: (text: string) => void = (text) => process.stdout.write(text)): void {
  if (args.includes('--help')) throw new Usage(USAGE);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      language: { type: 'string', default: 'en' },
      json: { type: 'string' },
      strict: { type: 'boolean', default: false },
      'fail-on': { type: 'string' },
    },
  });
  const { language, json, strict, 'fail-on': failOn } = values;
  if (failOn !== undefined && failOn !== 'breaking' && failOn !== 'any')
    throw new CommandError(`--fail-on "${failOn}" is neither breaking nor any.`);
  if ((language !== 'zh' && language !== 'en') || positionals.length > 2 || (strict && positionals.length > 0)) throw new Error(USAGE);

  const failing: string[] = [];
  const [olderName = latestRelease(root)?.version, newerName = 'current'] = positionals;
  if (olderName === undefined) say('Nothing was released yet, so there is nothing to compare with.\n');
  else {
    const [older, newer] = [namedSet(olderName, root), namedSet(newerName, root)];
    const differences = compareSets(older, newer);
    const broken = new Map(breaksBetween(older, newer, root).map(({ difference, versions }) => [difference.id, versions]));
    say(report(older, newer, differences, language, broken));
    const counted =
      failOn === 'breaking' ? differences.filter((one) => one.consoles === 'breaks' || one.backends === 'breaks') : differences;
    if (failOn !== undefined && counted.length > 0)
      failing.push(
        `${counted.length} ${failOn === 'breaking' ? 'breaking differences' : 'differences'} from ${older.name} to ${newer.name}.`,
      );
    const told = differences.map((one) => ({ ...one, versions: broken.get(one.id) ?? [] }));
    if (json !== undefined)
      writeFileSync(json, `${JSON.stringify({ older: older.name, newer: newer.name, differences: told }, null, 2)}\n`);
  }
  if (strict && olderName !== undefined) say(warnOfUnpromised(root));
  const faults = [...failing, ...(strict ? [...releaseFaults(root), ...unfrozenVersion(root), ...breakingFaults(root)] : [])];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}
