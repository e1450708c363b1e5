import type { Kysely } from 'kysely';
import type { PostRow } from '#contracts/endpoints/posts.ts';
import { postColumnWords, postFilters, postStatusWords, postTypeWords } from '#contracts/vocabulary/posts.ts';
import type { Database } from '#server/database/schema.ts';
import { findNameOrNumber } from '../assets/index.ts';
import { findVisibleMaterialTitle } from '../content/index.ts';
import { listedName } from '../dictionaries.ts';
import { COUNT, type DescribedFilter, describeFilters, findRowName, instant, pick, withHeadings, yes } from '../spreadsheet/index.ts';
import type { Caller } from '../work-context.ts';
import type { PostFilter } from './posts.repository.ts';

export const postColumns = withHeadings<PostRow, keyof typeof postColumnWords>(postColumnWords, {
  headline: { width: 30, cell: (row) => row.headline },
  message: { width: 50, cell: (row) => row.message },
  description: { width: 30, cell: (row) => row.description },
  homepage: { width: 22, cell: (row) => row.homepage?.label ?? null },
  type: { width: 10, cell: (row, locale) => pick(postTypeWords[row.type], locale) },
  status: { width: 12, cell: (row, locale) => pick(postStatusWords[row.status], locale) },
  published: { width: 10, cell: (row, locale) => yes(row.published, locale) },
  scheduled_at: { width: 18, cell: (row) => instant(row.scheduled_at) },
  content: { width: 24, cell: (row) => row.content?.label ?? null },
  material: { width: 24, cell: (row) => row.material?.label ?? null },
  landing: { width: 24, cell: (row) => row.landing?.label ?? null },
  link_url: { width: 40, cell: (row) => row.link_url },
  call_to_action: { width: 14, cell: (row, locale) => pick(listedName('call_to_actions', row.call_to_action), locale) },
  use_count: { width: 10, format: COUNT, cell: (row) => row.use_count },
  reactions: { width: 10, format: COUNT, cell: (row) => row.reactions },
  comments: { width: 10, format: COUNT, cell: (row) => row.comments },
  shares: { width: 10, format: COUNT, cell: (row) => row.shares },
  platform_post_id: { width: 34, cell: (row) => row.platform_post_id },
  eligible: { width: 12, cell: (row, locale) => yes(row.eligible, locale) },
  owner: { width: 16, cell: (row) => row.owner.label },
  created_at: { width: 18, cell: (row) => instant(row.created_at) },
  error: { width: 40, cell: (row) => row.error },
});

export const describePostFilters = (db: Kysely<Database>, caller: Caller, filter: PostFilter): Promise<DescribedFilter[]> =>
  describeFilters(postFilters, filter, {
    homepage_id: (id) => findNameOrNumber(db, caller, 'homepage', id),
    drama_id: (id) => findRowName(db, 'drama', id),
    product_id: (id) => findRowName(db, 'product', id),
    material_id: (id) => findVisibleMaterialTitle(db, caller, id),
    owner_user_id: (id) => findRowName(db, 'sys_user', id),
  });
