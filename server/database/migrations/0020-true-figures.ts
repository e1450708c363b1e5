import { type Kysely, sql } from 'kysely';
import { ACCOUNT_DAY_SUMS, accountDayFunctions } from './0014-account-days.ts';

const bestAdStatus = (column: 'campaign_id' | 'ad_group_id') => `
  coalesce((
    select x.effective_status from ad x
    where x.${column} = e.id and x.status = 'ACTIVE' and x.deleted_at is null and array_position(${STATUS_ORDER}, x.effective_status) is not null
    order by array_position(${STATUS_ORDER}, x.effective_status) limit 1), 'ADS_OFF')`;

const STATUS_ORDER = `array['ACTIVE', 'WITH_ISSUES', 'IN_PROCESS', 'PENDING_REVIEW', 'SCHEDULED', 'DISAPPROVED', 'ADSET_PAUSED', 'COMPLETED']`;

/**
 * Counts impressions of videos separately, as the base of video rates. Campaigns and ad groups count as delivering only while one of their
 * ads does.
 */
export const trueFigures = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      alter table insight_daily add column video_impressions bigint not null default 0;
      alter table insight_account_daily add column video_impressions bigint not null default 0;

      -- A fact belongs to a video when its material is a video or something was played.
      create function insight_daily_video_impressions() returns trigger language plpgsql as $$
      begin
        new.video_impressions := case
          when new.video_plays > 0 or new.plays_3s > 0 then new.impressions
          when exists (select from material m where m.id = new.material_id and m.kind = 'video') then new.impressions
          else 0 end;
        return new;
      end $$;

      alter table insight_daily disable trigger user;
      update insight_daily d set video_impressions = d.impressions
        where d.impressions > 0 and (d.video_plays > 0 or d.plays_3s > 0
          or exists (select from material m where m.id = d.material_id and m.kind = 'video'));
      alter table insight_daily enable trigger user;
      create trigger insight_daily_video before insert or update on insight_daily
        for each row execute function insight_daily_video_impressions();

      ${accountDayFunctions([...ACCOUNT_DAY_SUMS, 'video_impressions'])}
      select insight_account_daily_anew();

      update ad_group e set effective_status = ${bestAdStatus('ad_group_id')} where e.effective_status = 'ACTIVE' and e.deleted_at is null;
      update campaign e set effective_status = ${bestAdStatus('campaign_id')} where e.effective_status = 'ACTIVE' and e.deleted_at is null;`)
      .execute(db);
  },
};
