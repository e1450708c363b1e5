import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type Channels, type FailureKind } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';

/**
 * What happens to a change of an object on a channel: it is refused, throttled or never received; or it is made but the answer is lost
 * (`lost`), or it is lost on the way in such a manner that the outcome is unknown as well (`swallowed`).
 */
export type Fate = 'refused' | 'throttled' | 'down' | 'lost' | 'swallowed';

const FAILURE_KINDS: Readonly<Record<Fate, FailureKind>> = {
  refused: 'rejected',
  throttled: 'throttled',
  down: 'down',
  lost: 'unknown',
  swallowed: 'unknown',
};

/**
 * Creates the tables of fates, by channel id of the object, and of the changes the channel made. They are in the database so that they
 * outlive the process.
 */
export async function createFateTables(db: Kysely<Database>): Promise<void> {
  await sql`
    create table channel_fate (platform_id text primary key, fate text not null, times int not null);
    create table channel_record (id bigint generated always as identity primary key, ad_id text not null, was text not null, became text not null);
    create function record_change() returns trigger language plpgsql as $$
      begin
        insert into channel_record (ad_id, was, became) values (new.id, old.status, new.status);
        return null;
      end $$;
    create trigger recorded after update on sbx_ad for each row execute function record_change();`.execute(db);
}

/** The same channels, except that changes meet the fates stored for them. */
export function failingChannels(channels: Channels, db: Kysely<Database>): Channels {
  const takeFate = async (platformId: string): Promise<Fate | undefined> => {
    const { rows } = await sql<{ fate: Fate }>`
      update channel_fate set times = times - 1 where platform_id = ${platformId} and times > 0 returning fate`.execute(db);
    return rows[0]?.fate;
  };
  return {
    ...channels,
    of: (connector) => {
      const platform = channels.of(connector);
      return {
        ...platform,
        update: async (tok, account, level, id, patch) => {
          const fate = await takeFate(id);
          if (fate === undefined || fate === 'lost') await platform.update(tok, account, level, id, patch);
          if (fate !== undefined)
            throw new AdPlatformError(FAILURE_KINDS[fate], { code: 2, title: fate, userMessage: `the channel: ${fate}` });
        },
      };
    },
  };
}
