import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';
import { sharingFiles } from './tools/shares-process.ts';

const everywhere = '{server,machines,contracts,tests,tools,bench,catalogue}/**/*.test.{ts,tsx}';
const pages = ['{src,visualiser,catalogue/site}/**/*.test.{ts,tsx}', 'tests/wiring/**/*.test.ts'];
/** Pages that leave nothing behind in their modules. */
const sharing = sharingFiles(['src', 'visualiser', 'catalogue/site', 'tests/wiring']);
const pacts = 'contracts/consumer/**/*.pact.test.ts';
const journeys = 'tests/journeys/**/*.test.ts';
const faults = 'tests/faults/**/*.test.ts';
/** Notes what machines reach. */
const reached = 'tests/support/machine-coverage.ts';
const withoutElementStacks = 'tests/support/without-element-stacks.ts';
const builtPages = 'tests/support/built-pages.ts';
const never = ['**/node_modules/**', '**/dist/**', '**/.data/**'];

/** Only somebody who waits in vain waits this long: a busy machine must not fail a test. */
const WAIT_MS = 40_000;

/** Two files at a time, whichever projects they are of: faults and journeys wait about half of the time. */
const together = { maxWorkers: 2, hookTimeout: 300_000, expect: { poll: { timeout: WAIT_MS } } };

/**
 * Files are told apart by what they may share. Most share their process with others, so that what they all use is loaded once. A file with
 * a page asks for one itself (`@vitest-environment happy-dom`), and gets our modules anew where it replaces some. Journeys come last, with
 * all of the machine for their browsers. Only they are tried again: what passes then is named at the end of the run.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/global-setup.ts'],
    passWithNoTests: false,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    // Modules are compiled once, whichever projects and runs load them; the names of the files are sums of their sources.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/test-modules' },
    projects: [
      {
        test: {
          ...together,
          name: 'unit',
          include: [everywhere],
          exclude: [...never, ...pages, pacts, journeys, faults],
          setupFiles: [reached],
          // A young generation of 16 MB is collected more than twice as often, and each time beside what earlier files left behind.
          execArgv: ['--max-semi-space-size=64'],
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...together,
          name: 'pages',
          include: pages,
          exclude: [...never, ...sharing],
          setupFiles: [withoutElementStacks, 'tests/support/fresh-modules.ts', reached],
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...together,
          name: 'pages-together',
          include: sharing,
          exclude: never,
          setupFiles: [withoutElementStacks, reached],
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...together,
          name: 'pacts',
          include: [pacts],
          exclude: never,
          setupFiles: ['contracts/consumer/as-a-browser.ts', reached],
          testTimeout: 60_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...together,
          name: 'faults',
          include: [faults],
          exclude: never,
          testTimeout: 600_000,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...together,
          // A journey waits about half of the time, for the server or for the browser.
          maxWorkers: 3,
          name: 'journeys',
          include: [journeys],
          exclude: never,
          setupFiles: [builtPages],
          retry: 1,
          testTimeout: 180_000,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
