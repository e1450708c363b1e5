import { freshness } from './report-reads.ts';

/** Freshness of the figures of a list that also has other columns. */
export const listFreshness = { as_of: true, newest_at: true, warnings: freshness.warnings } as const;

/** The freshness of an answer; undefined where the answer has none. */
export const toFreshness = <Warnings>(reply: {
  as_of?: string | undefined;
  newest_at?: string | undefined;
  warnings?: Warnings | undefined;
}) => (reply.as_of === undefined ? undefined : { asOf: reply.as_of, newestAt: reply.newest_at, warnings: reply.warnings });
