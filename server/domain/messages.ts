import type { Reason } from '#contracts/endpoints/reasons.ts';

export type Language = 'zh' | 'en';
type Words = Readonly<Record<Language, string>>;

/** Text of every reason; braces are filled from the data of the answer. */
export const reasonTexts: Readonly<Record<Reason, Words>> = {
  NO_TOKEN: { zh: '请重新登录(未登录)', en: 'Please sign in again (no session)' },
  TOKEN_EXPIRED: { zh: '请重新登录(已过期)', en: 'Please sign in again (expired)' },
  TOKEN_REVOKED: { zh: '请重新登录(已失效)', en: 'Please sign in again (revoked)' },
  USER_DISABLED: { zh: '请重新登录(账号已停用)', en: 'Please sign in again (disabled)' },
  INTERNAL: { zh: '系统错误,编号 {trace_id}', en: 'System error {trace_id}' },
  VALIDATION: { zh: '请检查标红的字段', en: 'Check the marked fields' },
  NO_PATH: { zh: '无权访问', en: 'No access' },
  NO_ACTION: { zh: '无此操作权限', en: 'Action not permitted' },
  NOT_OWNER: { zh: '不是您负责的对象', en: 'Not your object' },
  ADMIN_ONLY: { zh: '仅超级管理员可用', en: 'Super admin only' },
  NOT_FOUND: { zh: '对象不存在或无权限', en: 'Not found or no access' },
  VERSION_CONFLICT: { zh: '{by} 于 {at} 修改过,请重新载入', en: 'Changed by {by} at {at}, please reload' },
  DUPLICATE: { zh: '已存在', en: 'Already exists' },
  ACCOUNT_TAKEN: { zh: '账号已被使用', en: 'Account name taken' },
  SELECTION_CHANGED: { zh: '符合条件的数量已变为 {total}', en: 'Matching count is now {total}' },
  EXPORT_TOO_LARGE: { zh: '共 {count} 行,超过 {max} 行,请缩小范围', en: '{count} rows exceed {max}' },
  FILE_TOO_LARGE: { zh: '文件超过 {max}', en: 'File exceeds {max}' },
  HANDOVER_REQUIRED: { zh: '名下还有 {counts},请选择交接人', en: 'Owns {counts}; choose a successor' },
  SELF_FORBIDDEN: { zh: '不能对自己执行', en: 'Not on yourself' },
  LAST_ADMIN: { zh: '至少保留一名管理员', en: 'Keep one admin' },
  DEPT_CYCLE: { zh: '不能移到自己的下级', en: 'Cannot move under itself' },
  DEPT_TOO_DEEP: { zh: '超过5级', en: 'Deeper than 5' },
  DEPT_NOT_EMPTY: { zh: '仍有下级或成员', en: 'Not empty' },
  DEPT_ROOT: { zh: '根部门不能移动或删除', en: 'The root department cannot be moved or deleted' },
  ROLE_BUILTIN: { zh: '内置角色不可删除', en: 'Built-in' },
  ROLE_IN_USE: { zh: '{count} 人正在使用', en: 'Used by {count}' },
  ROLE_PATH_RESERVED: { zh: '含保留页面', en: 'Reserved page' },
  CRON_RUNNING: { zh: '任务正在运行', en: 'Already running' },
  CRON_CORE: { zh: '核心任务不可停用', en: 'Core job' },
  NO_CHANGE: { zh: '已是该状态,跳过', en: 'No change, skipped' },
  STATE_CHANGED: { zh: '对象已被再次修改', en: 'Changed since' },
  OUTCOME_UNKNOWN: { zh: '结果尚未确认,不能重试', en: 'Outcome unknown, cannot retry' },
  PARENT_FAILED: { zh: '上级创建失败,未执行', en: 'Parent failed, not run' },
  ENTITY_BUSY: { zh: '批次 {batch_id} 正在处理该对象', en: 'Busy in batch {batch_id}' },
  PLATFORM_REJECTED: { zh: '平台拒绝:{title} {message} ({code}/{subcode})', en: 'Rejected: {title} {message} ({code}/{subcode})' },
  PLATFORM_LIMIT: { zh: '平台限流,{retry_at} 后重试', en: 'Throttled until {retry_at}' },
  PLATFORM_AUTH: { zh: '授权失效,请重新授权 {name}', en: 'Authorisation of {name} lost' },
  PLATFORM_UNKNOWN: { zh: '结果确认中', en: 'Confirming outcome' },
  PLATFORM_DOWN: { zh: '平台暂不可用,未提交', en: 'Channel down, not sent' },
  TOO_MANY_REQUESTS: { zh: '操作过于频繁', en: 'Too many requests' },
  LOGIN_BAD: { zh: '账号或密码错误', en: 'Wrong account or password' },
  LOGIN_DISABLED: { zh: '账号已停用', en: 'Account disabled' },
  LOGIN_LOCKED: { zh: '连续失败,请 {minutes_left} 分钟后再试', en: 'Too many failures, try again in {minutes_left} minutes' },
};

/** Text of every rule a field can break; `{field}` is the field, the rest comes from the rule. */
const ruleTexts: Readonly<Record<string, Words>> = {
  required: { zh: '请输入{field}', en: 'Please enter {field}' },
  unknown: { zh: '不认识的字段{field}', en: 'Unknown field {field}' },
  type: { zh: '{field}不是有效的{type}', en: '{field} is not a valid {type}' },
  enum: { zh: '{field}不在可选值之内', en: '{field} is not one of the allowed values' },
  const: { zh: '{field}不在可选值之内', en: '{field} is not one of the allowed values' },
  pattern: { zh: '{field}格式不正确', en: '{field} has a wrong format' },
  format: { zh: '{field}格式不正确', en: '{field} has a wrong format' },
  blank: { zh: '{field}不能为空字符', en: '{field} cannot be a blank character' },
  minLength: { zh: '{field}至少{limit}个字符', en: '{field} must have at least {limit} characters' },
  maxLength: { zh: '{field}最多{limit}个字符', en: '{field} must have at most {limit} characters' },
  minimum: { zh: '{field}不能小于{limit}', en: '{field} must be at least {limit}' },
  maximum: { zh: '{field}不能大于{limit}', en: '{field} must be at most {limit}' },
  minItems: { zh: '{field}至少选择{limit}项', en: '{field} needs at least {limit}' },
  maxItems: { zh: '{field}最多选择{limit}项', en: '{field} takes at most {limit}' },
  uniqueItems: { zh: '{field}有重复的值', en: '{field} has repeated values' },
  exists: { zh: '{field}不存在或不可用', en: '{field} does not exist or cannot be used' },
  member: { zh: '{field}不是该部门的成员', en: '{field} is not a member of the department' },
  timezone: { zh: '{field}不是有效的时区', en: '{field} is not a valid time zone' },
  commonPassword: { zh: '密码过于常见,请换一个', en: 'This password is too common, choose another' },
  roleNeeded: { zh: '请至少选择一个角色', en: 'Choose at least one role' },
  range: { zh: '开始日期不能晚于结束日期', en: 'The first date cannot be after the last' },
  selection: { zh: '请选择对象,或选择全部符合条件的对象,两者取其一', en: 'Choose objects or all that match, not both' },
  selectionMax: { zh: '共 {count} 个对象,一次最多 {limit} 个,请缩小范围', en: '{count} objects, at most {limit} at once' },
  notRetryable: { zh: '{field}不能重试', en: '{field} cannot be retried' },
  spreadsheet: { zh: '不是有效的 xlsx 表格文件', en: 'This is not a valid xlsx spreadsheet' },
  sheetContent: { zh: '文件内容过大,无法读取', en: 'The content of the file is too large to be read' },
  sheetRows: { zh: '一次最多导入 {limit} 行', en: 'At most {limit} rows at once' },
  sheetEmpty: { zh: '表格中没有数据行', en: 'There is no row of data in the sheet' },
  sheetColumnMissing: { zh: '缺少列「{column}」,请使用模板', en: 'The column “{column}” is missing; please use the template' },
  sheetColumnUnknown: { zh: '不认识的列「{column}」,请使用模板', en: 'The column “{column}” is not known; please use the template' },
  sheetColumnTwice: { zh: '列「{column}」出现了两次', en: 'The column “{column}” is there twice' },
  cursor: { zh: '翻页位置无效,请重新查询', en: 'This position is no longer valid, search again' },
  reused: { zh: '{field}已用于另一个请求', en: '{field} was used for another request' },
  tooLarge: { zh: '{field}过大', en: '{field} is too large' },
  tooDeep: { zh: '{field}嵌套过深', en: '{field} is nested too deeply' },
  characters: { zh: '{field}含有不能保存的字符', en: '{field} has characters that cannot be stored' },
  json: { zh: '请求不是有效的JSON', en: 'The request is not valid JSON' },
  bodyTooLarge: { zh: '请求过大', en: 'The request is too large' },
  mediaType: { zh: '请求必须是JSON', en: 'The request must be JSON' },
  cron: { zh: '{field}不是有效的执行时间', en: '{field} is not a valid schedule' },
  cronTooOften: { zh: '{field}间隔至少1分钟', en: '{field} must leave at least 1 minute between runs' },
  other: { zh: '{field}无效', en: '{field} is not valid' },
};

const typeWords: Readonly<Record<string, Words>> = {
  string: { zh: '文本', en: 'text' },
  integer: { zh: '整数', en: 'integer' },
  number: { zh: '数字', en: 'number' },
  boolean: { zh: '是或否', en: 'yes or no' },
  array: { zh: '列表', en: 'list' },
  object: { zh: '对象', en: 'object' },
};

const fill = (text: string, data: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => {
    const value = data[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });

/** The sentence of a reason. */
export const reasonText = (reason: Reason, language: Language, data: Readonly<Record<string, unknown>> = {}): string =>
  fill(reasonTexts[reason][language], data);

/** The sentence of a broken rule, naming the field. */
export function ruleText(rule: string, language: Language, field: string, params: Readonly<Record<string, string | number>> = {}): string {
  const words = ruleTexts[rule] ?? ruleTexts.other;
  const typeWord = typeof params.type === 'string' ? typeWords[params.type]?.[language] : undefined;
  return fill(words?.[language] ?? rule, { ...params, ...(typeWord === undefined ? {} : { type: typeWord }), field });
}

/** True when the rule has its own sentence. */
export const isKnownRule = (rule: string): boolean => rule in ruleTexts;

export const successText: Words = { zh: '成功', en: 'OK' };
