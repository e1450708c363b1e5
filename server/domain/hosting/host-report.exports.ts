import { type RawBuilder, sql } from 'kysely';
import { exportHostReport } from '#contracts/endpoints/host-accounts.ts';
import { hostReportWords } from '#contracts/vocabulary/hosting.ts';
import { type CallContext, defineCall } from '../call.ts';
import { describeFormula, isFactVisible, parseReportDays } from '../insights/index.ts';
import { COUNT, days, exportFile, MONEY, withHeadings } from '../spreadsheet/index.ts';
import { hostAccountVisible } from './host-account.scope.ts';

/** Summed over the facts of an account's day that the reader sees. */
const MEASURES = [
  'spend',
  'spend_usd',
  'impressions',
  'link_clicks',
  'new_users',
  'first_payers',
  'orders',
  'revenue_usd',
  'rev_d0',
] as const;

/** One day of a hosted account. */
interface HostedDay extends Record<(typeof MEASURES)[number], number> {
  date: string;
  account: string;
  platform_account_id: string;
  operator: string;
  currency: string;
  exponent: number;
  actions: number;
}

const RATIO = '0.00';
const divide = (dividend: number, divisor: number): number | null => (divisor === 0 ? null : dividend / divisor);

const columns = withHeadings<HostedDay, keyof typeof hostReportWords>(hostReportWords, {
  date: { width: 12, cell: (row) => row.date },
  account: { width: 24, cell: (row) => row.account },
  platform_account_id: { width: 22, cell: (row) => row.platform_account_id },
  operator: { width: 14, cell: (row) => row.operator },
  spend: { width: 14, format: MONEY, cell: (row) => row.spend / 10 ** row.exponent },
  currency: { width: 10, cell: (row) => row.currency },
  spend_usd: { width: 14, format: MONEY, cell: (row) => row.spend_usd / 100 },
  impressions: { width: 12, format: COUNT, cell: (row) => row.impressions },
  link_clicks: { width: 12, format: COUNT, cell: (row) => row.link_clicks },
  new_users: { width: 12, format: COUNT, cell: (row) => row.new_users },
  first_payers: { width: 12, format: COUNT, cell: (row) => row.first_payers },
  orders: { width: 10, format: COUNT, cell: (row) => row.orders },
  revenue_usd: { width: 18, format: MONEY, cell: (row) => row.revenue_usd / 100 },
  roi: { width: 10, format: RATIO, cell: (row) => divide(row.revenue_usd, row.spend_usd) },
  roi_d0: { width: 10, format: RATIO, cell: (row) => divide(row.rev_d0, row.spend_usd) },
  actions: { width: 10, format: COUNT, cell: (row) => row.actions },
});

interface ReportQuestion {
  ids?: readonly number[] | undefined;
  date_from: string;
  date_to: string;
}

type Context = Pick<CallContext, 'caller' | 'now'>;

/** SQL: the days `d` of each hosted account `h`, as far as it was hosted and they have begun. */
function hostedDays({ caller, now }: Context, { ids, date_from, date_to }: ReportQuestion): RawBuilder<unknown> {
  const localDate = (at: RawBuilder<unknown>) => sql`(${at} at time zone t.timezone_name)::date`;
  const today = localDate(sql`${now}::timestamptz`);
  return sql`
    from host_account h join ad_account t on t.id = h.ad_account_id join sys_user o on o.id = h.operator_user_id
    cross join lateral (
      select day::date as day from generate_series(greatest(${date_from}::date, ${localDate(sql`h.start_at`)}),
        least(${date_to}::date, ${today}, coalesce(${localDate(sql`h.end_at`)}, ${today})), interval '1 day') as day
    ) d
    where ${hostAccountVisible(caller)} and ${ids === undefined ? sql<boolean>`true` : sql<boolean>`h.id = any(${[...ids]}::bigint[])`}`;
}

const selectDays = (context: Context, question: ReportQuestion): RawBuilder<HostedDay> => sql<HostedDay>`
  select d.day::text as date, t.name as account, t.platform_account_id, o.name as operator, t.currency,
    (select exponent from currency where code = t.currency) as exponent, sums.*,
    (select count(*) from host_rule_hit x join host_rule_run r on r.id = x.run_id
      where r.host_account_id = h.id and x.result = 'done' and (r.run_at at time zone t.timezone_name)::date = d.day) as actions
  from (select h.id as host_id, d.day as day ${hostedDays(context, question)}) line
  join host_account h on h.id = line.host_id join ad_account t on t.id = h.ad_account_id join sys_user o on o.id = h.operator_user_id
  cross join lateral (select line.day) d
  cross join lateral (
    select ${sql.join(MEASURES.map((measure) => sql`coalesce(sum(f.${sql.ref(measure)}), 0)::float8 as ${sql.ref(measure)}`))}
    from insight_account_daily f where f.ad_account_id = h.ad_account_id and f.stat_date = d.day and ${isFactVisible(context.caller)}
  ) sums
  order by d.day desc, t.name, h.id`;

export const hostReportExports = [
  defineCall({
    endpoint: exportHostReport,
    audit: 'read',
    handle(context, request) {
      const { date_from, date_to } = request;
      parseReportDays(request, context.now, context.limits);
      return exportFile(context, request, {
        page: { zh: '托管日报', en: 'Daily report of managed accounts' },
        slug: 'hosting-days',
        days: [date_from, date_to],
        columns,
        async count(db) {
          const found = await sql<{ total: number }>`select count(*) as total ${hostedDays(context, request)}`.execute(db);
          return found.rows[0]?.total ?? 0;
        },
        rows: selectDays(context, request),
        shape: (found) => found,
        filters: async () => days(request),
        notes: async () => [describeFormula('roi'), describeFormula('roi_d0')],
      });
    },
  }),
];
