import { type AdAccountRow, exportAdAccounts } from '#contracts/endpoints/ad-accounts.ts';
import type { HostedPersonRow, PersonalAccountRow } from '#contracts/endpoints/authorising.ts';
import { exportHostedAccounts } from '#contracts/endpoints/hosted-persons.ts';
import { exportPersonalAccounts } from '#contracts/endpoints/personal-accounts.ts';
import { adAccountColumnWords, adAccountFilters } from '#contracts/vocabulary/ad-accounts.ts';
import { hostedColumnWords, personalColumnWords, personalFilters } from '#contracts/vocabulary/personal-accounts.ts';
import { type CallContext, defineCall } from '../call.ts';
import {
  COUNT,
  type DescribedFilter,
  describeFilters,
  exportFile,
  findRowName,
  instant,
  MONEY,
  names,
  pick,
  withHeadings,
  yes,
} from '../spreadsheet/index.ts';
import {
  type AccountRecord,
  type AdAccountFilter,
  countAccounts,
  loadAccountFreshness,
  selectAccounts,
  toAccountRow,
} from './ad-accounts.query.ts';
import { findNameOrNumber } from './asset-access.ts';
import * as words from './asset-words.ts';
import { countPeople, type PersonalFilter, selectPeople, toHostedRow, toPersonRow } from './personal.query.ts';
import { toPersonContext } from './visible-person.ts';

const PERSONAL_COLUMNS = withHeadings<PersonalAccountRow, keyof typeof personalColumnWords>(personalColumnWords, {
  name: { width: 20, cell: (row) => row.name },
  platform_user_id: { width: 22, cell: (row) => row.platform_user_id },
  channel: { width: 10, cell: (row, locale) => pick(words.channelWords[row.channel], locale) },
  status: { width: 12, cell: (row, locale) => pick(words.personalStatusWords[row.status], locale) },
  token_expires_at: { width: 18, cell: (row) => instant(row.token_expires_at) },
  data_access_expires_at: { width: 18, cell: (row) => instant(row.data_access_expires_at) },
  missing_scopes: { width: 30, cell: (row) => row.missing_scopes.join(', ') },
  accounts: { width: 10, format: COUNT, cell: (row) => row.accounts },
  homepages: { width: 10, format: COUNT, cell: (row) => row.homepages },
  pixels: { width: 10, format: COUNT, cell: (row) => row.pixels },
  running: { width: 12, format: COUNT, cell: (row) => row.running },
  blocked: { width: 12, format: COUNT, cell: (row) => row.blocked },
  owner: { width: 14, cell: (row) => row.owner.label },
  assignees: { width: 24, cell: (row) => names(row.assignees) },
  last_checked_at: { width: 18, cell: (row) => instant(row.last_checked_at) },
  last_error: { width: 40, cell: (row) => row.last_error },
  remark: { width: 30, cell: (row) => row.remark },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

const HOSTED_COLUMNS = withHeadings<HostedPersonRow, keyof typeof hostedColumnWords>(hostedColumnWords, {
  ...PERSONAL_COLUMNS,
  holder_name: { width: 16, cell: (row) => row.holder_name },
  contact: { width: 24, cell: (row) => row.contact },
  consent_at: { width: 18, cell: (row) => instant(row.consent_at) },
  consent_note: { width: 30, cell: (row) => row.consent_note },
  hosted_accounts: { width: 12, format: COUNT, cell: (row) => row.hosted_accounts },
});

type AccountExportRow = AdAccountRow & { exponent: number };
const toMajorUnits = (amount: number | null, { exponent }: AccountExportRow) => (amount === null ? null : amount / 10 ** exponent);

const ACCOUNT_COLUMNS = withHeadings<AccountExportRow, keyof typeof adAccountColumnWords>(adAccountColumnWords, {
  name: { width: 24, cell: (row) => row.name },
  platform_account_id: { width: 22, cell: (row) => row.platform_account_id },
  channel: { width: 10, cell: (row, locale) => pick(words.channelWords[row.channel], locale) },
  business_name: { width: 20, cell: (row) => row.business_name },
  account_status: {
    width: 14,
    cell: (row, locale) => pick(words.describeAccountStatus(row.account_status), locale),
  },
  disable_reason: {
    width: 18,
    cell: (row, locale) => pick(words.describeDisableReason(row.disable_reason), locale),
  },
  deliverable: { width: 10, cell: (row, locale) => yes(row.deliverable, locale) },
  undeliverable_reason: {
    width: 18,
    cell: (row, locale) => (row.undeliverable_reason === null ? null : pick(words.undeliverableWords[row.undeliverable_reason], locale)),
  },
  enabled: { width: 10, cell: (row, locale) => yes(row.enabled, locale) },
  biz: { width: 12, cell: (row, locale) => pick(words.bizWords[row.biz], locale) },
  usage: { width: 10, cell: (row, locale) => pick(words.usageWords[row.usage], locale) },
  currency: { width: 10, cell: (row) => row.currency },
  timezone_name: { width: 20, cell: (row) => row.timezone_name },
  balance: { width: 14, format: MONEY, cell: (row) => toMajorUnits(row.balance, row) },
  spend_cap: { width: 14, format: MONEY, cell: (row) => toMajorUnits(row.spend_cap, row) },
  cap_left: { width: 14, format: MONEY, cell: (row) => toMajorUnits(row.cap_left, row) },
  amount_spent: { width: 14, format: MONEY, cell: (row) => toMajorUnits(row.amount_spent, row) },
  min_daily_budget: {
    width: 14,
    format: MONEY,
    cell: (row) => toMajorUnits(row.min_daily_budget, row),
  },
  personal_account: { width: 18, cell: (row) => row.personal_account.label },
  primary: { width: 14, cell: (row) => row.primary?.label ?? null },
  assignees: { width: 24, cell: (row) => names(row.assignees) },
  pixels: { width: 10, format: COUNT, cell: (row) => row.pixels },
  campaigns_running: { width: 12, format: COUNT, cell: (row) => row.campaigns_running },
  unassigned_campaigns: { width: 12, format: COUNT, cell: (row) => row.unassigned_campaigns },
  spend_7d: { width: 16, format: MONEY, cell: (row) => row.spend_7d_usd / 100 },
  last_sync_at: { width: 18, cell: (row) => instant(row.last_sync_at) },
  sync_error: { width: 40, cell: (row) => row.sync_error },
  remark: { width: 30, cell: (row) => row.remark },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  updated_at: { width: 18, cell: (row) => instant(row.updated_at) },
});

type Db = CallContext['db'];

const describePersonFilters = (db: Db, filter: PersonalFilter): Promise<DescribedFilter[]> =>
  describeFilters(personalFilters, filter, { owner_user_id: (id) => findRowName(db, 'sys_user', id) });

const describeAccountFilters = (db: Db, caller: CallContext['caller'], filter: AdAccountFilter): Promise<DescribedFilter[]> =>
  describeFilters(adAccountFilters, filter, {
    personal_account_id: (id) => findNameOrNumber(db, caller, 'personal_account', id),
    assignee_user_id: (id) => findRowName(db, 'sys_user', id),
  });

export const authorisingExports = [
  defineCall({
    endpoint: exportPersonalAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '个人账号管理', en: 'Personal accounts' },
        slug: 'personal-accounts',
        columns: PERSONAL_COLUMNS,
        count: (db) => countPeople(db, toPersonContext(context, 'self'), request),
        rows: selectPeople(toPersonContext(context, 'self'), request),
        shape: (found) => toPersonRow(found, context),
        filters: (db) => describePersonFilters(db, request),
      }),
  }),
  defineCall({
    endpoint: exportHostedAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '个人账号授权', en: 'Personal account authorisation' },
        slug: 'hosted-personal-accounts',
        columns: HOSTED_COLUMNS,
        count: (db) => countPeople(db, toPersonContext(context, 'host'), request),
        rows: selectPeople(toPersonContext(context, 'host'), request),
        shape: (found) => toHostedRow(found, context),
        filters: (db) => describePersonFilters(db, request),
      }),
  }),
  defineCall({
    endpoint: exportAdAccounts,
    audit: 'read',
    handle: (context, request) =>
      exportFile(context, request, {
        page: { zh: '广告账户', en: 'Ad accounts' },
        slug: 'ad-accounts',
        columns: ACCOUNT_COLUMNS,
        count: (db) => countAccounts(db, context, request),
        rows: selectAccounts(context, request),
        shape: (found: AccountRecord) => ({ ...toAccountRow(found, context), exponent: found.exponent }),
        filters: (db) => describeAccountFilters(db, context.caller, request),
        figuresAsOf: (db) => loadAccountFreshness(db, context, request),
      }),
  }),
];
