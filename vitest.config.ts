import { defineConfig } from 'vitest/config';

const everywhere = '{server,machines,contracts,src,tests,tools,visualiser,bench}/**/*.test.{ts,tsx}';
const pacts = 'contracts/consumer/**/*.pact.test.ts';
const journeys = 'tests/journeys/**/*.test.ts';
const faults = 'tests/faults/**/*.test.ts';
/** Notes what machines reach. */
const reached = 'tests/support/machine-coverage.ts';
const never = ['**/node_modules/**', '**/dist/**', '**/.data/**'];

/**
 * Files are told apart by what they must not share: pacts write one folder, so these run one file at a time. Faults end whole
 * processes and journeys drive whole browsers; both wait about half of the time, so two of them run side by side.
 * A file that needs a page asks for one itself (`@vitest-environment happy-dom`).
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: [everywhere],
          exclude: [...never, pacts, journeys, faults],
          setupFiles: [reached],
          // Several workers and servers at once meet in some of them. What passes only when tried again is named at the end of the run.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'pacts',
          include: [pacts],
          exclude: never,
          setupFiles: ['contracts/consumer/as-a-browser.ts', reached],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // One process for all: what they share is loaded once.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults',
          include: [faults],
          exclude: never,
          retry: 1,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: [journeys],
          exclude: never,
          // Only somebody who waits in vain waits this long: a busy machine must not fail a journey.
          expect: { poll: { timeout: 20_000 } },
          // Whole browsers stumble now and then. What passes only when tried again is named at the end of the run.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
