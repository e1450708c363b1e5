import type { AdPlatform } from '#server/channel/ad-platform.ts';
import type { ChannelUnderTest } from '#server/channel/conformance/channel-under-test.ts';
import { issueCode } from '#server/channel/sandbox/authorise.ts';
import { foundWorld } from '#server/channel/sandbox/found-world.ts';
import { createRunner } from '#server/channel/sandbox/operation.ts';
import { createSandbox } from '#server/channel/sandbox/sandbox.ts';
import { type SandboxDatabase, sandboxTables } from '#server/channel/sandbox/tables.ts';
import { sandboxWorld } from '#server/channel/sandbox/world.ts';
import { allScopes } from '#server/channel/sandbox/world-plan.ts';
import { TestClock } from './app.ts';
import { createTestDatabase } from './database.ts';

const SEED = 'conformance';

/** The simulated network as a channel under test, with what another connector needs to stand in front of it. */
export interface SimulatedWorld extends ChannelUnderTest {
  db: SandboxDatabase;
  clock: TestClock;
  /** The simulated network itself. */
  world: AdPlatform;
}

export async function openSimulatedWorld(): Promise<SimulatedWorld> {
  const database = await createTestDatabase();
  const clock = new TestClock();
  const settings = { seed: SEED, speed: 1, faults: false };
  const db = sandboxTables(database.db);
  const { platform } = createSandbox({ db: database.db, clock, ...settings, control: false, tokens: false });
  const run = createRunner({ db, now: () => clock.now(), ...settings });
  await db.transaction().execute((transaction) => foundWorld(transaction, { seed: SEED, at: clock.now(), speed: 1 }));
  const { persons, accounts, pages, pixels } = sandboxWorld(SEED);
  const named = <T extends { name: string }>(things: readonly T[], name: string): T => {
    const thing = things.find((each) => each.name === name);
    if (thing === undefined) throw new Error(`the world has no ${name}`);
    return thing;
  };
  const person = named(persons, '林晓雨');
  const agreed = async (id: string, scopes: readonly string[]) => (await run((operation) => issueCode(operation, id, scopes))) ?? '';
  const disabled = named(accounts, '星河-港台-02');
  return {
    db,
    clock,
    world: platform,
    platform,
    canAppeal: true,
    authorise: ({ without } = {}) =>
      agreed(
        person.id,
        allScopes.filter((scope) => scope !== without),
      ),
    revoke: async () => {
      await db.updateTable('sbx_grant').set({ revoked_at: clock.now() }).where('person_id', '=', person.id).execute();
    },
    wait: async (by) => clock.forward(by),
    now: () => clock.now(),
    accounts: accounts.filter(({ people }) => people.includes(person.id)).length,
    pages: pages.filter(({ people }) => people.includes(person.id)).length,
    account: named(accounts, '星河-美国-短剧-01').id,
    namelessAccount: named(accounts, '星河-美国-短剧-03').id,
    disabledAccount: {
      id: disabled.id,
      token: async () => (await platform.exchange(await agreed(disabled.people[0] ?? '', allScopes))).token,
    },
    partnerAccount: named(accounts, 'ReelStory UK Drama').id,
    foreignAccount: named(accounts, '星河-日本-JPY').id,
    closedAccount: named(accounts, '鹿鸣电商-美国').id,
    pixel: named(pixels, '星河 H5 主像素').id,
    foreignPixel: named(pixels, 'BrightCart Store').id,
    page: named(pages, 'Galaxy Shorts').id,
    foreignPage: named(pages, 'BrightCart').id,
    names: {
      lost: '[[unknown]] A',
      failsOnce: '[[100/1487390]] A',
      failsAlways: '[[100/1487390!]] A',
      throttled: '[[throttle]] A',
      disapproved: '[[reject]] A',
    },
    close: () => database.close(),
  };
}
