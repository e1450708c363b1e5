import { describe, expect, it } from 'vitest';
import { countsOf, failuresIn, filesToRunAgain, retriedIn, settledBy, summary, verdict } from './run-tests.mjs';

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
    const message = "locator.click: Timeout 30000ms exceeded.\nCall log:\n\u001b[2m  - waiting for getByRole('option')\u001b[22m\n  - more";
    const retried = { status: 'passed', fullName: 'a form', failureMessages: [message] };
    expect(retriedIn({ testResults: [{ name: '/project/a.test.ts', assertionResults: [retried] }] }, '/project')).toEqual([
      "↻ a.test.ts: a form\n    locator.click: Timeout 30000ms exceeded. waiting for getByRole('option')",
    ]);
  });

  it('are said in one line', () => {
    expect(summary(verdict({ passed: 9, failed: 2 }, 1))).toBe('9 passed, 2 failed');
  });
});

describe('files that failed', () => {
  const test = (fullName: string, status: string, ...failureMessages: string[]) => ({ fullName, status, failureMessages });
  const file = (name: string, ...assertionResults: ReturnType<typeof test>[]) => ({
    name: `/project/${name}`,
    status: assertionResults.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    assertionResults,
  });
  const list = file('list.test.ts', test('is loaded', 'failed', 'Error: one', 'Error: two'), test('is shown', 'passed'));
  const form = file('form.test.ts', test('is sent', 'failed', 'Error: three'));
  const sound = file('sound.test.ts', test('is sound', 'passed'));
  const first = { ...report(2, 2), testResults: [list, form, sound] };

  it('are run again by themselves, unless they are many', () => {
    expect(filesToRunAgain(first)).toEqual(['/project/list.test.ts', '/project/form.test.ts']);
    const many = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.test.ts`, status: 'failed' }));
    expect(filesToRunAgain({ testResults: many })).toEqual([]);
  });

  it('have passed where they pass then, and say what they failed of first; they have failed where they fail again', () => {
    const again = {
      testResults: [
        file('list.test.ts', test('is loaded', 'passed'), test('is shown', 'passed')),
        file('form.test.ts', test('is sent', 'failed', 'Error: four')),
      ],
    };
    const settled = settledBy(first, again);
    expect(countsOf(settled)).toMatchObject({ passed: 3, failed: 1 });
    expect(retriedIn(settled, '/project')).toEqual(['↻ list.test.ts: is loaded\n    Error: one; then: Error: two']);
    expect(failuresIn(settled, '/project')).toEqual(['✖ form.test.ts: is sent\n    Error: three; then: Error: four']);
  });

  it('that could not be run at all count with what they hold when they can', () => {
    const broken = { name: '/project/list.test.ts', status: 'failed', message: 'no room', assertionResults: [] };
    const before = { ...report(1, 0), testResults: [broken, sound] };
    expect(countsOf(settledBy(before, { testResults: [broken] }))).toMatchObject({ passed: 1, failed: 1 });
    const settled = settledBy(before, { testResults: [file('list.test.ts', test('is loaded', 'passed'))] });
    expect(countsOf(settled)).toMatchObject({ passed: 2, failed: 0 });
    expect(retriedIn(settled, '/project')).toEqual(['↻ list.test.ts: is loaded\n    no room']);
  });
});
