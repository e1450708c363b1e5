import { type Kysely, sql } from 'kysely';
import type { ReplyOf } from '#contracts/endpoints/endpoint.ts';
import type { checkPublish } from '#contracts/endpoints/publish.ts';
import { type AccessTier, AdPlatformError, type NewObject, type PageVolume } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { noteHold } from '../../assets/index.ts';
import type { PreparationContext } from '../../call.ts';
import { toChannelRefusal } from '../../channel-refusal.ts';
import { Refusal } from '../../refusal.ts';
import { computeHash } from '../canonical.ts';
import { type AccountGrant, type EntityLevel, openAccount } from '../entities/index.ts';
import { findAdSpec, type ParentGroup } from './ad-parts.ts';
import { toSchemeField } from './blamed-scheme-fields.ts';
import { loadLaunchAccount } from './launch-accounts.ts';
import { type AccountTrees, type AdNode, type CampaignNode, createTreeItems, type GroupNode, type TreeNode } from './launch-items.ts';
import { scheduleAccounts } from './launch-schedule.ts';
import { NO_ACCESS } from './page-access.ts';
import { askPageVolumes, findPageOverflows } from './page-volumes.ts';
import { computePlan, toAccountTrees } from './plan.ts';
import { type Reader, toErrorFinding } from './plan-words.ts';
import * as plans from './plans.repository.ts';
import { loadGroupSpec, toCampaignSpec } from './specs.ts';

type CheckReply = ReplyOf<typeof checkPublish>;
type Problem = CheckReply['problems'][number];
type Unchecked = CheckReply['unchecked'][number];

/** Ad accounts that are asked at a time. */
const PARALLEL_ACCOUNTS = 6;
/** Questions about each level of an account: a launch of one scheme rarely has more distinct objects. */
const MAX_QUESTIONS = 5;
/** After this time nothing more is asked. */
const MAX_CHECK_MS = 20_000;

/** An object that stands for all objects of its account that differ from it by name and content only. */
interface Sample {
  /** Its place in the plan. */
  node: string;
  tree: TreeNode;
  alike: number;
}

const withoutName = ({ name: _name, drama_id: _drama, product_id: _product, ...shape }: TreeNode['node']): object => shape;

/** Ads are alike when they differ by creative, text and landing page only. */
function shapeOf({ level, node }: TreeNode): object {
  if (level !== 'ad') return { level, ...withoutName(node) };
  const { homepage_id, post_id, call_to_action, landing_page_id } = node as AdNode;
  return { level, homepage_id, call_to_action, isPost: post_id !== null, hasLanding: landing_page_id !== null };
}

function chooseSamples({ nodes }: AccountTrees, places: readonly string[]): Sample[] {
  const samples = new Map<string, Sample>();
  for (const [at, tree] of nodes.entries()) {
    const shape = computeHash(shapeOf(tree));
    const known = samples.get(shape);
    if (known === undefined) samples.set(shape, { node: places[at] ?? '', tree, alike: 1 });
    else known.alike += 1;
  }
  return [...samples.values()];
}

/** A campaign of the account in which an ad group of this kind could be created; the one with the fewest ad groups. */
async function findParentCampaign(db: Kysely<Database>, account: number, node: CampaignNode) {
  const found = await sql<{ platform_id: string; bid_strategy: string | null }>`
    select c.platform_campaign_id as platform_id, c.bid_strategy from campaign c
    where c.ad_account_id = ${account} and c.objective = ${node.objective} and c.bid_strategy = ${node.bid_strategy}
      and c.budget_mode is not distinct from ${node.budget_mode} and c.special_ad_categories = ${node.special_ad_categories}::text[]
      and c.status not in ('DELETED', 'ARCHIVED') and c.platform_campaign_id is not null and c.deleted_at is null
    order by (select count(*) from ad_group g where g.campaign_id = c.id), c.id desc limit 1`.execute(db);
  return found.rows[0];
}

/** An ad group of the account in which an ad of this kind could be created, below a campaign that declares the same. */
async function findParentGroup(
  db: Kysely<Database>,
  account: number,
  { optimization_goal }: GroupNode,
  { special_ad_categories }: CampaignNode,
): Promise<ParentGroup | undefined> {
  const found = await sql<ParentGroup>`
    select g.platform_adset_id as platform_id, c.special_ad_categories from ad_group g join campaign c on c.id = g.campaign_id
    where g.ad_account_id = ${account} and g.optimization_goal = ${optimization_goal} and g.platform_adset_id is not null
      and c.special_ad_categories = ${special_ad_categories}::text[] and g.status not in ('DELETED', 'ARCHIVED') and c.status not in ('DELETED', 'ARCHIVED') and g.deleted_at is null
    order by (select count(*) from ad a where a.ad_group_id = g.id), g.id desc limit 1`.execute(db);
  return found.rows[0];
}

/** The question about a sample, or why it cannot be asked. */
async function toQuestion(
  { db, now }: Pick<PreparationContext, 'db' | 'now'>,
  { id, nodes }: AccountTrees,
  { tree }: Sample,
): Promise<NewObject | 'parent' | 'file'> {
  if (tree.level === 'campaign') return { level: 'campaign', spec: toCampaignSpec(tree.node as CampaignNode) };
  const above = nodes[tree.parent ?? 0];
  const parent = above?.node;
  if (tree.level === 'ad_group') {
    const campaign = await findParentCampaign(db, id, parent as CampaignNode);
    return campaign === undefined ? 'parent' : { level: 'ad_group', spec: await loadGroupSpec(db, tree.node as GroupNode, campaign) };
  }
  const campaign = nodes[above?.parent ?? 0]?.node;
  const group = await findParentGroup(db, id, parent as GroupNode, campaign as CampaignNode);
  if (group === undefined) return 'parent';
  const spec = await findAdSpec({ db, now }, id, tree.node as AdNode, group);
  return spec === null ? 'file' : { level: 'ad', spec };
}

interface AccountCheck {
  volumes: PageVolume[];
  asked: number;
  problems: Problem[];
  unchecked: Unchecked[];
  scheduled: { writes: number; tier: AccessTier | null; ends_at: Date | null };
}

class AccountChecker {
  readonly #context: PreparationContext;
  readonly #reader: Reader;
  readonly #trees: AccountTrees;
  readonly #grant: AccountGrant;
  readonly #found: Omit<AccountCheck, 'scheduled' | 'volumes'> = { asked: 0, problems: [], unchecked: [] };

  constructor(context: PreparationContext, reader: Reader, trees: AccountTrees, grant: AccountGrant) {
    this.#context = context;
    this.#reader = reader;
    this.#trees = trees;
    this.#grant = grant;
  }

  async check(samples: readonly Sample[], isOver: () => boolean): Promise<Omit<AccountCheck, 'scheduled' | 'volumes'>> {
    const asked = new Map<EntityLevel, number>();
    let isStopped = false;
    for (const sample of samples) {
      const { level } = sample.tree;
      const count = (asked.get(level) ?? 0) + 1;
      if (isStopped || isOver() || count > MAX_QUESTIONS) this.#leaveUnchecked(sample, 'time');
      else {
        asked.set(level, count);
        isStopped = !(await this.#ask(sample));
      }
    }
    return this.#found;
  }

  #leaveUnchecked({ tree: { level }, alike: objects }: Sample, reason: Unchecked['reason']): void {
    this.#found.unchecked.push({ level, reason, objects });
  }

  /** Asks about one sample; false when the account cannot be asked any more. */
  async #ask(sample: Sample): Promise<boolean> {
    const { platform, tok, account } = this.#grant;
    try {
      const question = await toQuestion(this.#context, this.#trees, sample);
      if (typeof question === 'string') {
        this.#leaveUnchecked(sample, question);
        return true;
      }
      this.#found.asked += 1;
      await platform.validate(tok, account, question);
      return true;
    } catch (error) {
      if (error instanceof AdPlatformError && error.isHeld) await noteHold(this.#context.db, this.#grant.person.id, this.#context.now);
      this.#found.problems.push(this.#toProblem(sample, error));
      return error instanceof Refusal || (error instanceof AdPlatformError && error.kind === 'rejected');
    }
  }

  #toProblem({ node, tree: { level }, alike }: Sample, error: unknown): Problem {
    const { person } = this.#grant;
    const words = { name: person.name, personalAccountId: person.id, timezone: this.#reader.timezone, isReading: true };
    const [blamed] = error instanceof AdPlatformError ? error.fields : [];
    const isSure = error instanceof Refusal || (error instanceof AdPlatformError && (error.kind === 'rejected' || error.kind === 'auth'));
    return {
      ...toErrorFinding(toChannelRefusal(error, words), this.#reader),
      severity: isSure ? 'error' : 'warning',
      node,
      level,
      account: { id: this.#trees.id, label: this.#trees.name },
      field: blamed === undefined ? null : toSchemeField(level, blamed),
      alike,
    };
  }
}

async function checkAccount(
  context: PreparationContext,
  reader: Reader,
  { trees, places }: { trees: AccountTrees; places: readonly string[] },
  isOver: () => boolean,
): Promise<AccountCheck> {
  const writes = createTreeItems([trees]).length;
  const samples = chooseSamples(trees, places);
  try {
    const place = await loadLaunchAccount(context.db, context.caller, trees.id, context.now);
    if (place === undefined) throw new Refusal('NOT_FOUND', {});
    const grant = await openAccount(context, { personalAccountId: place.personal_account_id, platformId: place.platform_account_id });
    const found = await new AccountChecker(context, reader, trees, grant).check(samples, isOver);
    const estimate = await grant.platform.estimateEnd(grant.tok, grant.account, writes).catch(() => null);
    const volumes = await askPageVolumes(grant);
    return { ...found, volumes, scheduled: { writes, tier: estimate?.tier ?? null, ends_at: estimate?.ends_at ?? null } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const account = { id: trees.id, label: trees.name };
    const first = { node: places[0] ?? '', level: 'campaign' as const, account, field: null, alike: trees.nodes.length };
    return {
      volumes: [],
      asked: 0,
      problems: [{ ...toErrorFinding(error, reader), severity: 'error', ...first }],
      unchecked: [],
      scheduled: { writes, tier: null, ends_at: null },
    };
  }
}

/** Works on a list with so many at a time, and returns the results in its order. */
async function mapInParallel<T, R>(list: readonly T[], parallel: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < list.length; at = next++) results[at] = await work(list[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, list.length) }, lane));
  return results;
}

/** Adds up what could not be checked for the same reason. */
function sumUnchecked(all: readonly Unchecked[]): Unchecked[] {
  const sums = new Map<string, Unchecked>();
  for (const one of all) {
    const key = `${one.level} ${one.reason}`;
    sums.set(key, { ...one, objects: (sums.get(key)?.objects ?? 0) + one.objects });
  }
  return [...sums.values()];
}

/**
 * Has the channels check a planned publish: one question for each distinct object of each account. Null when the plan can no longer be
 * made. This takes long, so it must never run inside a transaction.
 */
export async function preparePreflight(context: PreparationContext, { plan_id }: { plan_id: string }): Promise<CheckReply | null> {
  const { db, caller, limits, language, now } = context;
  const request = await plans.findPlanRequest(db, plan_id, caller.userId);
  if (request === undefined) return null;
  try {
    const plan = await computePlan(context, request, limits, NO_ACCESS);
    const until = performance.now() + MAX_CHECK_MS;
    const accounts = toAccountTrees(plan, now).map((trees) => ({
      trees,
      places: plan.nodes.filter(({ account }) => account.id === trees.id).map(({ node }) => node),
    }));
    const reader = { language, timezone: caller.timezone };
    const isOver = () => performance.now() >= until;
    const checks = await mapInParallel(accounts, PARALLEL_ACCOUNTS, (account) => checkAccount(context, reader, account, isOver));
    const ends = scheduleAccounts(
      checks.map(({ scheduled }) => scheduled),
      now,
    );
    const overflows = await findPageOverflows(
      db,
      accounts.map(({ trees }) => trees),
      checks.flatMap(({ volumes }) => volumes),
    );
    const known = ends.flatMap((end) => (end === null ? [] : [end.getTime()]));
    return {
      asked: checks.reduce((sum, { asked }) => sum + asked, 0),
      problems: [
        ...checks.flatMap(({ problems }) => problems),
        ...overflows.map(({ account, node, over, refusal }): Problem => {
          const { trees, places } = accounts[account] ?? { trees: { id: 0, name: '' }, places: [] };
          return {
            ...toErrorFinding(refusal, reader),
            severity: 'error',
            node: places[node] ?? '',
            level: 'ad',
            account: { id: trees.id, label: trees.name },
            field: 'identity.homepage_ids',
            alike: over,
          };
        }),
      ],
      unchecked: sumUnchecked(checks.flatMap(({ unchecked }) => unchecked)),
      ends_at: known.length === 0 || known.length < ends.length ? null : new Date(Math.max(...known)).toISOString(),
      schedule: checks.map(({ scheduled: { writes, tier } }, at) => ({
        account: { id: accounts[at]?.trees.id ?? 0, label: accounts[at]?.trees.name ?? '' },
        writes,
        tier,
        ends_at: ends[at]?.toISOString() ?? null,
      })),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
