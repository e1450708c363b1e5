// Plain JavaScript: shared by the test command, which runs before anything is compiled.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Counts of a report of vitest (its JSON reporter); a file that could not be run counts as one failure. */
export function countsOf(report) {
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** No test at all and a run that ended badly without a failed test are failures too. */
export function verdict(counts, exitCode) {
  const { passed, failed } = counts;
  const hidden = failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : 0;
  return { passed, failed: failed + hidden };
}

export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** Runs vitest to its end, its output going where ours goes; answers the counts. */
export async function runVitest(folder, args, env) {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'ad-delivery-report-'));
  const file = path.join(reports, 'report.json');
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
    const counts = existsSync(file) ? countsOf(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 };
    return { ...verdict(counts, exitCode), skipped: counts.skipped };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
