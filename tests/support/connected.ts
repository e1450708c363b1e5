import { sql } from 'kysely';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import { allScopes } from '#server/channel/sandbox/world-plan.ts';
import { quietSandbox } from './outside.ts';
import type { JourneyStage } from './stage-journey.ts';

export const world = sandboxWorld(quietSandbox.seed);

const personNamed = (name: string) => {
  const person = world.persons.find((one) => one.name === name);
  if (person === undefined) throw new Error(`nobody of the simulated channel is called ${name}`);
  return person;
};

const idsNamed = (all: readonly { id: string; name: string }[], names: readonly string[]) =>
  names.map((name) => {
    const found = all.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the simulated channel has no ${name}`);
    return found.id;
  });

interface Wanted {
  accounts?: readonly string[];
  pages?: readonly string[];
  pixels?: readonly string[];
}

/** Connections of a journey that are made past the console, by the names of the simulated channel. */
export function connectedOf(stage: Pick<JourneyStage, 'server' | 'as' | 'people'>) {
  /** Nobody authorised us, and nothing was brought in. What the channel knows stays. */
  const forget = async () => {
    await sql`truncate personal_account, auth_link, asset_assign, site restart identity cascade`.execute(stage.server().db);
  };

  async function agree(account: string, name: string, isHosted: boolean): Promise<number> {
    const owner_user_id = await stage.people.idOf(account);
    const asked = { channel: 'meta', owner_user_id } as const;
    const { data: begun } = isHosted
      ? await stage.as(account, '/operation-auths/auth_url', { ...asked, mode: 'window', holder_name: name, consent: true })
      : await stage.as(account, '/auth-personages/auth_url', asked);
    const form = new URLSearchParams({ state: begun.state, person: personNamed(name).id, answer: 'grant' });
    for (const scope of allScopes) form.append('scope', scope);
    await fetch(`${stage.server().url}/api/sandbox-auth`, { method: 'POST', body: form });
    const { state } = begun;
    const { data } = await stage.as(account, isHosted ? '/operation-auths/auth_result' : '/auth-personages/auth_result', { state });
    if (data.personal_account_id === null) throw new Error(`${name} is not authorised: ${data.reason}`);
    return data.personal_account_id;
  }

  /** A person of the channel agrees, asked by that account; answers the personal account. */
  const authorise = (account: string, name: string): Promise<number> => agree(account, name, false);

  /** A person agrees, and of what they have this is brought in. Those outside of the company are hosted, with their consent. */
  async function connect(account: string, name: string, { accounts = [], pages = [], pixels = [] }: Wanted): Promise<number> {
    const isHosted = personNamed(name).usage === 'host';
    const personal_account_id = await agree(account, name, isHosted);
    const { data } = await stage.as(account, isHosted ? '/operation-auths/import' : '/auth-personages/import', {
      personal_account_id,
      account_ids: idsNamed(world.accounts, accounts),
      page_ids: idsNamed(world.pages, pages),
      pixel_ids: idsNamed(world.pixels, pixels),
      biz: 'dj',
    });
    const total = accounts.length + pages.length + pixels.length;
    if (data.ok !== total) throw new Error(`${data.ok} of ${total} were brought in`);
    return personal_account_id;
  }

  /** Registers a site for short dramas, whose domain nobody proved; answers it. */
  async function site(account: string, name: string, domain: string): Promise<number> {
    const kind = { biz: 'dj', kind: 'h5', verify_method: 'dns_txt' } as const;
    const { data } = await stage.as(account, '/auth-sites/create', {
      ...kind,
      name,
      domain,
      url_tags: 'ad_id={{ad.id}}',
      timezone_name: 'UTC',
    });
    return data.id;
  }

  const idOf = async (table: 'ad_account' | 'pixel' | 'homepage' | 'site', name: string): Promise<number> =>
    (
      await stage
        .server()
        .db.selectFrom(table)
        .select('id')
        .where('name', '=', name)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).id;

  return { forget, authorise, connect, site, idOf };
}
