/** Numbers of rows in the full bench set. */
export const fullSizes = {
  departments: 40,
  users: 200,
  dramas: 300,
  products: 200,
  sites: 40,
  landings: 2_000,
  materials: 40_000,
  assets: 90_000,
  persons: 150,
  accounts: 2_000,
  homepages: 300,
  pixels: 400,
  posts: 60_000,
  schemes: 1_200,
  campaigns: 9_000,
  groups: 20_000,
  ads: 50_000,
  batches: 20_000,
  itemsPerBatch: 20,
  events: 600_000,
  opLogs: 300_000,
  alerts: 5_000,
  hostAccounts: 120,
  rules: 300,
  hits: 60_000,
} as const;

export type BenchSizes = { -readonly [Name in keyof typeof fullSizes]: number };

/** Days of history, and how many of them have hourly facts. */
export const BENCH_DAYS = 180;
export const BENCH_HOUR_DAYS = 26;

/** A smaller set in which everything still occurs; small numbers are not reduced. */
export function scaleSizes(scale: number): BenchSizes {
  const fixed: readonly string[] = ['departments', 'itemsPerBatch'];
  return Object.fromEntries(
    Object.entries(fullSizes).map(([name, size]) => [
      name,
      fixed.includes(name) ? size : Math.max(Math.ceil(size * scale), Math.min(size, 60)),
    ]),
  ) as BenchSizes;
}
