import { describe, expect, it } from 'vitest';
import { countsOf, failuresIn, retriedIn, summary, verdict } from './run-tests.mjs';

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

  it('are followed by what failed, each named with the first line of why', () => {
    const failed = {
      status: 'failed',
      fullName: 'a list is loaded',
      failureMessages: ['\u001b[31mTimeoutError\u001b[39m: waited\n  at x'],
    };
    const passed = { status: 'passed', fullName: 'a list is shown', failureMessages: [] };
    const file = { name: '/project/tests/list.test.ts', status: 'failed', assertionResults: [passed, failed] };
    const broken = { name: '/project/tests/none.test.ts', status: 'failed', message: 'no such module\n', assertionResults: [] };
    expect(failuresIn({ testResults: [file, broken] }, '/project')).toEqual([
      '✖ tests/list.test.ts: a list is loaded\n    TimeoutError: waited',
      '✖ tests/none.test.ts\n    no such module',
    ]);
  });

  it('name what passed only when it was tried again, with what it failed of first', () => {
    const retried = { status: 'passed', fullName: 'a list is loaded', failureMessages: ['Error: waited\n  at x'] };
    const passed = { status: 'passed', fullName: 'a list is shown', failureMessages: [] };
    const failed = { status: 'failed', fullName: 'a list is sorted', failureMessages: ['Error: one', 'Error: two'] };
    const file = { name: '/project/tests/list.test.ts', assertionResults: [passed, retried, failed] };
    expect(retriedIn({ testResults: [file] }, '/project')).toEqual(['↻ tests/list.test.ts: a list is loaded\n    Error: waited']);
  });

  it('name where a test failed, and why it did when it was tried again', () => {
    const lost =
      'Error: expected 6 to be 1\n    at poll (file:///project/node_modules/a/b.js:1:2)\n    at choose (/project/tests/hands.ts:7:3)';
    const twice = 'Error: a name twice\n    at file:///project/tests/list.test.ts:90:11';
    const failed = { status: 'failed', fullName: 'a list', failureMessages: [lost, twice, twice] };
    const file = { name: '/project/tests/list.test.ts', status: 'failed', assertionResults: [failed] };
    expect(failuresIn({ testResults: [file] }, '/project')).toEqual([
      '✖ tests/list.test.ts: a list\n    Error: expected 6 to be 1 (tests/hands.ts:7); then: Error: a name twice (tests/list.test.ts:90)',
    ]);
  });

  it('say of a browser what it waited for', () => {
    const message = "locator.click: Timeout 30000ms exceeded.\nCall log:\n\u001b[2m  - waiting for getByRole('option')\u001b[22m";
    const retried = { status: 'passed', fullName: 'a form', failureMessages: [message] };
    expect(retriedIn({ testResults: [{ name: '/project/a.test.ts', assertionResults: [retried] }] }, '/project')).toEqual([
      "↻ a.test.ts: a form\n    locator.click: Timeout 30000ms exceeded. waiting for getByRole('option')",
    ]);
  });

  it('say of an element that a browser found what kept it from being used', () => {
    const message =
      "locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for getByRole('button')\n    - locator resolved to <button>…</button>\n  - attempting click action\n    46 × waiting for element to be visible\n      - element is not visible\n    - retrying click action\n      - waiting 500ms";
    const failed = { status: 'failed', fullName: 'a form', failureMessages: [message] };
    expect(failuresIn({ testResults: [{ name: '/project/a.test.ts', status: 'failed', assertionResults: [failed] }] }, '/project')).toEqual(
      [
        "✖ a.test.ts: a form\n    locator.click: Timeout 30000ms exceeded. waiting for getByRole('button'); locator resolved to <button>…</button>; element is not visible",
      ],
    );
  });

  it('say of a journey what its open pages were busy with', () => {
    const message =
      "locator.waitFor: Timeout 60000ms exceeded.\n  - waiting for getByRole('row')\n    at tests/a.ts\n  open page: http://localhost/list: its document is complete, waits for POST http://localhost/api/list";
    const failed = { status: 'failed', fullName: 'a list', failureMessages: [message] };
    expect(failuresIn({ testResults: [{ name: '/project/a.test.ts', status: 'failed', assertionResults: [failed] }] }, '/project')).toEqual(
      [
        "✖ a.test.ts: a list\n    locator.waitFor: Timeout 60000ms exceeded. waiting for getByRole('row') [http://localhost/list: its document is complete, waits for POST http://localhost/api/list]",
      ],
    );
  });

  it('are said in one line', () => {
    expect(summary(verdict({ passed: 9, failed: 2 }, 1))).toBe('9 passed, 2 failed');
  });
});
