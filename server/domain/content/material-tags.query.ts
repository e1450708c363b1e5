import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { ORDER_ZH } from '../searching.ts';
import { isMaterialVisible, type Viewer } from './material-scope.ts';

/** Maximum number of tags offered to choose from. */
const TAGS_MOST = 200;

/** The tags of the materials that the reader may see, the most used first. */
export async function loadMaterialTags(db: Kysely<Database>, viewer: Viewer): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select tag from material m cross join unnest(m.tags) tag where m.deleted_at is null and ${isMaterialVisible(viewer)}
    group by tag order by count(*) desc, tag ${ORDER_ZH} limit ${TAGS_MOST}`.execute(db);
  return found.rows.map(({ tag }) => tag);
}
