// A reporter of vitest: the files that took longest, with all that belongs to them.
const MOST_NAMED = 20;

/** Milliseconds of one file: its modules, its preparations and its tests. */
const tookOf = ({ environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration }) =>
  environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;

/** One line for each, the slowest first. */
export const slowestLines = (modules) =>
  modules
    .map((module) => ({ name: module.relativeModuleId, seconds: tookOf(module.diagnostic()) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, MOST_NAMED)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);

export default class SlowestFiles {
  onTestRunEnd(modules) {
    if (modules.length > MOST_NAMED) process.stdout.write(`\nthe slowest files\n${slowestLines(modules).join('\n')}\n`);
  }
}
