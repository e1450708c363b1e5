import { type Kysely, sql } from 'kysely';

/** Results of schemes and of their versions: the version in the facts, and the take-off of ads. */
export const schemeResults = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table ad add column took_off boolean;
      create index ad_took_off_ix on ad (created_at) where took_off is null;

      alter table insight_daily add column scheme_version int;
      alter table insight_daily disable trigger user;
      update insight_daily d set scheme_version = a.scheme_version from ad a where a.id = d.ad_id and a.scheme_version is not null;
      alter table insight_daily enable trigger user;
    `.execute(db);
  },
};
