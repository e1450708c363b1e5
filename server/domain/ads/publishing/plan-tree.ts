import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { type PlannedAd, type PlannedCampaign, type PlannedGroup, plannedCampaigns } from '#contracts/rules/scheme-expansion.ts';
import { countriesInName, dateInName, filledName, type NameMacro, seqInName } from '#contracts/rules/scheme-names.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { startOfDay } from '../../instants.ts';
import { centsToMinor, type Rate } from './money.rules.ts';
import type { ContentPlan } from './plan-contents.ts';
import type { AccountOverride, PlanInputs } from './plan-inputs.ts';
import type { PlanAccount, PlanCreative, PlanLanding, PlanPixel, TakenNames } from './plan-parts.ts';

/** One object of a plan. Amounts are in the smallest unit of the account's currency, `budgetUsd` in US cents. */
export interface PlannedNode {
  node: string;
  parent: string | null;
  level: EntityLevel;
  content: ContentPlan['content'];
  name: string;
  /** For a campaign, its name with a placeholder for the number. The number is chosen on creation, to differ from existing names. */
  form: string | null;
  account: PlanAccount;
  countries: readonly string[];
  /** Set for ads only. */
  creative: (PlanCreative & { text: string; shownHeadline: string | null; description: string | null; callToAction: string }) | null;
  homepageId: number | null;
  landing: PlanLanding | null;
  /** Null for campaigns, and where none is needed. */
  pixel: PlanPixel | null;
  startAt: Date | null;
  endAt: Date | null;
  budgetMode: 'daily' | 'lifetime' | null;
  /** Null when another level has the budget or no rate is known. */
  budget: number | null;
  budgetUsd: number | null;
  bid: number | null;
  status: 'ACTIVE' | 'PAUSED';
}

/** The start of what is published in an account; null means at once. */
export function resolveStart(
  { timezone_name }: Pick<PlanAccount, 'timezone_name'>,
  inputs: Pick<PlanInputs, 'start' | 'body'>,
  now: Date,
): Date | null {
  if (inputs.start !== undefined) return inputs.start;
  const { start_mode, start_at } = inputs.body.time;
  if (start_mode === 'at') return start_at === null ? null : new Date(start_at);
  return start_mode === 'now' ? null : startOfDay(format(new TZDate(now, timezone_name), 'yyyy-MM-dd'), timezone_name, 1);
}

export function resolveEnd({ end, body }: Pick<PlanInputs, 'end' | 'body'>): Date | null {
  if (end !== undefined) return end;
  return body.time.end_at === null ? null : new Date(body.time.end_at);
}

export const toRate = ({ exponent, usd_per_unit }: Pick<PlanAccount, 'exponent' | 'usd_per_unit'>): Rate | null =>
  usd_per_unit === null ? null : { exponent, usdPerUnit: usd_per_unit };

/** Picks entries in turn; undefined from an empty list. */
const pickInTurn = <T>(list: readonly T[], turn: number): T | undefined => list[turn % list.length];

/** Prefers landing pages for a country of the ad, then those without a country. */
function chooseLanding(
  { landings, landingIds, landingsByContent }: ContentPlan,
  countries: readonly string[],
  turn: number,
): PlanLanding | null {
  const all = landingIds.flatMap((id) => landings.get(id) ?? []);
  const ownCountry = landingsByContent ? all.filter(({ country }) => country !== null && countries.includes(country)) : [];
  const anyCountry = landingsByContent ? all.filter(({ country }) => country === null) : [];
  const list = ownCountry.length > 0 ? ownCountry : anyCountry.length > 0 ? anyCountry : all;
  return pickInTurn(list, turn) ?? null;
}

/** Placeholder for the number in a campaign name; a private-use character that no name contains. */
const NUMBER_PLACEHOLDER = '\uE000';

class Planner {
  readonly nodes: PlannedNode[] = [];
  readonly #inputs: PlanInputs;
  readonly #now: Date;
  readonly #taken: TakenNames;
  /** Number of ads so far: homepages are used in turn across the whole plan. */
  #ads = 0;
  /** The drama or product that is being laid out. */
  #content: ContentPlan;
  /** Smallest number that the next campaign of the account may get. */
  #number = 1;

  constructor(inputs: PlanInputs, first: ContentPlan, now: Date, taken: TakenNames) {
    this.#inputs = inputs;
    this.#content = first;
    this.#now = now;
    this.#taken = taken;
  }

  addAccount(account: PlanAccount): void {
    const { body, contents } = this.#inputs;
    this.#number = 1;
    const startAt = resolveStart(account, this.#inputs, this.#now);
    const endAt = resolveEnd(this.#inputs);
    for (const content of contents) {
      this.#content = content;
      for (const campaign of plannedCampaigns(body, content.creatives.length)) this.#addCampaign(account, campaign, { startAt, endAt });
    }
  }

  /** The place of a campaign. With several dramas or products, each has its own places. */
  #place(account: PlanAccount, seq: number): string {
    const { kind, id } = this.#content.content;
    return this.#inputs.contents.length > 1 ? `a${account.id}.${kind[0]}${id}.c${seq}` : `a${account.id}.c${seq}`;
  }

  #buildName(template: string, node: string, values: Partial<Record<NameMacro, string>>, account: PlanAccount): string {
    const { scheme, user, renames } = this.#inputs;
    const { content } = this.#content;
    const day = resolveStart(account, this.#inputs, this.#now) ?? this.#now;
    const date = dateInName(format(new TZDate(day, account.timezone_name), 'yyyy-MM-dd'));
    return (
      renames[node] ?? filledName(template, { content: content.label, account: account.name, user, date, scheme: scheme.name, ...values })
    );
  }

  /** The highest number among the campaigns of the account with names of this form, deleted ones included; 0 without any. */
  #highestNumber({ id }: PlanAccount, form: string): number {
    const [start = '', ...rest] = form.split(NUMBER_PLACEHOLDER).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const pattern = new RegExp(`^${[start, ...rest].join('(\\d{2,6})')}$`);
    const numbers = [...(this.#taken.get(id)?.keys() ?? [])].map((name) => Number(pattern.exec(name)?.[1] ?? 0));
    return Math.max(0, ...numbers);
  }

  /** The name of a campaign, whose number follows the highest one that its account has used with such a name. */
  #campaignName(account: PlanAccount, node: string, values: Partial<Record<NameMacro, string>>): { name: string; form: string } {
    const { body } = this.#inputs;
    const nameWith = (seq: string) => this.#buildName(body.naming.campaign, node, { ...values, seq }, account);
    const form = nameWith(NUMBER_PLACEHOLDER);
    if (form.includes(NUMBER_PLACEHOLDER)) this.#number = Math.max(this.#number, this.#highestNumber(account, form) + 1);
    const name = nameWith(seqInName(this.#number));
    this.#number += 1;
    return { name, form };
  }

  #overrides({ id }: PlanAccount): AccountOverride {
    return this.#inputs.accountOverrides.get(id) ?? {};
  }

  #pixel(account: PlanAccount): PlanPixel | null {
    return this.#overrides(account).pixel ?? this.#inputs.pixel;
  }

  /** The budget of a node if budgets are set on its level. */
  #budget(account: PlanAccount, level: 'campaign' | 'ad_group') {
    const { budget_level, budget_mode, budget_usd } = this.#inputs.body.money;
    if (budget_level !== level) return { budgetMode: null, budget: null, budgetUsd: null };
    const rate = toRate(account);
    const budgetUsd = this.#overrides(account).budgetUsd ?? budget_usd;
    return { budgetMode: budget_mode, budget: rate === null ? null : centsToMinor(budgetUsd, rate), budgetUsd };
  }

  #addCampaign(
    account: PlanAccount,
    { seq, countries, groups }: PlannedCampaign,
    times: { startAt: Date | null; endAt: Date | null },
  ): void {
    const { body } = this.#inputs;
    const node = this.#place(account, seq);
    const [first] = groups[0]?.ads ?? [];
    this.nodes.push({
      ...EMPTY_NODE,
      ...times,
      ...this.#budget(account, 'campaign'),
      node,
      parent: null,
      level: 'campaign',
      content: this.#content.content,
      ...this.#campaignName(account, node, { country: countriesInName(countries), ...this.#creativeMacros(first, countries) }),
      account,
      countries,
      status: body.launch.initial_status,
    });
    for (const group of groups) this.#addGroup(account, node, group, times);
  }

  #addGroup(
    account: PlanAccount,
    parent: string,
    { seq, countries, ads }: PlannedGroup,
    times: { startAt: Date | null; endAt: Date | null },
  ): void {
    const { body } = this.#inputs;
    const node = `${parent}.g${seq}`;
    const rate = toRate(account);
    const { bid_usd } = body.money;
    this.nodes.push({
      ...EMPTY_NODE,
      ...times,
      ...this.#budget(account, 'ad_group'),
      node,
      parent,
      level: 'ad_group',
      content: this.#content.content,
      name: this.#buildName(
        body.naming.ad_group,
        node,
        { country: countriesInName(countries), seq: seqInName(seq), ...this.#creativeMacros(ads[0], countries) },
        account,
      ),
      account,
      countries,
      pixel: this.#pixel(account),
      bid: bid_usd === null || rate === null ? null : centsToMinor(bid_usd, rate),
      status: 'ACTIVE',
    });
    for (const ad of ads) this.#addAd(account, node, countries, ad);
  }

  #creativeMacros(ad: PlannedAd | undefined, countries: readonly string[]): { material?: string; landing?: string } {
    if (ad === undefined) return {};
    const creative = this.#content.creatives[ad.creative];
    const label = creative?.material?.label ?? creative?.post?.label;
    const landing = chooseLanding(this.#content, countries, ad.landingTurn);
    return { ...(label === undefined ? {} : { material: label }), ...(landing === null ? {} : { landing: landing.slug }) };
  }

  #addAd(account: PlanAccount, parent: string, countries: readonly string[], ad: PlannedAd): void {
    const { body, homepageIds } = this.#inputs;
    const { creatives, landings } = this.#content;
    const { naming, identity } = body;
    const creative = creatives[ad.creative];
    if (creative === undefined) throw new Error(`the plan has no creative ${ad.creative}`);
    const node = `${parent}.a${ad.seq}`;
    const isPost = creative.post !== null;
    const pageTurn = identity.homepage_mode === 'rotate' ? this.#ads : 0;
    this.#ads += 1;
    this.nodes.push({
      ...EMPTY_NODE,
      node,
      parent,
      level: 'ad',
      content: this.#content.content,
      name: this.#buildName(
        naming.ad,
        node,
        { country: countriesInName(countries), seq: seqInName(ad.seq), ...this.#creativeMacros(ad, countries) },
        account,
      ),
      account,
      countries,
      creative: this.#addTexts(creative, ad.textTurn),
      homepageId: isPost ? creative.homepage_id : (this.#overrides(account).homepageId ?? pickInTurn(homepageIds, pageTurn) ?? null),
      pixel: this.#pixel(account),
      landing: isPost ? (landings.get(creative.landing_page_id ?? 0) ?? null) : chooseLanding(this.#content, countries, ad.landingTurn),
      status: 'ACTIVE',
    });
  }

  #addTexts(creative: PlanCreative, turn: number): NonNullable<PlannedNode['creative']> {
    const { primary_texts, headlines, descriptions, call_to_action, text_rotation } = this.#inputs.body.creative;
    if (creative.post !== null) {
      const callToAction = creative.call_to_action ?? call_to_action;
      return { ...creative, text: creative.text ?? '', shownHeadline: creative.headline, description: null, callToAction };
    }
    const at = text_rotation === 'first' ? 0 : turn;
    return {
      ...creative,
      text: pickInTurn(primary_texts, at) ?? '',
      shownHeadline: pickInTurn(headlines, at) ?? null,
      description: pickInTurn(descriptions, at) ?? null,
      callToAction: call_to_action,
    };
  }
}

const EMPTY_NODE = {
  form: null,
  creative: null,
  homepageId: null,
  landing: null,
  pixel: null,
  startAt: null,
  endAt: null,
  budgetMode: null,
  budget: null,
  budgetUsd: null,
  bid: null,
};

/** Lists every object to be created, parents before children. */
export function planTree(inputs: PlanInputs, now: Date, taken: TakenNames): PlannedNode[] {
  const [first] = inputs.contents;
  if (first === undefined) return [];
  const planner = new Planner(inputs, first, now, taken);
  for (const account of inputs.accounts) planner.addAccount(account);
  return planner.nodes;
}

/** LIKE patterns that match the campaign names with any number. */
export function toCampaignNamePatterns(inputs: PlanInputs, now: Date): string[] {
  const forms = planTree(inputs, now, new Map()).flatMap(({ form }) => form ?? []);
  return [...new Set(forms.map((form) => form.replaceAll(/[\\%_]/g, '\\$&').replaceAll(NUMBER_PLACEHOLDER, '%')))];
}
