import { batchStatusWords } from '#contracts/vocabulary/batches.ts';
import { jobColumnWords, jobFilters } from '#contracts/vocabulary/publish-jobs.ts';
import type { CallContext } from '../../call.ts';
import { COUNT, describeById, describeFilters, findRowName, MONEY, pick, withHeadings } from '../../spreadsheet/index.ts';
import { countJobs, type JobFilter, type JobRecord, selectJobs } from './jobs.query.ts';

const columns = withHeadings<JobRecord, keyof typeof jobColumnWords>(jobColumnWords, {
  id: { width: 10, cell: ({ id }) => String(id) },
  scheme: { width: 30, cell: ({ scheme }) => scheme && `${scheme.label} v${scheme.version}` },
  accounts: { width: 10, format: COUNT, cell: ({ accounts }) => accounts },
  total: { width: 10, format: COUNT, cell: ({ total }) => total },
  ok: { width: 10, format: COUNT, cell: ({ ok }) => ok },
  fail: { width: 10, format: COUNT, cell: ({ fail }) => fail },
  unknown: { width: 10, format: COUNT, cell: ({ unknown }) => unknown },
  status: { width: 12, cell: ({ status }, locale) => pick(batchStatusWords[status], locale) },
  budget_day: { width: 16, format: MONEY, cell: ({ budget_day_usd }) => budget_day_usd / 100 },
  user: { width: 16, cell: ({ user_name }) => user_name },
  created_at: { width: 18, cell: ({ created_at }) => created_at },
  finished_at: { width: 18, cell: ({ finished_at }) => finished_at },
});

/** Publish jobs as a file. */
export const describeJobFile = ({ caller }: Pick<CallContext, 'caller'>, request: JobFilter & Parameters<typeof selectJobs>[1]) => ({
  page: { zh: '发布任务', en: 'Publish jobs' },
  slug: 'publish-jobs',
  days: request.date_from !== undefined && request.date_to !== undefined ? ([request.date_from, request.date_to] as const) : undefined,
  columns,
  count: (db: CallContext['db']) => countJobs(db, caller, request),
  rows: selectJobs(caller, request),
  shape: (job: JobRecord) => job,
  filters: (db: CallContext['db']) =>
    describeFilters(jobFilters, request, {
      scheme_id: describeById,
      user_id: (id) => findRowName(db, 'sys_user', id),
      ad_account_id: describeById,
    }),
});
