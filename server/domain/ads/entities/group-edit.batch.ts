import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { type AudienceEdit, editAdGroups } from '#contracts/endpoints/ad-entities.ts';
import type { AdGroupSpec } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { restartLearning } from './amounts.batch.ts';
import { createPushedType, type OrderSource } from './pushed-type.ts';
import { changeObstacle } from './status.rules.ts';

type Db = Kysely<Database>;

/** The fields of an ad set that can change while it runs. */
export interface GroupEdit {
  audience?: AudienceEdit | undefined;
  /** ISO, UTC; null where an ad set has no end. */
  end_at?: string | null | undefined;
}

export interface GroupEditItem {
  /** The values the user saw when the change was ordered. */
  seen?: GroupEdit;
}

interface GroupRow {
  id: number;
  name: string;
  targeting: AdGroupSpec['targeting'];
  end_at: Date | null;
}

export const loadGroups = async (db: Db, ids: readonly number[]): Promise<GroupRow[]> =>
  (await db
    .selectFrom('ad_group')
    .select(['id', 'name', 'targeting', 'end_at'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()) as GroupRow[];

/** The current values of the given fields. */
function currentValues({ targeting, end_at }: Pick<GroupRow, 'targeting' | 'end_at'>, fields: GroupEdit): Record<string, unknown> {
  const audience = Object.keys(fields.audience ?? {}).map((field) => [field, targeting[field] ?? null]);
  return { ...Object.fromEntries(audience), ...(fields.end_at === undefined ? {} : { end_at: end_at?.toISOString() ?? null }) };
}

const wantedValues = ({ audience, end_at }: GroupEdit): Record<string, unknown> => ({
  ...audience,
  ...(end_at === undefined ? {} : { end_at: end_at === null ? null : new Date(end_at).toISOString() }),
});

/** Who changed the ad set last, and when. */
async function loadLastEdit(db: Db, id: number): Promise<{ by: string; at: Date } | undefined> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select u.name as by, v.at from ad_event v left join sys_user u on u.id = v.actor_user_id
    where v.level = 'ad_group' and v.event = 'edit' and v.ad_group_id = ${id} order by v.at desc, v.id desc limit 1`.execute(db);
  const [last] = rows;
  return last && { by: last.by ?? '—', at: last.at };
}

/** Refuses with VERSION_CONFLICT when an ad set no longer has the values the user saw. */
export async function requireSeenValues(
  { db, timezone }: { db: Db; timezone: string },
  group: GroupRow,
  seen: GroupEdit | undefined,
): Promise<void> {
  if (seen === undefined || isDeepStrictEqual(currentValues(group, seen), wantedValues(seen))) return;
  const last = await loadLastEdit(db, group.id);
  const words = {
    zh: last === undefined ? '' : `由 ${last.by} 于 ${formatInstant(last.at, timezone)} `,
    en: last === undefined ? '' : ` by ${last.by} at ${formatInstant(last.at, timezone)}`,
  };
  throw new Refusal('VERSION_CONFLICT', {
    data: { id: group.id, latest: currentValues(group, seen) },
    text: { zh: `“${group.name}”已${words.zh}修改过，请重新打开`, en: `“${group.name}” was changed${words.en}. Open it again` },
  });
}

/** Changes the audience and the end of ad sets. The channel takes the whole audience, so unchanged parts are sent as they are. */
export const groupEditBatch = createPushedType<GroupEdit & OrderSource, GroupEditItem>({
  type: 'group_edit',
  orderedBy: [editAdGroups],
  async decide({ db, entity, params, itemParams, timezone, isSent }) {
    const [group] = await loadGroups(db, [entity.id]);
    const obstacle = changeObstacle(entity.status);
    if (obstacle !== null) return obstacle;
    if (group === undefined) return refuse('NOT_FOUND');
    if (!isSent) await requireSeenValues({ db, timezone }, group, itemParams.seen);
    const edit: GroupEdit = { audience: params.audience, end_at: params.end_at };
    const [current, wanted] = [currentValues(group, edit), wantedValues(edit)];
    const changed = Object.keys(wanted).filter((field) => !isDeepStrictEqual(current[field], wanted[field]));
    if (changed.length === 0) return refuse('NO_CHANGE');
    const pick = (values: Record<string, unknown>) => Object.fromEntries(changed.map((field) => [field, values[field]]));
    const isOtherAudience = changed.some((field) => field !== 'end_at');
    const targeting = { ...group.targeting, ...params.audience };
    const end = params.end_at && changed.includes('end_at') ? new Date(params.end_at) : undefined;
    return {
      patch: { ...(isOtherAudience ? { targeting } : {}), ...(end === undefined ? {} : { end_time: end }) },
      before: pick(current),
      after: { ...pick(wanted), ...(isOtherAudience ? { learning_stage: 'LEARNING' } : {}) },
      columns: {
        ...(isOtherAudience ? { targeting: JSON.stringify(targeting), primary_country: targeting.countries[0] } : {}),
        ...(end === undefined ? {} : { end_at: end }),
      },
      event: 'edit',
      ...(isOtherAudience ? { applyRelated: (transaction, { now }) => restartLearning(transaction, entity, now) } : {}),
    };
  },
  invert({ before: { end_at, ...audience } }) {
    // An ad set that had no end cannot lose its end again.
    if (end_at === null) return null;
    const params: GroupEdit = { audience: audience as AudienceEdit, ...(end_at === undefined ? {} : { end_at: String(end_at) }) };
    return Object.values(audience).includes(null) ? null : { params };
  },
});
