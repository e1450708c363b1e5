import { type Kysely, type RawBuilder, sql } from 'kysely';
import { setEntityStatuses } from '#contracts/endpoints/ad-entities.ts';
import { runningStatuses } from '#contracts/vocabulary/launches.ts';
import type { Database } from '#server/database/schema.ts';
import { entityVisible } from '../ads/index.ts';
import { accessRefusal } from '../people/index.ts';
import type { Caller } from '../work-context.ts';

const isRunningFor = (dramaId: RawBuilder<unknown>) => sql<boolean>`(xc.drama_id = ${dramaId} and xc.deleted_at is null
  and xc.status = 'ACTIVE' and xc.effective_status = any(${[...runningStatuses]}::text[]))`;

/** SQL: number of campaigns of the drama that are on, whoever owns them. */
export const runningCampaignsOfDrama = (dramaId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from campaign xc where ${isRunningFor(dramaId)})`;

/** SQL: number of those campaigns that are in the scope of the caller. */
export const closableCampaigns = (caller: Caller, dramaId: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*) from campaign xc where ${isRunningFor(dramaId)} and ${entityVisible(caller, 'xc')})`;

/** Whether the caller may turn campaigns off at all. */
export const areCampaignsClosable = (caller: Caller): boolean => accessRefusal(setEntityStatuses, caller) === null;

export async function findClosableCampaigns(
  db: Kysely<Database>,
  caller: Caller,
  dramaId: number,
): Promise<{ id: number; name: string }[]> {
  const found = await sql<{ id: number; name: string }>`
    select xc.id, xc.name from campaign xc where ${isRunningFor(sql`${dramaId}::bigint`)} and ${entityVisible(caller, 'xc')} order by xc.id`.execute(
    db,
  );
  return found.rows;
}

/** SQL: number of campaigns in the scope of the caller that still run although their drama was stopped. */
export const campaignsOfStoppedDramas = (caller: Caller): RawBuilder<number> => sql<number>`
  select count(*) from campaign xc join drama_evaluation e on e.drama_id = xc.drama_id and e.decision = 'stop'
    and not exists (select 1 from drama_evaluation n where n.drama_id = e.drama_id and n.round > e.round)
  where ${isRunningFor(sql`e.drama_id`)} and ${entityVisible(caller, 'xc')}`;
