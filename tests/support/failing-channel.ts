import { type Kysely, sql } from 'kysely';
import { AdPlatformError, type Channels, type FailureKind } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';

/**
 * What becomes of a change of an object on a channel: it is refused, or asked to come later, or not heard at all; or it is made and the
 * answer is lost (`lost`), or lost on the way there so that nobody can tell either (`swallowed`).
 */
export type Fate = 'refused' | 'throttled' | 'down' | 'lost' | 'swallowed';

const kindOf: Readonly<Record<Fate, FailureKind>> = {
  refused: 'rejected',
  throttled: 'throttled',
  down: 'down',
  lost: 'unknown',
  swallowed: 'unknown',
};

/** Fates by number of an object, in the database, so that they outlive whoever asks; the channel's own record of what was changed beside them. */
export async function layFates(db: Kysely<Database>): Promise<void> {
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

/** The same channels, but that changes meet the fate that lies there for them. */
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
        update: async (tok, level, id, patch) => {
          const fate = await takeFate(id);
          if (fate === undefined || fate === 'lost') await platform.update(tok, level, id, patch);
          if (fate !== undefined) throw new AdPlatformError(kindOf[fate], { code: 2, title: fate, userMessage: `the channel: ${fate}` });
        },
      };
    },
  };
}
