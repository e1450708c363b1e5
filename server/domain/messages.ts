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
  SITE_OFF: { zh: '站点已停用', en: 'Site is off' },
  SITE_IN_USE: { zh: '还有 {count} 个商品属于该站点', en: '{count} products belong to the site' },
  IDENTITY_MISMATCH: { zh: '授权的不是同一个人({expected} ≠ {actual})', en: 'Different person ({expected} ≠ {actual})' },
  HOMEPAGE_UNUSABLE: { zh: '主页不可用:{status}', en: 'Page unusable: {status}' },
  IMMUTABLE_FIELD: { zh: '创建后不可修改:{field}', en: 'Cannot change after creation: {field}' },
  STATE_READY: { zh: '已发布不可改回', en: 'Already published' },
  NO_CHANGE: { zh: '已是该状态,跳过', en: 'No change, skipped' },
  STATE_CHANGED: { zh: '对象已被再次修改', en: 'Changed since' },
  OUTCOME_UNKNOWN: { zh: '结果尚未确认,不能重试', en: 'Outcome unknown, cannot retry' },
  PARENT_FAILED: { zh: '上级创建失败,未执行', en: 'Parent failed, not run' },
  MATERIAL_NOT_READY: { zh: '未就绪', en: 'Not ready' },
  CONTENT_OFF: { zh: '剧目/商品已下架或版权到期', en: 'Content off or expired' },
  DUPLICATE_MATERIAL: { zh: '素材已存在', en: 'Material exists' },
  UPLOAD_CLOSED: { zh: '上传已结束', en: 'Upload closed' },
  STORAGE_FULL: { zh: '存储空间不足', en: 'Storage full' },
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
  consent: { zh: '持有人还没有同意托管', en: 'The holder has not consented yet' },
  currencyUnknown: { zh: '系统还不认识币种 {currency}', en: 'The currency {currency} is not known here' },
  notGranted: { zh: '授权人没有授予它', en: 'The person does not grant it' },
  notRetryable: { zh: '{field}不能重试', en: '{field} cannot be retried' },
  spreadsheet: { zh: '不是有效的 xlsx 表格文件', en: 'This is not a valid xlsx spreadsheet' },
  sheetContent: { zh: '文件内容过大,无法读取', en: 'The content of the file is too large to be read' },
  sheetRows: { zh: '一次最多导入 {limit} 行', en: 'At most {limit} rows at once' },
  sheetEmpty: { zh: '表格中没有数据行', en: 'There is no row of data in the sheet' },
  sheetColumnMissing: { zh: '缺少列「{column}」,请使用模板', en: 'The column “{column}” is missing; please use the template' },
  sheetColumnUnknown: { zh: '不认识的列「{column}」,请使用模板', en: 'The column “{column}” is not known; please use the template' },
  sheetColumnTwice: { zh: '列「{column}」出现了两次', en: 'The column “{column}” is there twice' },
  pictureType: { zh: '图片必须是 JPG 或 PNG', en: 'The picture must be a JPG or PNG' },
  uploadIncomplete: { zh: '还有字节没有收到', en: 'Not all bytes have arrived' },
  pictureBroken: { zh: '图片无法读取，可能已损坏或尺寸过大', en: 'The picture cannot be read: it is damaged or far too large' },
  host: { zh: '{field}不是有效的域名,不要带协议、端口或路径', en: '{field} is not a valid domain; leave out scheme, port and path' },
  https: { zh: '{field}必须是 https 地址', en: '{field} must be an https address' },
  appUrl: { zh: '应用类站点至少要有一个商店地址', en: 'A site of the kind app needs the address of one store at least' },
  urlTagsAd: { zh: '{field}必须包含 {tag}', en: '{field} must have {tag}' },
  urlTagsMacro: { zh: '{field}中的 {macro} 不是可用的宏', en: '{macro} in {field} is no macro that is filled in' },
  urlTagsForm: { zh: '{field}必须由 & 连接的 名称=值 组成', en: '{field} must be made of name=value, joined by &' },
  urlTagsTwice: { zh: '{field}中同一名称出现了两次', en: '{field} has one name twice' },
  bound: { zh: '{field}必须是已关联的其中之一', en: '{field} must be one of those that are related' },
  siteBiz: { zh: '站点已有落地页,不能更改业务线', en: 'The site has landing pages, so its business line stays' },
  episode: { zh: '{field}必须在 1 到 {limit} 之间', en: '{field} must be from 1 to {limit}' },
  noEpisode: { zh: '该模板或商品没有{field}', en: '{field} is for dramas with the templates list and player' },
  pixelOwner: { zh: '请先导入它所属的广告账户 {account}', en: 'Import the ad account {account} first, which owns it' },
  landingDraft: { zh: '草稿只能上线,上线后不能改回草稿', en: 'A draft can only go online, and what was online is never a draft again' },
  beforeOnline: { zh: '版权到期日不能早于上线日期', en: 'The copyright cannot end before the drama goes online' },
  siteDomain: { zh: '链接必须在站点的域名 {domain} 上', en: 'The link has to be on {domain}, the domain of the site' },
  hasVersions: {
    zh: '有素材改编自它,不能改到别的剧目或商品',
    en: 'Materials were cut from it: it cannot move to another drama or product',
  },
  parent: {
    zh: '上一版本必须是同一剧目或商品的另一个素材,且不是由它改编的',
    en: 'It can only be cut from another material of the same drama or product that was not cut from it',
  },
  cursor: { zh: '翻页位置无效,请重新查询', en: 'This position is no longer valid, search again' },
  reused: { zh: '{field}已用于另一个请求', en: '{field} was used for another request' },
  tooLarge: { zh: '{field}过大', en: '{field} is too large' },
  tooDeep: { zh: '{field}嵌套过深', en: '{field} is nested too deeply' },
  characters: { zh: '{field}含有不能保存的字符', en: '{field} has characters that cannot be stored' },
  json: { zh: '请求不是有效的JSON', en: 'The request is not valid JSON' },
  bodyTooLarge: { zh: '请求过大', en: 'The request is too large' },
  mediaType: { zh: '请求必须是JSON', en: 'The request must be JSON' },
  landingOrLink: { zh: '请选择落地页,或填写链接,两者取其一', en: 'Choose a landing page or type an address: one of them' },
  siteUnknown: { zh: '{field}的域名不是已登记的站点', en: '{field} is on no registered site' },
  scheduleUnpublished: { zh: '只有公开的帖子可以定时', en: 'Only a published post can be scheduled' },
  scheduleRange: { zh: '{field}必须在10分钟后至30天内', en: '{field} must be 10 minutes to 30 days ahead' },
  materialKind: { zh: '素材的种类与帖子类型不符', en: 'The material is of another kind than the type shows' },
  postsMost: { zh: '共 {count} 个帖子,一次最多 {limit} 个', en: '{count} posts, at most {limit} at once' },
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
