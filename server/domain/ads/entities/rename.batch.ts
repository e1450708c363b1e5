import { type Kysely, sql } from 'kysely';
import * as entities from '#contracts/endpoints/ad-entities.ts';
import { countriesInName, seqInName } from '#contracts/rules/scheme-names.ts';
import type { Database } from '#server/database/schema.ts';
import { formatFileStamp } from '../../instants.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { EntityLevel } from './levels.ts';
import { entitySource, type LoadedEntity } from './loaded-entity.ts';
import { applyNameEdit, type NameEdit, type NameValues } from './names.rules.ts';
import { createPushedType, type OrderSource } from './pushed-type.ts';
import { omitUndefined } from './repeat-orders.ts';
import { changeObstacle } from './status.rules.ts';

/** The values that fill a template, by object id. `seq` numbers the objects in the order of the ids, from 1. */
export async function loadNameValues(
  db: Kysely<Database>,
  level: EntityLevel,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, NameValues>> {
  const isAd = level === 'ad';
  const adJoins = isAd ? sql`left join material m on m.id = e.material_id left join landing_page l on l.id = e.landing_page_id` : sql``;
  type Texts = Record<Exclude<keyof NameValues, 'seq' | 'date' | 'country'>, string | null>;
  const { rows } = await sql<{ id: number; seq: number; timezone: string; countries: string[] | null } & Texts>`
    select e.id, t.seq, e.name, a.timezone_name as timezone, coalesce(d.code, pr.sku) as content, a.name as account, u.name as user, s.name as scheme,
      coalesce(g.targeting, (select x.targeting from ad_group x where x.campaign_id = c.id and x.deleted_at is null order by x.id limit 1))
        -> 'countries' as countries,
      ${isAd ? sql`m.code` : sql`null`} as material, ${isAd ? sql`l.slug` : sql`null`} as landing
    from ${entitySource(level)}
    join unnest(${[...ids]}::bigint[]) with ordinality as t(id, seq) on t.id = e.id
    left join drama d on d.id = e.drama_id left join product pr on pr.id = e.product_id
    left join sys_user u on u.id = e.owner_user_id left join scheme s on s.id = e.scheme_id ${adJoins}`.execute(db);
  return new Map(
    rows.map(({ id, seq, timezone, countries, ...row }) => {
      const { name, content, account, user, material, scheme, landing } = row;
      const texts = { name, content, country: countriesInName(countries ?? []), account, user, material, scheme, landing };
      const filled = Object.fromEntries(Object.entries(texts).map(([macro, text]) => [macro, text ?? '']));
      return [id, { ...filled, seq: seqInName(seq), date: formatFileStamp(now, timezone).slice(0, 8) } as NameValues];
    }),
  );
}

const EMPTY_VALUES: NameValues = {
  name: '',
  content: '',
  country: '',
  account: '',
  user: '',
  date: '',
  seq: '',
  material: '',
  scheme: '',
  landing: '',
};

/** The name after the edit, or the reason it cannot change. */
export const computeName = (
  { id, name, status }: LoadedEntity,
  edit: NameEdit,
  values: ReadonlyMap<number, NameValues>,
): string | Refusal => changeObstacle(status) ?? applyNameEdit(name, edit, values.get(id) ?? EMPTY_VALUES);

/** The name is computed when the batch is ordered, so that the object gets the name the preview showed. */
export const renameBatch = createPushedType<OrderSource & NameEdit, { name: string }>({
  type: 'rename',
  orderedBy: [entities.renameEntities],
  decide({ entity, itemParams: { name } }) {
    const obstacle = changeObstacle(entity.status);
    if (obstacle !== null) return obstacle;
    if (entity.name === name) return refuse('NO_CHANGE');
    return { patch: { name }, before: { name: entity.name }, after: { name }, columns: { name }, event: 'rename' };
  },
  toRepeatedOrder: ({ find, replace, template }) => ({ action: 'rename', values: omitUndefined({ find, replace, template }) }),
  invert: ({ before: { name } }) => (typeof name === 'string' ? { itemParams: { name } } : null),
});
