// A vitest reporter of the slowest files.
const MOST_NAMED = 20;

/** Milliseconds of one file, with its modules, its setup and its tests. */
const tookOf = ({ environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration }) =>
  environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;

/** One line per file, the slowest first. */
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
