import type { Kysely } from 'kysely';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import type { Database } from '#server/database/schema.ts';
import { nameWhereSeen } from '../assets/index.ts';
import { materialTitleWhereSeen } from '../content/index.ts';
import { listedName } from '../dictionaries.ts';
import type { FactFilter } from '../insights/index.ts';
import { days, type FilterInWords, flag, keyword, line, nameOf, type Words } from '../spreadsheet/index.ts';
import type { Caller } from '../work-context.ts';

type Db = Kysely<Database>;
type Naming = (id: number) => Promise<string | undefined>;

const biz: Readonly<Record<'dj' | 'ec', Words>> = { dj: { zh: '短剧', en: 'Short drama' }, ec: { zh: '电商', en: 'E-commerce' } };
const today: Words = { zh: '账户今日', en: 'Today of each account' };

async function several(zh: string, en: string, ids: readonly number[] | undefined, naming: Naming): Promise<FilterInWords[]> {
  if (ids === undefined) return [];
  const names = await Promise.all(ids.map(async (id) => (await naming(id)) ?? `#${id}`));
  return line(zh, en, names.join(', '));
}

/** Numbers of the channel, or our own: their names are seen on the page. */
const byNumber: Naming = async () => undefined;

const inWords = (words: readonly Words[]): Words => ({
  zh: words.map(({ zh }) => zh).join(', '),
  en: words.map(({ en }) => en).join(', '),
});

const onlineBetween = ({ online_from: from = '', online_to: to = '' }: FactFilter): string | undefined =>
  from || to ? `${from} – ${to}` : undefined;

interface Asked {
  date_from: string;
  date_to: string;
  date_mode?: 'account_today' | undefined;
  filters?: FactFilter | undefined;
}

/** What a report was narrowed to, for the notes of its file. */
export async function adFiltersInWords(db: Db, caller: Caller, { filters = {}, ...asked }: Asked): Promise<FilterInWords[]> {
  return [
    ...(asked.date_mode === undefined ? days(asked) : line('日期', 'Dates', today)),
    ...keyword(filters.keyword),
    ...line('业务线', 'Business line', filters.biz && biz[filters.biz]),
    ...line('渠道', 'Channel', filters.channel),
    ...line('部门', 'Department', await nameOf(db, 'sys_department', filters.department_id)),
    ...(await several('人员', 'People', filters.user_id, (id) => nameOf(db, 'sys_user', id))),
    ...line('未分配', 'Unassigned', flag(filters.unowned)),
    ...(await several('广告账户', 'Ad accounts', filters.ad_account_id, (id) => nameWhereSeen(db, caller, 'ad_account', id))),
    ...(await several('剧目', 'Dramas', filters.drama_id, (id) => nameOf(db, 'drama', id))),
    ...(await several('商品', 'Products', filters.product_id, (id) => nameOf(db, 'product', id))),
    ...(await several('素材', 'Materials', filters.material_id, (id) => materialTitleWhereSeen(db, caller, id))),
    ...(await several('方案', 'Schemes', filters.scheme_id, byNumber)),
    ...(await several('落地页', 'Landing pages', filters.landing_page_id, byNumber)),
    ...(await several('广告系列', 'Campaigns', filters.campaign_id, byNumber)),
    ...(await several('广告组', 'Ad groups', filters.ad_group_id, byNumber)),
    ...(await several('广告', 'Ads', filters.ad_id, byNumber)),
    ...line('国家', 'Countries', filters.country?.join(', ')),
    ...line('目标', 'Objective', filters.objective),
    ...line('状态', 'Status', filters.effective_status?.join(', ')),
    ...line('来源', 'Source', filters.source),
    ...line('剧目阶段', 'Stages', filters.stage && inWords(filters.stage.map((stage) => dramaStageWords[stage]))),
    ...line('语言', 'Languages', filters.language && inWords(filters.language.map((value) => listedName('languages', value)))),
    ...line('题材', 'Genres', filters.genre && inWords(filters.genre.map((value) => listedName('genres', value)))),
    ...line('上线日期', 'Online', onlineBetween(filters)),
  ];
}
