import { type Kysely, sql } from 'kysely';
import type { MaterialRow } from '#contracts/endpoints/materials.ts';
import type { Database } from '#server/database/schema.ts';
import { isMaterialVisible, type Viewer } from './material-scope.ts';
import { isVisibleById, type LockedMaterial, selectDescendants } from './materials.repository.ts';

type Db = Kysely<Database>;

/** Makes changes of lineage wait for each other, so that no two of them form a cycle together. */
export async function lockLineage(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('content.families', 0))`.execute(db);
}

/** True when a material that is not deleted was cut from it. */
export async function hasVersions(db: Db, id: number): Promise<boolean> {
  const found = await sql`select 1 from material where parent_material_id = ${id} and deleted_at is null limit 1`.execute(db);
  return found.rows.length > 0;
}

/** True when the reader may see the parent and the material can have been cut from it. */
export async function isPossibleParent(db: Db, viewer: Viewer, child: LockedMaterial, parentId: number): Promise<boolean> {
  const found = await sql`
    select 1 from material m where ${isVisibleById(viewer, parentId)} and m.biz = ${child.biz}
      and m.drama_id is not distinct from ${child.drama_id} and m.product_id is not distinct from ${child.product_id}
      and m.id not in (${selectDescendants(child.id)})`.execute(db);
  return found.rows.length > 0;
}

interface Version {
  id: number;
  label: string;
  code: string;
  parent_id: number | null;
  status: MaterialRow['status'];
  created_at: Date;
}

/** All visible materials that descend from the same original, oldest first. */
export async function loadVersions(db: Db, viewer: Viewer, id: number): Promise<Version[]> {
  const found = await sql<Version>`
    with recursive above(id, parent) as (
      select id, parent_material_id from material where id = ${id}
      union select a.id, a.parent_material_id from material a join above on a.id = above.parent
    ), family(id) as (
      select id from above
      union select c.id from material c join family on c.parent_material_id = family.id
    )
    select m.id, m.title as label, m.code, m.parent_material_id as parent_id, m.status, m.created_at
    from material m where m.id in (select id from family) and m.deleted_at is null and ${isMaterialVisible(viewer)}
    order by m.created_at, m.id limit 200`.execute(db);
  const visibleIds = new Set(found.rows.map((row) => row.id));
  return found.rows.map((row) => (row.parent_id !== null && visibleIds.has(row.parent_id) ? row : { ...row, parent_id: null }));
}
