import type { Kysely } from 'kysely';
import { cast } from '#contracts/states/cast.ts';
import type { Situations } from '#contracts/states/states.ts';
import type { Database } from '#server/database/schema.ts';

type Db = Kysely<Database>;

export async function saveWorkspace(db: Db, { by, window, state }: Situations['a workspace was saved']): Promise<void> {
  await db
    .insertInto('workspace')
    .values({ user_id: cast[by].id, window_id: window, state: JSON.stringify(state), saved_at: new Date() })
    .execute();
}

export async function saveDraft(db: Db, { by, values, ...draft }: Situations['a draft was saved']): Promise<void> {
  await db
    .insertInto('draft')
    .values({ ...draft, user_id: cast[by].id, values: JSON.stringify(values), saved_at: new Date() })
    .execute();
}

export async function addView(db: Db, { owner, role_ids, table, ...view }: Situations['a view exists']): Promise<void> {
  const at = new Date();
  await db
    .insertInto('saved_view')
    .values({
      ...view,
      owner_user_id: owner,
      table_view: table === null ? null : JSON.stringify(table),
      created_at: at,
      updated_at: at,
    })
    .execute();
  for (const role_id of role_ids) await db.insertInto('saved_view_role').values({ view_id: view.id, role_id }).execute();
}
