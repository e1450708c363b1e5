import { exportHostAccounts, type HostAccountRow } from '#contracts/endpoints/host-accounts.ts';
import { autoLevelWords, hostAccountExportWords, hostAccountFilters, hostStateWords } from '#contracts/vocabulary/hosting.ts';
import { describeAccountStatus } from '../assets/index.ts';
import { defineCall } from '../call.ts';
import { describeFormula, loadFreshnessIfPulled, toMetricCell } from '../insights/index.ts';
import { COUNT, describeFilters, exportFile, findRowName, instant, MONEY, pick, withHeadings } from '../spreadsheet/index.ts';
import * as repository from './host-accounts.repository.ts';

type AccountExportRow = HostAccountRow & { exponent: number };
const RATIO = '0.00';

const accountColumns = withHeadings<AccountExportRow, keyof typeof hostAccountExportWords>(hostAccountExportWords, {
  account: { width: 24, cell: (row) => row.account.label },
  holder: { width: 16, cell: (row) => row.holder_name },
  account_status: { width: 14, cell: (row, locale) => pick(describeAccountStatus(row.account_status), locale) },
  state: { width: 12, cell: (row, locale) => pick(hostStateWords[row.state], locale) },
  auto_level: { width: 12, cell: (row, locale) => pick(autoLevelWords[row.auto_level], locale) },
  operator: { width: 14, cell: (row) => row.operator.label },
  rules: { width: 8, format: COUNT, cell: (row) => row.rules },
  daily_cap: { width: 14, format: MONEY, cell: (row) => (row.daily_cap === null ? null : row.daily_cap / 10 ** row.exponent) },
  target_roi: { width: 10, format: RATIO, cell: (row) => (row.target_roi_bp === null ? null : row.target_roi_bp / 10_000) },
  spend_today: { width: 16, format: MONEY, cell: (row) => toMetricCell('spend', row.m_today['spend']) },
  roi_d0_today: { width: 14, format: RATIO, cell: (row) => row.m_today['roi_d0'] ?? null },
  spend_7d: { width: 18, format: MONEY, cell: (row) => toMetricCell('spend', row.m_7d['spend']) },
  roi_7d: { width: 14, format: RATIO, cell: (row) => row.m_7d['roi'] ?? null },
  roi_d0_7d: { width: 16, format: RATIO, cell: (row) => row.m_7d['roi_d0'] ?? null },
  actions_today: { width: 10, format: COUNT, cell: (row) => row.actions_today },
  suggestions: { width: 10, format: COUNT, cell: (row) => row.suggestions },
  start_at: { width: 18, cell: (row) => instant(row.start_at) },
  end_at: { width: 18, cell: (row) => instant(row.end_at) },
  last_sync_at: { width: 18, cell: (row) => instant(row.last_sync_at) },
  consent_at: { width: 18, cell: (row) => instant(row.consent_at) },
  remark: { width: 30, cell: (row) => row.remark },
  platform_account_id: { width: 22, cell: (row) => row.account.platform_account_id },
  currency: { width: 10, cell: (row) => row.currency },
});

export const hostAccountExports = [
  defineCall({
    endpoint: exportHostAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '广告托管', en: 'Ad hosting' },
        slug: 'hosting',
        columns: accountColumns,
        count: (db) => repository.countHostAccounts(db, context, request),
        rows: repository.selectHostAccounts(context, request),
        shape: (found) => ({ ...repository.toHostAccountRow(found, context), exponent: found.exponent }),
        filters: (db) => describeFilters(hostAccountFilters, request, { operator_user_id: (id) => findRowName(db, 'sys_user', id) }),
        notes: async () => [describeFormula('roi'), describeFormula('roi_d0')],
        async totals(db) {
          const { m_7d } = await repository.loadHostTotals(db, context, request);
          return { spend_7d: toMetricCell('spend', m_7d['spend']), roi_7d: m_7d['roi'] ?? null, roi_d0_7d: m_7d['roi_d0'] ?? null };
        },
        async figuresAsOf(db) {
          const accounts = await repository.findHostedAccounts(db, context, request);
          return await loadFreshnessIfPulled(db, { days: repository.daysOfList(context.now), now: context.now }, accounts);
        },
      }),
  }),
];
