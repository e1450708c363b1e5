import { freshness } from './report-reads.ts';

/** How fresh the figures of a list are that has other things besides. */
export const listFreshness = { as_of: true, newest_at: true, warnings: freshness.warnings } as const;

/** The same of an answer; undefined where it says nothing of it. */
export const freshIn = <Warnings>(told: { as_of?: string | undefined; newest_at?: string | undefined; warnings?: Warnings | undefined }) =>
  told.as_of === undefined ? undefined : { asOf: told.as_of, newestAt: told.newest_at, warnings: told.warnings };
