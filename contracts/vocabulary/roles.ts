import { columnKeys, keywordFilter, type Words, type WordsOf } from './vocabulary.ts';

/** The actions that a role permits on its pages. */
export const roleActions = ['export', 'publish', 'status', 'budget', 'copy', 'remove', 'material', 'asset', 'rule'] as const;
export type RoleAction = (typeof roleActions)[number];
export const roleActionWords: WordsOf<RoleAction> = {
  export: { zh: '导出', en: 'Export' },
  publish: { zh: '发布', en: 'Publish' },
  status: { zh: '启停', en: 'Turn on/off' },
  budget: { zh: '预算', en: 'Budget' },
  copy: { zh: '复制', en: 'Copy' },
  remove: { zh: '删除', en: 'Delete' },
  material: { zh: '素材', en: 'Creatives' },
  asset: { zh: '资产', en: 'Assets' },
  rule: { zh: '规则', en: 'Rules' },
};

/** Whether a role is part of the product. */
export const roleKindWords = { builtin: { zh: '内置', en: 'Built-in' }, own: { zh: '自建', en: 'Custom' } };

export const roleSortable = ['name', 'users', 'updated_at'] as const;

export const roleColumnWords = {
  name: { zh: '名称', en: 'Name' },
  remark: { zh: '备注', en: 'Remark' },
  paths: { zh: '页面', en: 'Pages' },
  pages: { zh: '页面数', en: 'Page count' },
  actions: { zh: '操作权限', en: 'Action permissions' },
  users: { zh: '人数', en: 'People' },
  is_builtin: { zh: '类型', en: 'Type' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
/** Headings of files, which are read without their page, so the heading of the name says whose name it is. */
export const roleExportWords = { ...roleColumnWords, name: { zh: '角色', en: 'Role' } };
export const roleExportColumns = columnKeys(roleExportWords);

export const roleFilters = { keyword: keywordFilter({ zh: '角色名称', en: 'Role name' }) };
