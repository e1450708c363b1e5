import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AdPlatform, AdPlatformError, type Level, type Tok } from '#server/channel/ad-platform.ts';
import type { MetaConfig } from '#server/channel/meta/config.ts';
import { createMeta, type Meta } from '#server/channel/meta/meta.ts';
import { readConfig } from '#server/config.ts';
import { systemClock } from '#server/domain/clock.ts';

/*
 * npm run meta:try -- <step> runs one step against the live network and prints what it learned. Everything it creates is off and is
 * deleted at the end. It needs the settings of the app and META_TRY_TOKEN.
 */

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

interface Trial {
  readonly platform: AdPlatform;
  readonly graph: Meta['graph'];
  readonly t: Tok;
  need(option: 'account' | 'file'): string;
}

async function tryToken({ platform, t }: Trial): Promise<void> {
  const { name, user_id, state, expires_at, data_access_expires_at, scopes } = await platform.inspect(t.token);
  print(`token of ${name || 'unknown'} (${user_id}): ${state}`);
  print(`expires ${expires_at?.toISOString() ?? 'never'}, access to data until ${data_access_expires_at?.toISOString() ?? 'ever'}`);
  print(`grants ${scopes.join(', ') || 'nothing'}`);
}

async function tryRead({ platform, graph, t, need }: Trial): Promise<void> {
  const accounts = await collect(platform.listAdAccounts(t));
  for (const { id, name, currency, timezone_name, account_status } of accounts)
    print(`ad account ${id} ${name}: status ${account_status}, ${currency}, ${timezone_name}`);
  for (const { id, name, tasks, status } of await collect(platform.listPages(t)))
    print(`page ${id} ${name}: ${status}, ${tasks.join(' ')}`);
  const account = need('account');
  for (const { id, name, status } of await collect(platform.listPixels(t, account))) print(`pixel ${id} ${name}: ${status}`);
  const entities = await collect(platform.changedSince(t, account, new Date(0)));
  for (const level of ['campaign', 'ad_group', 'ad'] satisfies Level[])
    print(`${entities.filter((entity) => entity.level === level).length} objects of level ${level}`);
  const today = new Date().toISOString().slice(0, 10);
  const rows = await collect(platform.insights(t, account, { from: today.replace(/\d\d$/, '01'), to: today, by: 'day' }));
  print(`${rows.length} rows of figures this month`);
  print(`access tier: ${graph.pacer.tierOf(account)}`);
}

const LOOK_EVERY_MS = 2_000;
const LOOK_FOR_MS = 120_000;

/** Asks until the object is found by its label, and tells how long that took. */
async function lookUp({ platform, t }: Trial, account: string, level: Level, tag: string): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < LOOK_FOR_MS) {
    if ((await platform.findByTag(t, account, level, tag)) !== null) {
      print(`${level} found by its label after ${Math.round((performance.now() - since) / 1000)} s`);
      return;
    }
    await sleep(LOOK_EVERY_MS);
  }
  print(`${level} was not found by its label within ${LOOK_FOR_MS / 1000} s`);
}

async function tryTree(trial: Trial): Promise<void> {
  const { platform, t, need } = trial;
  const account = need('account');
  const name = `connection test ${new Date().toISOString()}`;
  const minimum = (await collect(platform.listAdAccounts(t))).find(({ id }) => id === account)?.min_daily_budget ?? 100;
  const campaignTag = crypto.randomUUID();
  const campaign = await platform.createCampaign(
    t,
    account,
    {
      name,
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      special_ad_countries: [],
      status: 'PAUSED',
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      daily_budget: null,
      lifetime_budget: null,
      spend_cap: null,
      start_at: null,
      stop_at: null,
    },
    campaignTag,
  );
  print(`campaign ${campaign.id} created, off`);
  try {
    await lookUp(trial, account, 'campaign', campaignTag);
    const groupTag = crypto.randomUUID();
    const group = await platform.createAdGroup(
      t,
      account,
      {
        campaign_id: campaign.id,
        name,
        status: 'PAUSED',
        optimization_goal: 'LINK_CLICKS',
        billing_event: 'IMPRESSIONS',
        bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
        bid_amount: null,
        roas_floor_bp: null,
        daily_budget: Math.max(minimum, 1) * 5,
        lifetime_budget: null,
        pixel_id: null,
        custom_event_type: null,
        app: null,
        page_id: null,
        attribution: '1d_click',
        targeting: { countries: ['US'] },
        start_at: null,
        end_at: null,
      },
      groupTag,
    );
    print(`ad set ${group.id} created, off`);
    await lookUp(trial, account, 'ad_group', groupTag);
    await platform.update(t, account, 'campaign', campaign.id, { name: `${name} renamed` });
    const renamed = await platform.entityState(t, account, 'campaign', campaign.id);
    print(`campaign reads as ${renamed?.status} “${renamed?.name}”, changed at ${renamed?.updated_at.toISOString()}`);
    const before = await platform.entityState(t, account, 'ad_group', group.id);
    print(`ad set reads as ${JSON.stringify(before?.spec)}`);
  } finally {
    await platform.update(t, account, 'campaign', campaign.id, { status: 'DELETED' });
    const after = await platform.entityState(t, account, 'campaign', campaign.id);
    print(`campaign deleted; by its id it reads as ${after?.status ?? 'gone'}`);
  }
}

async function tryVideo({ platform, t, need }: Trial): Promise<void> {
  const [account, file] = [need('account'), need('file')];
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(Buffer.from(chunk));
  const reference = {
    name: path.basename(file),
    mime: 'video/mp4',
    size: statSync(file).size,
    sha256: hash.digest('hex'),
    open: () => createReadStream(file),
  };
  const tag = crypto.randomUUID();
  const { asset_id } = await platform.uploadAsset(t, account, reference, tag);
  print(`video ${asset_id} uploaded`);
  print(`found by its title: ${(await platform.findAsset(t, account, tag))?.asset_id ?? 'no'}`);
  for (let waitedS = 0; waitedS <= 600; waitedS += 10) {
    const status = await platform.assetStatus(t, account, asset_id);
    print(`after ${waitedS} s: ${status}`);
    if (status !== 'processing') return;
    await sleep(10_000);
  }
}

const steps: Readonly<Record<string, (trial: Trial) => Promise<void>>> = { token: tryToken, read: tryRead, tree: tryTree, video: tryVideo };

class CannotTry extends Error {}

function requireConfig(config: MetaConfig | undefined): MetaConfig {
  if (config === undefined) throw new CannotTry('META_APP_ID, META_APP_SECRET and PUBLIC_URL must be given.');
  return config;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { account: { type: 'string' }, file: { type: 'string' } },
  });
  const [name = ''] = positionals;
  const step = steps[name];
  if (step === undefined) throw new CannotTry(`npm run meta:try -- <step>: the steps are ${Object.keys(steps).join(', ')}.`);
  const config = requireConfig(readConfig(process.env).meta);
  const token = process.env['META_TRY_TOKEN']?.trim();
  if (!token) throw new CannotTry('META_TRY_TOKEN must be given: the token to try with.');
  const { platform, graph } = createMeta({ config, clock: systemClock, note: (text) => void process.stderr.write(`▸ ${text}\n`) });
  await step({
    platform,
    graph,
    t: { token },
    need: (option) => {
      const value = values[option];
      if (value === undefined) throw new CannotTry(`--${option} must be given for this step.`);
      return value;
    },
  });
}

try {
  await run();
} catch (error) {
  const isRefused = error instanceof AdPlatformError;
  const text = isRefused
    ? `${error.kind} ${error.code}/${error.subcode ?? '-'}: ${error.message}`
    : error instanceof Error
      ? error.message
      : String(error);
  process.stderr.write(`✖ ${text}\n`);
  process.exitCode = 1;
}
