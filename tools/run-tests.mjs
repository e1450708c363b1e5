// Plain JavaScript: shared by the test command, which runs before anything is compiled.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LONGEST_MESSAGE = 300;

/** Counts of a report of vitest (its JSON reporter); a file that could not be run counts as one failure. */
export function countsOf(report) {
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The first line of a message, without colours, and what a browser waited for: enough to find the whole of it above. */
function gist(message) {
  const [first, ...more] = stripVTControlCharacters(message ?? '').split('\n');
  const waited = more
    .find((line) => /^\s*- waiting for /.test(line))
    ?.trim()
    .slice(2);
  return [first, waited].filter(Boolean).join(' ').slice(0, LONGEST_MESSAGE);
}

/** Each failed test, and each file that could not be run, in two lines: long after its message has scrolled away. */
export function failuresIn(report, folder) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(folder, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && status === 'failed') return [`✖ ${file}\n    ${gist(message)}`];
    return tests.map((test) => `✖ ${file}: ${test.fullName}\n    ${gist(test.failureMessages[0])}`);
  });
}

/** Each test that passed only when it was tried again, with what it failed of first: no failure, but somebody should look. */
export function retriedIn(report, folder) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => `↻ ${path.relative(folder, name)}: ${test.fullName}\n    ${gist(test.failureMessages[0])}`),
  );
}

/** No test at all and a run that ended badly without a failed test are failures too. */
export function verdict(counts, exitCode) {
  const { passed, failed } = counts;
  const hidden = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + hidden };
}

export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** What every file of tests tells of the machines that ran in it. */
const reachedByFile = 'coverage/machines';

/** Says what the tests reached of the machines. It is a report: it makes no test fail. */
function reportMachines(folder) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tools/machines.ts', 'coverage'], { cwd: folder, stdio: 'inherit' });
    child.once('error', () => resolve(undefined));
    child.once('close', () => resolve(undefined));
  });
}

/** Runs vitest to its end, its output going where ours goes; answers the counts, and what failed or was tried twice. */
export async function runVitest(folder, args, env) {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-report-'));
  const file = path.join(reports, 'report.json');
  // Whoever runs everything wants to know of nothing else. A file that is run alone replaces what it told before.
  if (args.length === 0) rmSync(path.join(folder, reachedByFile), { recursive: true, force: true });
  try {
    const exitCode = await new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
        { cwd: folder, env, stdio: 'inherit' },
      );
      // Ctrl+C reaches the child too; it ends first and cleans up.
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
    await reportMachines(folder);
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    const counts = report ? countsOf(report) : { passed: 0, failed: 0, skipped: 0 };
    return {
      ...verdict(counts, exitCode),
      skipped: counts.skipped,
      remarks: report ? [...retriedIn(report, folder), ...failuresIn(report, folder)] : [],
    };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
