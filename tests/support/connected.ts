import { sql } from 'kysely';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import { allScopes } from '#server/channel/sandbox/world-plan.ts';
import { quietSandbox } from './outside.ts';
import type { JourneyStage } from './stage-journey.ts';

export const world = sandboxWorld(quietSandbox.seed);

const findPerson = (name: string) => {
  const person = world.persons.find((one) => one.name === name);
  if (person === undefined) throw new Error(`nobody of the simulated channel is called ${name}`);
  return person;
};

const findIds = (all: readonly { id: string; name: string }[], names: readonly string[]) =>
  names.map((name) => {
    const found = all.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the simulated channel has no ${name}`);
    return found.id;
  });

interface ImportedNames {
  accounts?: readonly string[];
  pages?: readonly string[];
  pixels?: readonly string[];
}

/** Creates authorisations and assets of a journey through the API, by their names on the simulated channel. */
export function connectedFixtures(stage: Pick<JourneyStage, 'server' | 'as' | 'people'>) {
  /** Removes all authorisations and imported assets. The channel keeps its own data. */
  const forget = async () => {
    await sql`truncate personal_account, auth_link, asset_assign, site restart identity cascade`.execute(stage.server().db);
  };

  async function grant(account: string, name: string, isHosted: boolean): Promise<number> {
    const owner_user_id = await stage.people.idOf(account);
    const request = { channel: 'meta', owner_user_id } as const;
    const { data: started } = isHosted
      ? await stage.as(account, '/operation-auths/auth_url', { ...request, mode: 'window', holder_name: name, consent: true })
      : await stage.as(account, '/auth-personages/auth_url', request);
    const form = new URLSearchParams({ state: started.state, person: findPerson(name).id, answer: 'grant' });
    for (const scope of allScopes) form.append('scope', scope);
    await fetch(`${stage.server().url}/api/sandbox-auth`, { method: 'POST', body: form });
    const { state } = started;
    const { data } = await stage.as(account, isHosted ? '/operation-auths/auth_result' : '/auth-personages/auth_result', { state });
    if (data.personal_account_id === null) throw new Error(`${name} is not authorised: ${data.reason}`);
    return data.personal_account_id;
  }

  /** A person of the channel authorises us on behalf of that account. Returns the personal account. */
  const authorise = (account: string, name: string): Promise<number> => grant(account, name, false);

  /** A person authorises us, and the named assets are imported. People outside the company are hosted, with their consent. */
  async function connect(account: string, name: string, { accounts = [], pages = [], pixels = [] }: ImportedNames): Promise<number> {
    const isHosted = findPerson(name).usage === 'host';
    const personal_account_id = await grant(account, name, isHosted);
    const { data } = await stage.as(account, isHosted ? '/operation-auths/import' : '/auth-personages/import', {
      personal_account_id,
      account_ids: findIds(world.accounts, accounts),
      page_ids: findIds(world.pages, pages),
      pixel_ids: findIds(world.pixels, pixels),
      biz: 'dj',
    });
    const total = accounts.length + pages.length + pixels.length;
    if (data.ok !== total) throw new Error(`${data.ok} of ${total} were brought in`);
    return personal_account_id;
  }

  /** Creates a short drama site with an unverified domain and returns its id. */
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
