import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { bindableRules, HostAccountRow as WholeRow } from '#contracts/endpoints/host-accounts.ts';
import { type AutoLevel, hostAccountFilters, hostAccountSortable } from '#contracts/vocabulary/hosting.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import {
  arrayMaximum,
  calendarDate,
  faultsIn,
  firstFault,
  numberRange,
  required,
  requiredChoice,
  stringMaximum,
  validNumber,
} from '../kernel/form/field-rules.ts';
import { moneyFault, toMajor, toMinor } from '../kernel/form/money.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';

export type HostAccountRow = Omit<WholeRow, 'created_at' | 'updated_at'>;
export type HostAccountTotals = Pick<HostAccountRow, 'm_7d'>;
export type BindableRule = ReplyOf<typeof bindableRules>['list'][number];

export const hostAccountQuery = vocabularyQuery(hostAccountFilters, hostAccountSortable);
export type HostAccountFilters = ReturnType<typeof hostAccountQuery.read>['filters'];

/** Target ROI in hundredths of a percent. */
const BASIS_POINTS = 10_000;
const ROI_MIN = 0.01;
const ROI_MAX = 10;
const NOTE_MAX = 200;

/** The values of the drawer. Instants are ISO texts; numbers stay undefined while nothing is typed. */
export interface HostAccountValues {
  ad_account_id: number | undefined;
  /** Of the chosen account; the cap is typed in it. */
  currency: string | undefined;
  operator_user_id: number | undefined;
  auto_level: AutoLevel;
  daily_cap: number | undefined;
  target_roi: number | undefined;
  start_at: string;
  end_at: string;
  consent: boolean;
  consent_note: string;
  remark: string;
}

export interface HostAccountSubject {
  id: number;
  version: number;
  name: string;
}

export const blankHostAccount: HostAccountValues = {
  ad_account_id: undefined,
  currency: undefined,
  operator_user_id: undefined,
  auto_level: 'suggest',
  daily_cap: undefined,
  target_roi: undefined,
  start_at: '',
  end_at: '',
  consent: false,
  consent_note: '',
  remark: '',
};

const instantFault = (value: string): FieldFault | undefined => {
  if (value === '') return undefined;
  return Number.isNaN(Date.parse(value)) || !value.endsWith('Z') ? { rule: 'pattern' } : undefined;
};

const endFault = ({ start_at, end_at }: HostAccountValues): FieldFault | undefined =>
  instantFault(end_at) ?? (end_at !== '' && start_at !== '' && end_at <= start_at ? { rule: 'pattern' } : undefined);

function capFault({ daily_cap, currency }: HostAccountValues): FieldFault | undefined {
  if (daily_cap === undefined) return undefined;
  const fault = firstFault(daily_cap, validNumber) ?? moneyFault(daily_cap, currency ?? 'USD');
  return fault ?? (daily_cap === 0 ? { rule: 'numberMin', params: { min: toMajor(1, currency ?? 'USD') } } : undefined);
}

export const checkHostAccount = (values: HostAccountValues, subject: HostAccountSubject | undefined): FieldFaults<HostAccountValues> =>
  faultsIn<HostAccountValues>({
    ad_account_id: subject ? undefined : firstFault(values.ad_account_id, requiredChoice),
    operator_user_id: firstFault(values.operator_user_id, requiredChoice),
    daily_cap: capFault(values),
    target_roi: values.target_roi === undefined ? undefined : firstFault(values.target_roi, validNumber, numberRange(ROI_MIN, ROI_MAX)),
    start_at: firstFault(values.start_at, required) ?? instantFault(values.start_at),
    end_at: endFault(values),
    consent: values.consent ? undefined : { rule: 'required' },
    consent_note: firstFault(values.consent_note, stringMaximum(NOTE_MAX)),
    remark: firstFault(values.remark, stringMaximum(NOTE_MAX)),
  });

/** The terms in the units of the server. A form with missing values is not sent. */
export const toHostTerms = (values: HostAccountValues) => ({
  operator_user_id: values.operator_user_id ?? 0,
  auto_level: values.auto_level,
  daily_cap: values.daily_cap === undefined ? null : toMinor(values.daily_cap, values.currency ?? 'USD'),
  target_roi_bp: values.target_roi === undefined ? null : Math.round(values.target_roi * BASIS_POINTS),
  start_at: values.start_at,
  end_at: values.end_at || null,
  consent_note: values.consent_note.trim() || null,
  remark: values.remark.trim() || null,
});

export const hostAccountDraft = (row: HostAccountRow): { values: HostAccountValues; subject: HostAccountSubject } => ({
  values: {
    ad_account_id: row.account.id,
    currency: row.currency,
    operator_user_id: row.operator.id,
    auto_level: row.auto_level,
    daily_cap: row.daily_cap === null ? undefined : toMajor(row.daily_cap, row.currency),
    target_roi: row.target_roi_bp === null ? undefined : row.target_roi_bp / BASIS_POINTS,
    start_at: row.start_at,
    end_at: row.end_at ?? '',
    consent: row.consent_at !== null,
    consent_note: row.consent_note ?? '',
    remark: row.remark ?? '',
  },
  subject: { id: row.id, version: row.version, name: row.account.label },
});

/** What ending an account asks for. */
export interface EndingValues {
  close_campaigns: boolean;
}
export const blankEnding: EndingValues = { close_campaigns: false };

export interface EndingSubject extends HostAccountSubject {
  campaigns: number;
}

/** Campaigns can only be turned off where some run. */
export const checkEnding = ({ close_campaigns }: EndingValues, subject: EndingSubject | undefined): FieldFaults<EndingValues> =>
  faultsIn<EndingValues>({ close_campaigns: close_campaigns && subject?.campaigns === 0 ? { rule: 'pattern' } : undefined });

export const toEndingSubject = (row: HostAccountRow): EndingSubject => ({
  id: row.id,
  version: row.version,
  name: row.account.label,
  campaigns: row.campaigns_running,
});

/** The rules that an account is to have. */
export interface BindingValues {
  rule_ids: readonly number[];
}
export const blankBinding: BindingValues = { rule_ids: [] };

const MAX_RULES = 200;
export const checkBinding = ({ rule_ids }: BindingValues): FieldFaults<BindingValues> =>
  faultsIn<BindingValues>({ rule_ids: firstFault(rule_ids, arrayMaximum(MAX_RULES)) });

export interface BindingSubject {
  id: number;
  name: string;
  rules: readonly BindableRule[];
}

export const bindingDraft = ({ id, name }: Pick<BindingSubject, 'id' | 'name'>, rules: readonly BindableRule[]) => ({
  values: { rule_ids: rules.filter(({ is_bound }) => is_bound).map((rule) => rule.id) },
  subject: { id, name, rules },
});

/** The days of a report, both included. */
export interface ReportValues {
  date_from: string;
  date_to: string;
}
export const blankReport: ReportValues = { date_from: '', date_to: '' };

export const MAX_REPORT_DAYS = 186;
const DAY_MS = 86_400_000;

const periodFault = ({ date_from, date_to }: ReportValues): FieldFault | undefined => {
  if (date_from === '' || date_to === '') return undefined;
  if (date_to < date_from) return { rule: 'dateMin', params: { min: date_from } };
  const latest = new Date(Date.parse(date_from) + (MAX_REPORT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return date_to > latest ? { rule: 'dateMax', params: { max: latest } } : undefined;
};

export const checkReport = (values: ReportValues): FieldFaults<ReportValues> =>
  faultsIn<ReportValues>({
    date_from: firstFault(values.date_from, required, calendarDate),
    date_to: firstFault(values.date_to, required, calendarDate) ?? periodFault(values),
  });
