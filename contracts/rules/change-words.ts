import { batchTypeWords } from '../vocabulary/batches.ts';
import { evaluationDecisionWords } from '../vocabulary/evaluations.ts';
import { ruleStatusWords } from '../vocabulary/host-rules.ts';
import { hostStateWords } from '../vocabulary/hosting.ts';
import { materialStatusWords } from '../vocabulary/materials.ts';
import { pixelEventWords } from '../vocabulary/pixels.ts';

/** Texts that describe one change of a log in both languages. */
export interface ChangeWords {
  readonly zh: string;
  readonly en: string;
}

/** The names of log fields; a field without an entry is shown by its raw name, and so is a summary that lists one. */
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
  account: { zh: '账号', en: 'Account' },
  department_id: { zh: '部门', en: 'Department' },
  parent_id: { zh: '上级部门', en: 'Parent department' },
  sort: { zh: '排序', en: 'Order' },
  role_ids: { zh: '角色', en: 'Roles' },
  is_admin: { zh: '管理员', en: 'Admin' },
  is_leader: { zh: '组长', en: 'Leader' },
  platform: { zh: '业务线', en: 'Business line' },
  timezone: { zh: '时区', en: 'Time zone' },
  remark: { zh: '备注', en: 'Remark' },
  paths: { zh: '页面', en: 'Pages' },
  actions: { zh: '操作权限', en: 'Action permissions' },
  shared: { zh: '共享范围', en: 'Shared with' },
  query: { zh: '筛选', en: 'Filters' },
  table: { zh: '列与排序', en: 'Columns and order' },
  biz: { zh: '业务线', en: 'Business line' },
  enabled: { zh: '启用', en: 'Enabled' },
  usage: { zh: '用途', en: 'Usage' },
  business_name: { zh: '商务管理平台', en: 'Business' },
  account_status: { zh: '账户状态', en: 'Account status' },
  disable_reason: { zh: '停用原因', en: 'Reason disabled' },
  timezone_name: { zh: '时区', en: 'Time zone' },
  authoriser: { zh: '授权人', en: 'Authorised by' },
  assign: { zh: '分配', en: 'Assignment' },
  owner_user_id: { zh: '负责人', en: 'Owner' },
  capi_enabled: { zh: '服务端事件', en: 'Server events' },
  capi_token: { zh: '服务端事件令牌', en: 'Server event token' },
  test_event_code: { zh: '测试事件代码', en: 'Test event code' },
  platform_status: { zh: '平台状态', en: 'Platform status' },
  last_fired_at: { zh: '最近触发', en: 'Last fired' },
  owner_business: { zh: '所属商务管理平台', en: 'Owner business' },
  ad_limit: { zh: '广告上限', en: 'Ad limit' },
  ads_active: { zh: '在投广告', en: 'Active ads' },
  site_ids: { zh: '站点', en: 'Sites' },
  default_site_ids: { zh: '默认站点', en: 'Default sites' },
  pixel_ids: { zh: '像素', en: 'Pixels' },
  homepage_ids: { zh: '主页', en: 'Pages' },
  default_pixel_id: { zh: '默认像素', en: 'Default pixel' },
  default_homepage_id: { zh: '默认主页', en: 'Default Page' },
  holder_name: { zh: '持有人', en: 'Holder' },
  contact: { zh: '联系方式', en: 'Contact' },
  consent_at: { zh: '同意时间', en: 'Consent given' },
  consent_note: { zh: '同意说明', en: 'Consent note' },
  held_since: { zh: '受限时间', en: 'Held since' },
  token_expires_at: { zh: '授权到期', en: 'Authorisation expires' },
  data_access_expires_at: { zh: '数据访问到期', en: 'Data access expires' },
  scopes: { zh: '权限', en: 'Permissions' },
  kind: { zh: '类型', en: 'Type' },
  type: { zh: '类型', en: 'Type' },
  domain: { zh: '域名', en: 'Domain' },
  app_url_ios: { zh: 'iOS 应用地址', en: 'iOS app URL' },
  app_url_android: { zh: 'Android 应用地址', en: 'Android app URL' },
  url_tags: { zh: '链接参数', en: 'URL parameters' },
  verify_method: { zh: '验证方式', en: 'Verification' },
  title: { zh: '标题', en: 'Title' },
  title_en: { zh: '英文名', en: 'English title' },
  slug: { zh: '路径', en: 'Path' },
  old_slugs: { zh: '旧路径', en: 'Former paths' },
  template: { zh: '模板', en: 'Template' },
  start_episode: { zh: '起始集', en: 'First episode' },
  country: { zh: '国家/地区', en: 'Country' },
  ab_group: { zh: '实验分组', en: 'A/B group' },
  language: { zh: '语言', en: 'Language' },
  drama_id: { zh: '剧目', en: 'Drama' },
  product_id: { zh: '商品', en: 'Product' },
  material_id: { zh: '素材', en: 'Creative' },
  homepage_id: { zh: '主页', en: 'Page' },
  landing_page_id: { zh: '落地页', en: 'Landing page' },
  site_id: { zh: '站点', en: 'Site' },
  genres: { zh: '题材', en: 'Genres' },
  episodes_total: { zh: '集数', en: 'Episodes' },
  free_episodes: { zh: '免费集', en: 'Free episodes' },
  price_model: { zh: '收费方式', en: 'Pricing' },
  target_roi_d0_bp: { zh: '目标 D0 ROI', en: 'Target D0 ROI' },
  online_at: { zh: '上线日期', en: 'Online since' },
  copyright_until: { zh: '版权到期', en: 'Copyright expires' },
  cover_key: { zh: '封面', en: 'Cover' },
  stage: { zh: '阶段', en: 'Stage' },
  sku: { zh: '货号', en: 'SKU' },
  url: { zh: '网址', en: 'URL' },
  tags: { zh: '标签', en: 'Tags' },
  visibility: { zh: '可见范围', en: 'Visibility' },
  creator_user_id: { zh: '剪辑师', en: 'Editor' },
  parent_material_id: { zh: '上一版本', en: 'Previous version' },
  operator_user_id: { zh: '运营', en: 'Operator' },
  auto_level: { zh: '自动级别', en: 'Automation' },
  daily_cap: { zh: '日上限', en: 'Daily cap' },
  target_roi_bp: { zh: '目标 ROI', en: 'Target ROI' },
  start_at: { zh: '开始时间', en: 'Start' },
  end_at: { zh: '结束时间', en: 'End' },
  rules: { zh: '规则', en: 'Rules' },
  level: { zh: '层级', en: 'Level' },
  conditions: { zh: '条件', en: 'Conditions' },
  guard: { zh: '保护条件', en: 'Safeguards' },
  action_value: { zh: '操作数值', en: 'Action value' },
  action_limit: { zh: '操作上限', en: 'Action limit' },
  schedule: { zh: '频率', en: 'Schedule' },
  cooldown_min: { zh: '冷却时间', en: 'Cooldown' },
  max_actions_per_day: { zh: '每日操作上限', en: 'Actions per day' },
  priority: { zh: '优先级', en: 'Priority' },
  dry_run: { zh: '试运行', en: 'Dry run' },
  host_account_ids: { zh: '托管账户', en: 'Hosted accounts' },
  link_url: { zh: '链接', en: 'URL' },
  message: { zh: '正文', en: 'Primary text' },
  headline: { zh: '标题', en: 'Headline' },
  description: { zh: '描述', en: 'Description' },
  call_to_action: { zh: '行动号召按钮', en: 'Call to action' },
  published: { zh: '已公开', en: 'Public' },
  scheduled_at: { zh: '定时公开', en: 'Scheduled for' },
  date_from: { zh: '开始日期', en: 'First day' },
  date_to: { zh: '结束日期', en: 'Last day' },
  test_budget_usd: { zh: '测试预算', en: 'Test budget' },
  min_spend_usd: { zh: '最低消耗', en: 'Minimum spend' },
  thresholds: { zh: '评分线', en: 'Thresholds' },
  score: { zh: '评分', en: 'Score' },
  channel: { zh: '渠道', en: 'Channel' },
  body: { zh: '内容', en: 'Content' },
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

/** The summary of a log entry in codes, which readers see in their own language. */
export interface CodedSummary {
  /** Names of fields, statuses and phrases. */
  readonly codes: readonly string[];
  /** The name of what they concern. */
  readonly about?: string;
}

/** The codes of a summary that are no fields. */
const summaryCodes: Readonly<Record<string, ChangeWords>> = {
  ...materialStatusWords,
  ...hostStateWords,
  ...ruleStatusWords,
  ...evaluationDecisionWords,
  ...pixelEventWords,
  publish: batchTypeWords.publish,
  revoked: { zh: '已作废', en: 'Revoked' },
  undo: { zh: '撤销', en: 'Undone' },
  link: { zh: '授权链接', en: 'Authorisation link' },
  window: { zh: '授权窗口', en: 'Authorisation window' },
  authorised: { zh: '已授权', en: 'Authorised' },
  'authorised again': { zh: '已重新授权', en: 'Authorised again' },
  'new in the catalogue': { zh: '目录中新增', en: 'New in the catalogue' },
  'gone from the platform': { zh: '平台上已不存在', en: 'Gone from the platform' },
};

/** What happened to how many objects of a batch. */
const counted: Readonly<Record<string, ChangeWords>> = {
  ...batchTypeWords,
  retried: { zh: '重试', en: 'Retried' },
  canceled: { zh: '取消', en: 'Cancelled' },
};

/** Phrases with figures, which stand as $1 and $2. */
const phrases: readonly (readonly [RegExp, ChangeWords])[] = [
  [/^copyright until (\d{4}-\d\d-\d\d)$/, { zh: '版权至 $1', en: 'Copyright until $1' }],
  [/^at least (\d+) rejected ads within (\d+) days$/, { zh: '$2 天内至少 $1 条广告未通过', en: 'At least $1 rejected ads within $2 days' }],
  [/^item (\d+): created$/, { zh: '第 $1 项：已创建', en: 'Item $1: created' }],
  [/^item (\d+): not_created$/, { zh: '第 $1 项：未创建', en: 'Item $1: not created' }],
];

const entryOf = (words: Readonly<Record<string, ChangeWords>>, code: string): ChangeWords | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined;

/** A code, of a numbered version or with the number of its objects where it has one. */
const CODE = /^(.+?)(?:( v\d+)|( × \d+))?$/;

function codeInWords(text: string, language: ChangeReading['language']): string | undefined {
  const phrase = phrases.find(([shape]) => shape.test(text));
  if (phrase) return text.replace(phrase[0], phrase[1][language]);
  const [, code = '', version = '', count = ''] = CODE.exec(text) ?? [];
  const words = count === '' ? (entryOf(fields, code) ?? entryOf(summaryCodes, code)) : entryOf(counted, code);
  return words && words[language] + version + count;
}

/** Codes, and the name of what they concern. Names stand in quotation marks, so that none is taken for a code. */
const CODED = /^(.+?)(?:: “(.*)”)?$/s;

/** The words of a summary in codes; undefined for any other text. */
function codedInWords(summary: string, language: ChangeReading['language']): string | undefined {
  const [, codes = '', about] = CODED.exec(summary) ?? [];
  const parts = codes.split(', ').map((code) => codeInWords(code, language));
  if (parts.includes(undefined)) return undefined;
  const zh = language === 'zh';
  return parts.join(zh ? '、' : ', ') + (about === undefined ? '' : `${zh ? '：' : ': '}${about}`);
}

/** Says a summary in codes in words; any other summary is shown as it is. */
export const summaryInWords = (summary: string, language: ChangeReading['language']): string => codedInWords(summary, language) ?? summary;

/** The text of a summary as the log keeps it: a name or reason that reads like a code stands in quotation marks. */
export function toSummaryText(summary: string | CodedSummary): string {
  if (typeof summary === 'string') return codedInWords(summary, 'en') === undefined ? summary : `“${summary}”`;
  const { codes, about } = summary;
  return codes.join(', ') + (about === undefined ? '' : `: “${about}”`);
}

/**
 * Describes a value: an amount with its currency, a code by its name. Undefined for values that need no description. `whole` is the object
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
