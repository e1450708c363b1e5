import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';
import { rowReads, trendReads } from './report-reads.ts';

const leftOut = { left_out: { m: true } } as const;

export const querySchemeUsers = call('/analyse-scheme/user_query', {
  ...rowReads({ user: { ...ref, deleted: true, department: ref }, department: ref, channel: ref, biz: ref, date: ref }),
  ...leftOut,
});
export const trendSchemeUsers = call('/analyse-scheme/user_trend', trendReads);
export const exportSchemeUsers = fileCall('/analyse-scheme/user_export');

const body = {
  objective: true,
  budget_usd: true,
  budget_mode: true,
  budget_level: true,
  bid_strategy: true,
  countries: true,
  structure: true,
} as const;

export const querySchemeFigures = call('/analyse-scheme/query', {
  ...rowReads({
    scheme: { ...ref, version: true, owner: ref, status: true, deleted: true, body, can: true },
    scheme_version: { ...ref, version: true, body },
    drama: ref,
    account: ref,
    date: ref,
  }),
  ...leftOut,
});
export const trendSchemeFigures = call('/analyse-scheme/trend', trendReads);
export const exportSchemeFigures = fileCall('/analyse-scheme/export');
export const compareSchemeVersions = call('/analyse-scheme/compare', { bodies: true, diffs: true, m: true });
