import { expect, it } from 'vitest';
import { slowestLines } from './slowest-files.mjs';

const took = (relativeModuleId: string, duration: number, collectDuration = 0) => ({
  relativeModuleId,
  diagnostic: () => ({ environmentSetupDuration: 0, prepareDuration: 0, setupDuration: 0, collectDuration, duration }),
});

it('names the slowest files first, with what they took to be loaded', () => {
  expect(slowestLines([took('a.test.ts', 1500), took('b.test.ts', 1000, 12_000)])).toEqual([
    '   13.0 s  b.test.ts',
    '    1.5 s  a.test.ts',
  ]);
});

it('names twenty at most', () => {
  expect(slowestLines(Array.from({ length: 30 }, (_, at) => took(`${at}.test.ts`, at)))).toHaveLength(20);
});
