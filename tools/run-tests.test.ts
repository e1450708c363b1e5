import { describe, expect, it } from 'vitest';
import { countsOf, summary, verdict } from './run-tests.mjs';

const report = (passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: files,
});

describe('the counts of a test run', () => {
  it('are those of the report', () => {
    expect(countsOf(report(5, 1))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('hold a failure for every file that could not be run', () => {
    expect(countsOf(report(5, 0, [{ status: 'failed', assertionResults: [] }]))).toMatchObject({ passed: 5, failed: 1 });
  });

  it('are a failure when nothing was run', () => {
    expect(verdict({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('are a failure when the run ended badly although every test passed', () => {
    expect(verdict({ passed: 9, failed: 0 }, 1)).toEqual({ passed: 9, failed: 1 });
  });

  it('are said in one line', () => {
    expect(summary(verdict({ passed: 9, failed: 2 }, 1))).toBe('9 passed, 2 failed');
  });
});
