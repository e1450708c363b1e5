import type { Kysely } from 'kysely';
import type { PostRow, postExportColumns } from '#contracts/endpoints/posts.ts';
import type { Database } from '#server/database/schema.ts';
import { nameWhereSeen } from '../assets/index.ts';
import { materialTitleWhereSeen } from '../content/index.ts';
import { listedName } from '../dictionaries.ts';
import {
  COUNT,
  days,
  type ExportColumn,
  type FilterInWords,
  flag,
  instant,
  keyword,
  line,
  nameOf,
  pick,
  type Words,
  yes,
} from '../spreadsheet/index.ts';
import type { Caller } from '../work-context.ts';
import type { PostFilter } from './posts.repository.ts';

const types: Readonly<Record<PostRow['type'], Words>> = {
  video: { zh: '视频', en: 'Video' },
  image: { zh: '图片', en: 'Image' },
  link: { zh: '链接', en: 'Link' },
};
const statuses: Readonly<Record<PostRow['status'], Words>> = {
  draft: { zh: '草稿', en: 'Draft' },
  creating: { zh: '创建中', en: 'Being created' },
  ready: { zh: '已就绪', en: 'Ready' },
  failed: { zh: '创建失败', en: 'Failed' },
  lost: { zh: '平台丢失', en: 'Missing' },
  deleted: { zh: '已删除', en: 'Deleted' },
};

export const exportColumns: Record<(typeof postExportColumns)[number], ExportColumn<PostRow>> = {
  headline: { zh: '标题', en: 'Headline', width: 30, cell: (row) => row.headline },
  message: { zh: '正文', en: 'Text', width: 50, cell: (row) => row.message },
  description: { zh: '描述', en: 'Description', width: 30, cell: (row) => row.description },
  homepage: { zh: '主页', en: 'Homepage', width: 22, cell: (row) => row.homepage?.label ?? null },
  type: { zh: '类型', en: 'Type', width: 10, cell: (row, locale) => pick(types[row.type], locale) },
  status: { zh: '状态', en: 'Status', width: 12, cell: (row, locale) => pick(statuses[row.status], locale) },
  published: { zh: '已公开', en: 'Published', width: 10, cell: (row, locale) => yes(row.published, locale) },
  scheduled_at: { zh: '定时公开', en: 'Scheduled for', width: 18, cell: (row) => instant(row.scheduled_at) },
  content: { zh: '剧目/商品', en: 'Drama or product', width: 24, cell: (row) => row.content?.label ?? null },
  material: { zh: '素材', en: 'Material', width: 24, cell: (row) => row.material?.label ?? null },
  landing: { zh: '落地页', en: 'Landing page', width: 24, cell: (row) => row.landing?.label ?? null },
  link_url: { zh: '链接', en: 'Link', width: 40, cell: (row) => row.link_url },
  call_to_action: {
    zh: '行动按钮',
    en: 'Call to action',
    width: 14,
    cell: (row, locale) => pick(listedName('call_to_actions', row.call_to_action), locale),
  },
  use_count: { zh: '使用次数', en: 'Used by ads', width: 10, format: COUNT, cell: (row) => row.use_count },
  reactions: { zh: '赞', en: 'Reactions', width: 10, format: COUNT, cell: (row) => row.reactions },
  comments: { zh: '评论', en: 'Comments', width: 10, format: COUNT, cell: (row) => row.comments },
  shares: { zh: '分享', en: 'Shares', width: 10, format: COUNT, cell: (row) => row.shares },
  platform_post_id: { zh: '帖子ID', en: 'Post id', width: 34, cell: (row) => row.platform_post_id },
  eligible: { zh: '可投放', en: 'Eligible for ads', width: 12, cell: (row, locale) => yes(row.eligible, locale) },
  owner: { zh: '创建人', en: 'Owner', width: 16, cell: (row) => row.owner.label },
  created_at: { zh: '创建时间', en: 'Created at', width: 18, cell: (row) => instant(row.created_at) },
  error: { zh: '错误', en: 'Error', width: 40, cell: (row) => row.error },
};

export async function filtersInWords(db: Kysely<Database>, caller: Caller, filter: PostFilter): Promise<FilterInWords[]> {
  return [
    ...keyword(filter.keyword),
    ...line('主页', 'Homepage', await nameWhereSeen(db, caller, 'homepage', filter.homepage_id)),
    ...line('类型', 'Type', filter.type && types[filter.type]),
    ...line('状态', 'Status', filter.status && statuses[filter.status]),
    ...line('已公开', 'Published', flag(filter.published)),
    ...line('剧目', 'Drama', await nameOf(db, 'drama', filter.drama_id)),
    ...line('商品', 'Product', await nameOf(db, 'product', filter.product_id)),
    ...line('素材', 'Material', await materialTitleWhereSeen(db, caller, filter.material_id)),
    ...line('创建人', 'Owner', await nameOf(db, 'sys_user', filter.owner_user_id)),
    ...days(filter),
    ...line('仅可用', 'Usable only', flag(filter.usable || undefined)),
  ];
}
