/** Texts that describe one change of a log in both languages. */
export interface ChangeWords {
  readonly zh: string;
  readonly en: string;
}

/** The names of log fields; a field without an entry is shown by its raw name. */
const fields: Readonly<Record<string, ChangeWords>> = {
  daily_budget: { zh: '日预算', en: 'Daily budget' },
  lifetime_budget: { zh: '总预算', en: 'Lifetime budget' },
  budget: { zh: '预算', en: 'Budget' },
  budget_usd: { zh: '预算', en: 'Budget' },
  budget_day_usd: { zh: '每日预算合计', en: 'Total daily budget' },
  bid_amount: { zh: '出价', en: 'Bid' },
  bid_usd: { zh: '出价', en: 'Bid' },
  spend_cap: { zh: '花费上限', en: 'Spending limit' },
  balance: { zh: '余额', en: 'Balance' },
  amount_spent: { zh: '已花费', en: 'Amount spent' },
  min_daily_budget: { zh: '最低日预算', en: 'Minimum daily budget' },
  price: { zh: '价格', en: 'Price' },
  mode: { zh: '方式', en: 'Method' },
  value: { zh: '数值', en: 'Value' },
  limit: { zh: '限额', en: 'Limit' },
  learning_stage: { zh: '学习期', en: 'Learning phase' },
  status: { zh: '状态', en: 'Status' },
  review: { zh: '审核', en: 'Review' },
  issue: { zh: '问题', en: 'Issue' },
  name: { zh: '名称', en: 'Name' },
  currency: { zh: '币种', en: 'Currency' },
  action: { zh: '操作', en: 'Action' },
  repeat: { zh: '重复', en: 'Repeats' },
};

/** Amounts in the smallest unit of the object's currency. */
const OWN: ReadonlySet<string> = new Set([
  'daily_budget',
  'lifetime_budget',
  'budget',
  'bid_amount',
  'spend_cap',
  'balance',
  'amount_spent',
  'min_daily_budget',
  'price',
  'value',
  'limit',
]);
/** Amounts in US cents. */
const DOLLARS: ReadonlySet<string> = new Set(['budget_usd', 'budget_day_usd', 'bid_usd']);

const switched = { ACTIVE: { zh: '开启', en: 'On' }, PAUSED: { zh: '关闭', en: 'Off' } };

/** The meanings of the codes of a field. */
const codes: Readonly<Record<string, Readonly<Record<string, ChangeWords>>>> = {
  learning_stage: {
    LEARNING: { zh: '学习中', en: 'Learning' },
    SUCCESS: { zh: '已完成', en: 'Completed' },
    FAIL: { zh: '学习受限', en: 'Learning limited' },
  },
  status: {
    ...switched,
    ARCHIVED: { zh: '已归档', en: 'Archived' },
    DELETED: { zh: '已删除', en: 'Deleted' },
    waiting: { zh: '等待中', en: 'Waiting' },
    canceled: { zh: '已取消', en: 'Cancelled' },
    enabled: { zh: '启用', en: 'Enabled' },
    disabled: { zh: '停用', en: 'Disabled' },
  },
  to: { ...switched, ARCHIVED: { zh: '归档', en: 'Archived' } },
  review: {
    pending: { zh: '审核中', en: 'In review' },
    approved: { zh: '已通过', en: 'Approved' },
    rejected: { zh: '未通过', en: 'Rejected' },
  },
  issue: { EMPTY: { zh: '没有广告', en: 'No ads' } },
  mode: {
    set: { zh: '设为', en: 'Set to' },
    inc_pct: { zh: '增加 %', en: 'Increase by %' },
    dec_pct: { zh: '减少 %', en: 'Decrease by %' },
    inc: { zh: '增加金额', en: 'Increase by' },
    dec: { zh: '减少金额', en: 'Decrease by' },
  },
  action: {
    start: { zh: '开启', en: 'Turn on' },
    pause: { zh: '关闭', en: 'Turn off' },
    budget: { zh: '改预算', en: 'Change budget' },
  },
  repeat: { none: { zh: '一次', en: 'Once' }, daily: { zh: '每天', en: 'Every day' } },
};

export interface ChangeReading {
  language: 'zh' | 'en';
  /** The currency of the changed object; null when it has none or it is unknown. */
  currency: string | null;
  /** Formats an amount given in the smallest unit of a currency. */
  money: (minor: number, currency: string) => string;
}

/** The last name of a field path: `body.money.budget_usd` is a budget. */
const leafOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

export const fieldInWords = (path: string, language: ChangeReading['language']): string => fields[leafOf(path)]?.[language] ?? path;

/**
 * Describes a value: an amount with its currency, a code by its name. Undefined for values that need no description. `whole` is the
 * object
 * that contains the field.
 */
export function valueInWords(
  path: string,
  value: unknown,
  whole: unknown,
  { language, currency, money }: ChangeReading,
): string | undefined {
  const leaf = leafOf(path);
  if (typeof value === 'string') return codes[leaf]?.[value]?.[language];
  if (typeof value !== 'number') return undefined;
  if (DOLLARS.has(leaf)) return money(value, 'USD');
  if (!OWN.has(leaf)) return undefined;
  const order = (typeof whole === 'object' && whole !== null ? whole : {}) as { mode?: unknown; currency?: unknown };
  if (leaf === 'value' && (order.mode === 'inc_pct' || order.mode === 'dec_pct')) return `${value}%`;
  const unit = typeof order.currency === 'string' ? order.currency : currency;
  return unit === null ? undefined : money(value, unit);
}

/** Describes a whole change in one line; null when nothing changed. */
export function changeInWords(change: unknown, reading: ChangeReading): string | null {
  if (change === null || change === undefined) return null;
  if (typeof change !== 'object' || Array.isArray(change)) return JSON.stringify(change);
  const zh = reading.language === 'zh';
  const parts = Object.entries(change).map(([field, value]) => {
    const text = valueInWords(field, value, change, reading) ?? (typeof value === 'string' ? value : JSON.stringify(value));
    return `${fieldInWords(field, reading.language)}${zh ? '：' : ': '}${text}`;
  });
  return parts.join(zh ? '；' : '; ');
}
