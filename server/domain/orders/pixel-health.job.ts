import { type Kysely, sql } from 'kysely';
import { SILENT_HOURS } from '#contracts/rules/pixel-health.ts';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import type { Job } from '../jobs/index.ts';

const HOUR_MS = 3_600_000;

interface SilentPixel {
  id: number;
  name: string;
  /** Null when it never had an event. */
  last_fired_at: Date | null;
  /** Start of the spend. */
  since: Date;
  /** Owners of the campaigns that spend with it and of the personal account that authorised it. */
  people: number[];
}

/** Pixels without events although ads spent with them yesterday or today, in the local time of their accounts. */
async function findSilentPixels(db: Kysely<Database>, now: Date): Promise<SilentPixel[]> {
  const { rows } = await sql<SilentPixel>`
    select p.id, p.name, p.last_fired_at, s.since, array(
      select distinct person from unnest(s.owners || h.owner_user_id) person where person is not null order by 1) as people
    from pixel p
    join personal_account h on h.id = p.personal_account_id
    join lateral (
      select min(d.stat_date::timestamp at time zone x.timezone_name) as since, array_agg(distinct d.owner_user_id) as owners
      from insight_daily d join ad_account x on x.id = d.ad_account_id
      where d.pixel_id = p.id and d.spend > 0 and d.stat_date between ${now}::date - 2 and ${now}::date + 1
        and d.stat_date >= (${now}::timestamptz at time zone x.timezone_name)::date - 1
    ) s on s.since is not null
    where p.deleted_at is null and p.status <> 'disabled'
      and coalesce(p.last_fired_at, s.since) < ${new Date(now.getTime() - SILENT_HOURS * HOUR_MS)}
    order by p.id`.execute(db);
  return rows;
}

/** Alerts users about silent pixels with spend, once a day. */
export const pixelHealth: Job = {
  key: 'pixel.health',
  name: { zh: '像素巡检', en: 'Check pixel health' },
  cron: '15 * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now, log }) {
    const silent = await findSilentPixels(db, now);
    for (const { id, name, last_fired_at, since, people } of silent) {
      const hours = Math.floor((now.getTime() - (last_fired_at ?? since).getTime()) / HOUR_MS);
      log(`${name}: silent for ${hours} hours`);
      await raiseAlert(
        db,
        people,
        {
          kind: 'pixel_silent',
          about: { type: 'pixel', key: id, name },
          data: { name, hours },
          link: '/auth/pixel',
          dedupeKey: `pixel_silent:${id}:${now.toISOString().slice(0, 10)}`,
        },
        now,
      );
    }
    return { rowsIn: silent.length, rowsOut: silent.length };
  },
};
