import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type AdPlatform, AdPlatformError, type Level, type Tok } from '#server/channel/ad-platform.ts';
import type { MetaConfig } from '#server/channel/meta/config.ts';
import { createMeta, type Meta } from '#server/channel/meta/meta.ts';
import { readConfig } from '#server/config.ts';
import { systemClock } from '#server/domain/clock.ts';
import { type AnswerFile, addAnswers, compareAnswers, type Learned } from './meta-answers.ts';

/*
 * npm run meta:try -- <step> runs one step against the live network and prints what it learned. Everything it creates is off and is
 * deleted at the end; the step canary only reads an ad that a person made. It needs the settings of the app and META_TRY_TOKEN. With
 * --answers <file> it adds what it learned to that file, without names, ids or secrets, and tells what differs from what the connector
 * assumes.
 */

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

class CannotTry extends Error {}

interface Trial {
  readonly platform: AdPlatform;
  readonly graph: Meta['graph'];
  readonly t: Tok;
  need(option: 'account' | 'file' | 'ad' | 'pixel' | 'code'): string;
  /** Keeps an answer to a question that only the live network can answer. */
  learn(question: Learned, answer: string | number | boolean): void;
}

async function tryToken({ platform, t, learn }: Trial): Promise<void> {
  const { name, user_id, state, expires_at, data_access_expires_at, scopes } = await platform.inspect(t.token);
  learn('token.state', state);
  learn('token.expires', expires_at !== null);
  learn('token.scopes', scopes.length);
  print(`token of ${name || 'unknown'} (${user_id}): ${state}`);
  print(`expires ${expires_at?.toISOString() ?? 'never'}, access to data until ${data_access_expires_at?.toISOString() ?? 'ever'}`);
  print(`grants ${scopes.join(', ') || 'nothing'}`);
}

async function tryRead({ platform, graph, t, need, learn }: Trial): Promise<void> {
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
  learn('read.tier', graph.pacer.tierOf(account));
  print(`access tier: ${graph.pacer.tierOf(account)}`);
}

const LOOK_EVERY_MS = 2_000;
const LOOK_FOR_MS = 120_000;

/** Asks until the object is found by its label, and tells how long that took. */
async function lookUp({ platform, t, learn }: Trial, account: string, level: Level, tag: string): Promise<void> {
  const since = performance.now();
  while (performance.now() - since < LOOK_FOR_MS) {
    if ((await platform.findByTag(t, account, level, tag)) !== null) {
      learn(`label.seconds.${level}`, Math.round((performance.now() - since) / 1000));
      print(`${level} found by its label after ${Math.round((performance.now() - since) / 1000)} s`);
      return;
    }
    await sleep(LOOK_EVERY_MS);
  }
  learn(`label.seconds.${level}`, 'never');
  print(`${level} was not found by its label within ${LOOK_FOR_MS / 1000} s`);
}

async function tryTree(trial: Trial): Promise<void> {
  const { platform, t, need, learn } = trial;
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
        beneficiary: null,
        payer: null,
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
    learn('rename.updated_time', renamed !== null && renamed.updated_at > renamed.created_at);
    print(`campaign reads as ${renamed?.status} “${renamed?.name}”, changed at ${renamed?.updated_at.toISOString()}`);
    const before = await platform.entityState(t, account, 'ad_group', group.id);
    print(`ad set reads as ${JSON.stringify(before?.spec)}`);
  } finally {
    await platform.update(t, account, 'campaign', campaign.id, { status: 'DELETED' });
    const after = await platform.entityState(t, account, 'campaign', campaign.id);
    learn('deleted.status', after?.status ?? 'gone');
    print(`campaign deleted; by its id it reads as ${after?.status ?? 'gone'}`);
  }
}

async function tryVideo({ platform, t, need, learn }: Trial): Promise<void> {
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
  const found = await platform.findAsset(t, account, tag);
  learn('video.title', found?.asset_id === asset_id);
  print(`found by its title: ${found?.asset_id ?? 'no'}`);
  for (let waitedS = 0; waitedS <= 600; waitedS += 10) {
    const status = await platform.assetStatus(t, account, asset_id);
    print(`after ${waitedS} s: ${status}`);
    if (status !== 'processing') {
      learn('video.seconds', waitedS);
      return;
    }
    await sleep(10_000);
  }
}

const DAY_MS = 86_400_000;

/**
 * Reads the figures of one ad that a person made in Ads Manager, in an ad account with a spending cap of about 20 USD, and sends one test
 * event. Run it every few hours on two days and compare the answers: figures of a past hour that move tell how long they are restated.
 */
async function tryCanary({ platform, t, need, learn }: Trial): Promise<void> {
  const [account, ad] = [need('account'), need('ad')];
  const found = (await collect(platform.listAdAccounts(t))).find(({ id }) => id === account);
  if (found === undefined) throw new CannotTry('the token does not reach this ad account.');
  if (found.spend_cap === null) throw new CannotTry('the ad account has no spending cap; set one of about 20 USD first.');
  const state = await platform.entityState(t, account, 'ad', ad);
  learn('canary.status', state?.effective_status ?? 'gone');
  print(`the ad is ${state?.effective_status ?? 'gone'}, ${found.amount_spent} of at most ${found.spend_cap} smallest units are spent`);
  const dates = [new Date(Date.now() - DAY_MS), new Date()].map((at) => at.toISOString().slice(0, 10));
  const [from = '', to = ''] = dates;
  const sums: Record<'day' | 'hour', { rows: number; spend: number; impressions: number }> = {
    day: { rows: 0, spend: 0, impressions: 0 },
    hour: { rows: 0, spend: 0, impressions: 0 },
  };
  for (const by of ['day', 'hour'] as const) {
    const rows = (await collect(platform.insights(t, account, { from, to, by }))).filter((row) => row.ad_id === ad);
    for (const { spend, impressions } of rows) {
      sums[by].rows += 1;
      sums[by].spend += spend;
      sums[by].impressions += impressions;
    }
    print(`by the ${by}: ${sums[by].rows} rows, ${sums[by].spend} smallest units, ${sums[by].impressions} impressions since ${from}`);
  }
  learn('canary.hours_equal_days', sums.day.spend === sums.hour.spend && sums.day.impressions === sums.hour.impressions);
  const now = new Date();
  const browser = { user_agent: 'Mozilla/5.0 (meta:try)', ip: '192.0.2.1', fbp: `fb.1.${now.getTime()}.1`, external_id: null };
  const unknown = { fbc: null, email_sha256: null, phone_sha256: null, country_sha256: null };
  const event = { event_id: crypto.randomUUID(), event_name: 'Purchase', event_time: now, value: 100, currency: 'USD', order_id: null };
  const sent = await platform.sendConversion(t, need('pixel'), [
    { ...event, url: 'https://example.com/', user: { ...browser, ...unknown }, test_event_code: need('code') },
  ]);
  learn('canary.test_event', sent.received === 1);
  print(`test event: ${sent.received} received${sent.errors.map(({ message }) => `, refused: ${message}`).join('')}`);
}

const steps: Readonly<Record<string, (trial: Trial) => Promise<void>>> = {
  token: tryToken,
  read: tryRead,
  tree: tryTree,
  video: tryVideo,
  canary: tryCanary,
};

function requireConfig(config: MetaConfig | undefined): MetaConfig {
  if (config === undefined) throw new CannotTry('META_APP_ID, META_APP_SECRET and PUBLIC_URL must be given.');
  return config;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      account: { type: 'string' },
      file: { type: 'string' },
      ad: { type: 'string' },
      pixel: { type: 'string' },
      code: { type: 'string' },
      answers: { type: 'string' },
    },
  });
  const [name = ''] = positionals;
  const step = steps[name];
  if (step === undefined) throw new CannotTry(`npm run meta:try -- <step>: the steps are ${Object.keys(steps).join(', ')}.`);
  const config = requireConfig(readConfig(process.env).meta);
  const token = process.env['META_TRY_TOKEN']?.trim();
  if (!token) throw new CannotTry('META_TRY_TOKEN must be given: the token to try with.');
  const { platform, graph } = createMeta({
    config,
    clock: systemClock,
    languages: [],
    note: (text) => void process.stderr.write(`▸ ${text}\n`),
  });
  const learned: Partial<Record<Learned, string | number | boolean>> = {};
  const trial: Trial = {
    platform,
    graph,
    t: { token },
    learn: (question, answer) => void (learned[question] = answer),
    need: (option) => {
      const value = values[option];
      if (value === undefined) throw new CannotTry(`--${option} must be given for this step.`);
      return value;
    },
  };
  try {
    await step(trial);
  } finally {
    const warning = graph.versionWarning();
    learned['version.warning'] = warning !== null;
    if (warning !== null) print(warning);
    if (values.answers !== undefined) writeAnswers(values.answers, name, config.version, learned);
  }
}

/** Adds the answers of a step to the file, which can be given to others: it has no names, ids or secrets. */
function writeAnswers(file: string, step: string, version: string, learned: AnswerFile['answers'][number]['learned']): void {
  const known: AnswerFile = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as AnswerFile) : { answers: [] };
  const next = addAnswers(known, { step, version, at: new Date().toISOString().slice(0, 10), learned });
  writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`);
  for (const line of compareAnswers(next)) print(line);
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
