import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { MenuEntry } from '../work-context.ts';

/** Reads the whole menu; it changes only by migration. */
export async function readMenu(db: Kysely<Database>): Promise<MenuEntry[]> {
  const rows = await db.selectFrom('sys_menu').selectAll().orderBy('sort').orderBy('hide').orderBy('path').execute();
  return rows.map((row) => ({
    path: row.path,
    parentPath: row.parent_path,
    group: row.group_key,
    titleZh: row.title_zh,
    titleEn: row.title_en,
    sort: row.sort,
    hide: row.hide,
    activeMenu: row.active_menu,
    icon: row.icon,
  }));
}
