import { bizLines, bizNote, bizWords } from './business-lines.ts';
import { choiceFilter, columnKeys, keywordFilter, type Words, type WordsOf } from './vocabulary.ts';

export const siteKinds = ['h5', 'app', 'shop'] as const;
export const siteKindWords: WordsOf<(typeof siteKinds)[number]> = {
  h5: { zh: 'H5', en: 'H5' },
  app: { zh: '应用', en: 'App' },
  shop: { zh: '商城', en: 'Shop' },
};

/** The methods to verify a domain. */
export const verifyMethods = ['dns_txt', 'meta_tag', 'html_file'] as const;

export const verifyStates = ['pending', 'verified', 'failed'] as const;
export type VerifyStateName = (typeof verifyStates)[number];
export const verifyStateWords: WordsOf<VerifyStateName> = {
  pending: { zh: '待验证', en: 'Pending' },
  verified: { zh: '已验证', en: 'Verified' },
  failed: { zh: '验证失败', en: 'Failed' },
};
/** The API description of the verification. */
export const verifyStateNote: Words = { zh: '换域名或换验证方式后回到 pending。', en: 'pending again once domain or method are changed.' };

export const siteStatuses = ['on', 'off'] as const;
export const siteStatusWords: WordsOf<(typeof siteStatuses)[number]> = {
  on: { zh: '启用中', en: 'On' },
  off: { zh: '已停用', en: 'Off' },
};

export const siteSortable = ['name', 'landings', 'uv_7d', 'revenue_7d', 'created_at'] as const;

export const siteColumnWords = {
  name: { zh: '名称', en: 'Name' },
  domain: { zh: '域名', en: 'Domain' },
  biz: { zh: '业务线', en: 'Business line' },
  kind: { zh: '类型', en: 'Type' },
  verify_state: { zh: '验证', en: 'Verification' },
  pixels: { zh: '像素', en: 'Pixels' },
  default_pixel: { zh: '默认像素', en: 'Default pixel' },
  homepages: { zh: '主页', en: 'Pages' },
  default_homepage: { zh: '默认主页', en: 'Default Page' },
  landings: { zh: '落地页', en: 'Landing pages' },
  uv_7d: { zh: '近 7 天访客', en: 'Visitors, 7 days' },
  revenue_7d: { zh: '近 7 天收入', en: 'Revenue, 7 days' },
  assignees: { zh: '分配给', en: 'Assigned to' },
  status: { zh: '状态', en: 'Status' },
  timezone_name: { zh: '时区', en: 'Time zone' },
  url_tags: { zh: '链接参数', en: 'URL parameters' },
  verified_at: { zh: '验证时间', en: 'Verified' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const siteExportColumns = columnKeys(siteColumnWords);

export const siteFilters = {
  keyword: keywordFilter(
    { zh: '名称或域名', en: 'Name or domain' },
    { zh: '名称或域名的一部分。', en: 'Part of the name or of the domain.' },
  ),
  biz: choiceFilter(siteColumnWords.biz, { values: bizLines, words: bizWords, note: bizNote }),
  kind: choiceFilter(siteColumnWords.kind, { values: siteKinds, words: siteKindWords }),
  verify_state: choiceFilter(siteColumnWords.verify_state, { values: verifyStates, words: verifyStateWords, note: verifyStateNote }),
  status: choiceFilter(siteColumnWords.status, { values: siteStatuses, words: siteStatusWords }),
};
