// Plain JavaScript: shared by the test command, which runs before anything is compiled.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const LONGEST_MESSAGE = 600;
const LONGEST_ELEMENT = 160;
const LONGEST_PAGE = 300;

/** Counts of a report of vitest (its JSON reporter); a file that could not be run counts as one failure. */
export function countsOf(report) {
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The first stack line of a message that is in the project, without the column. */
function placeIn(folder, lines) {
  const ours = lines.find((line) => /^\s*at /.test(line) && line.includes(`${folder}/`) && !line.includes('node_modules'));
  return ours
    ?.match(/([^\s(]+):(\d+):\d+\)?$/)
    ?.slice(1)
    .join(':')
    .replace('file://', '')
    .replace(`${folder}/`, '');
}

/** What a browser waited for, the element it found, and what it said of that element last. */
function waitIn(lines) {
  const said = lines.flatMap((line) => /^\s*- (?!retrying|waiting \d|\d+ ×|attempting)(.+)/.exec(line)?.[1] ?? []);
  const [waited, found] = [/^waiting for /, /^locator resolved to /].map((start) => said.find((line) => start.test(line)));
  const last = said.at(-1);
  return [waited, found?.slice(0, LONGEST_ELEMENT), last !== waited && last !== found ? last : undefined].filter(Boolean).join('; ');
}

/** What each open page of a journey was busy with. */
const pagesIn = (lines) => lines.flatMap((line) => /^\s*open page: (.+)/.exec(line)?.[1].slice(0, LONGEST_PAGE) ?? []);

/** The first line of a message without colours, what a browser waited for, the place, and the open pages: enough to start with. */
function gist(message, folder) {
  const [first, ...more] = stripVTControlCharacters(message ?? '').split('\n');
  const place = placeIn(folder, more);
  const what = [first, waitIn(more)].filter(Boolean).join(' ').slice(0, LONGEST_MESSAGE);
  return [what, place && `(${place})`, ...pagesIn(more).map((page) => `[${page}]`)].filter(Boolean).join(' ');
}

/** The failures of every attempt of a test. */
const gistsOf = ({ failureMessages }, folder) => [...new Set(failureMessages.map((message) => gist(message, folder)))].join('; then: ');

/** Every failed test and every file that could not run, in two lines each, because their messages have scrolled away. */
export function failuresIn(report, folder) {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(folder, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && status === 'failed') return [`✖ ${file}\n    ${gist(message, folder)}`];
    return tests.map((test) => `✖ ${file}: ${test.fullName}\n    ${gistsOf(test, folder)}`);
  });
}

/** Every test that passed only on a retry, with its first failure. It does not fail the run, but needs a look. */
export function retriedIn(report, folder) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => `↻ ${path.relative(folder, name)}: ${test.fullName}\n    ${gistsOf(test, folder)}`),
  );
}

/** A run without tests, or one that ended badly without a failed test, is a failure too. */
export function verdict(counts, exitCode) {
  const { passed, failed } = counts;
  const hidden = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + hidden };
}

export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** Lists the files that took longest. */
const slowestFiles = path.resolve(import.meta.dirname, 'slowest-files.mjs');

/** The machine coverage that every test file recorded. */
const reachedByFile = 'coverage/machines';

/** Reports what the tests reached of the machines. It fails no test. */
function reportMachines(folder) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tools/machines.ts', 'coverage'], { cwd: folder, stdio: 'inherit' });
    child.once('error', () => resolve(undefined));
    child.once('close', () => resolve(undefined));
  });
}

/** Runs vitest to its end, with its output. */
async function runOnce(folder, args, env) {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-report-'));
  const file = path.join(reports, 'report.json');
  try {
    const exitCode = await new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--reporter=default',
          `--reporter=${slowestFiles}`,
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...args,
        ],
        { cwd: folder, env, stdio: 'inherit' },
      );
      // Ctrl+C reaches the child too; it ends first and cleans up.
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 1));
    });
    return { exitCode, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** Runs the tests to their end; returns the counts, the failures and the retried tests. */
export async function runVitest(folder, args, env) {
  // A full run replaces all records; a run of single files replaces only theirs.
  if (args.length === 0) rmSync(path.join(folder, reachedByFile), { recursive: true, force: true });
  const { exitCode, report } = await runOnce(folder, args, env);
  await reportMachines(folder);
  const counts = report ? countsOf(report) : { passed: 0, failed: 0, skipped: 0 };
  return {
    ...verdict(counts, exitCode),
    skipped: counts.skipped,
    remarks: report ? [...retriedIn(report, folder), ...failuresIn(report, folder)] : [],
  };
}
