import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import { type PlannedAd, type PlannedCampaign, type PlannedGroup, plannedCampaigns } from '#contracts/rules/scheme-expansion.ts';
import { countriesInName, dateInName, filledName, type NameMacro, seqInName } from '#contracts/rules/scheme-names.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { startOfDay } from '../../instants.ts';
import { minorOfUsd, type Rate } from './money.rules.ts';
import type { PlanInputs } from './plan-inputs.ts';
import type { PlanAccount, PlanCreative, PlanLanding, TakenNames } from './plan-parts.ts';

/** One object of a plan. Amounts in the smallest unit of the account's currency, `budgetUsd` in US cents. */
export interface PlannedNode {
  node: string;
  parent: string | null;
  level: EntityLevel;
  name: string;
  /** Of a campaign: its name without the number, which keeps it apart from those that the account has when it is made. */
  form: string | null;
  account: PlanAccount;
  countries: readonly string[];
  /** Of an ad. */
  creative: (PlanCreative & { text: string; shownHeadline: string | null; callToAction: string }) | null;
  homepageId: number | null;
  landing: PlanLanding | null;
  startAt: Date | null;
  endAt: Date | null;
  budgetMode: 'daily' | 'lifetime' | null;
  /** Null where another level has it, or where the worth of the currency is not known. */
  budget: number | null;
  budgetUsd: number | null;
  bid: number | null;
  status: 'ACTIVE' | 'PAUSED';
}

/** When what is published in an account starts: null is at once. */
export function startIn(
  { timezone_name }: Pick<PlanAccount, 'timezone_name'>,
  inputs: Pick<PlanInputs, 'start' | 'body'>,
  now: Date,
): Date | null {
  if (inputs.start !== undefined) return inputs.start;
  const { start_mode, start_at } = inputs.body.time;
  if (start_mode === 'at') return start_at === null ? null : new Date(start_at);
  return start_mode === 'now' ? null : startOfDay(format(new TZDate(now, timezone_name), 'yyyy-MM-dd'), timezone_name, 1);
}

export function endIn({ end, body }: Pick<PlanInputs, 'end' | 'body'>): Date | null {
  if (end !== undefined) return end;
  return body.time.end_at === null ? null : new Date(body.time.end_at);
}

export const rateOf = ({ exponent, usd_per_unit }: Pick<PlanAccount, 'exponent' | 'usd_per_unit'>): Rate | null =>
  usd_per_unit === null ? null : { exponent, usdPerUnit: usd_per_unit };

/** Takes turns; the first of one, and nothing of none. */
const turnOf = <T>(list: readonly T[], turn: number): T | undefined => list[turn % list.length];

/** Pages of its own country first: an ad for Brazil leads to the Brazilian one where there is one. */
function landingFor(
  { landings, landingIds, landingsByContent }: PlanInputs,
  countries: readonly string[],
  turn: number,
): PlanLanding | null {
  const all = landingIds.flatMap((id) => landings.get(id) ?? []);
  const own = landingsByContent ? all.filter(({ country }) => country !== null && countries.includes(country)) : [];
  const open = landingsByContent ? all.filter(({ country }) => country === null) : [];
  const list = own.length > 0 ? own : open.length > 0 ? open : all;
  return turnOf(list, turn) ?? null;
}

/** Stands for the number in the form of a name; no name has it. */
const NUMBER = '\uE000';

class Planner {
  readonly nodes: PlannedNode[] = [];
  readonly #inputs: PlanInputs;
  readonly #now: Date;
  readonly #taken: TakenNames;
  /** Ads so far: pages are taken in turn over the whole plan. */
  #ads = 0;
  /** The number that the next campaign of the account gets at least. */
  #number = 1;

  constructor(inputs: PlanInputs, now: Date, taken: TakenNames) {
    this.#inputs = inputs;
    this.#now = now;
    this.#taken = taken;
  }

  account(account: PlanAccount): void {
    const { body, creatives } = this.#inputs;
    this.#number = 1;
    const startAt = startIn(account, this.#inputs, this.#now);
    const endAt = endIn(this.#inputs);
    for (const campaign of plannedCampaigns(body, creatives.length)) this.#campaign(account, campaign, { startAt, endAt });
  }

  #named(template: string, node: string, values: Partial<Record<NameMacro, string>>, account: PlanAccount): string {
    const { scheme, content, user, renames } = this.#inputs;
    const day = startIn(account, this.#inputs, this.#now) ?? this.#now;
    const date = dateInName(format(new TZDate(day, account.timezone_name), 'yyyy-MM-dd'));
    return (
      renames[node] ?? filledName(template, { content: content.label, account: account.name, user, date, scheme: scheme.name, ...values })
    );
  }

  /** The name of a campaign: its number goes on after those that the account has already. */
  #campaignName(account: PlanAccount, node: string, values: Partial<Record<NameMacro, string>>): { name: string; form: string } {
    const { body } = this.#inputs;
    const named = (seq: string) => this.#named(body.naming.campaign, node, { ...values, seq }, account);
    const form = named(NUMBER);
    const hasNumber = form.includes(NUMBER);
    const isTaken = () => this.#taken.get(account.id)?.has(named(seqInName(this.#number))) === true;
    while (hasNumber && isTaken()) this.#number += 1;
    const name = named(seqInName(this.#number));
    this.#number += 1;
    return { name, form };
  }

  /** The budget of a node, where its level has the budgets. */
  #budget(account: PlanAccount, level: 'campaign' | 'ad_group') {
    const { budget_level, budget_mode, budget_usd } = this.#inputs.body.money;
    if (budget_level !== level) return { budgetMode: null, budget: null, budgetUsd: null };
    const rate = rateOf(account);
    return { budgetMode: budget_mode, budget: rate === null ? null : minorOfUsd(budget_usd, rate), budgetUsd: budget_usd };
  }

  #campaign(account: PlanAccount, { seq, countries, groups }: PlannedCampaign, times: { startAt: Date | null; endAt: Date | null }): void {
    const { body } = this.#inputs;
    const node = `a${account.id}.c${seq}`;
    const [first] = groups[0]?.ads ?? [];
    this.nodes.push({
      ...nothing,
      ...times,
      ...this.#budget(account, 'campaign'),
      node,
      parent: null,
      level: 'campaign',
      ...this.#campaignName(account, node, { country: countriesInName(countries), ...this.#creativeWords(first, countries) }),
      account,
      countries,
      status: body.launch.initial_status,
    });
    for (const group of groups) this.#group(account, node, group, times);
  }

  #group(
    account: PlanAccount,
    parent: string,
    { seq, countries, ads }: PlannedGroup,
    times: { startAt: Date | null; endAt: Date | null },
  ): void {
    const { body } = this.#inputs;
    const node = `${parent}.g${seq}`;
    const rate = rateOf(account);
    const { bid_usd } = body.money;
    this.nodes.push({
      ...nothing,
      ...times,
      ...this.#budget(account, 'ad_group'),
      node,
      parent,
      level: 'ad_group',
      name: this.#named(
        body.naming.ad_group,
        node,
        { country: countriesInName(countries), seq: seqInName(seq), ...this.#creativeWords(ads[0], countries) },
        account,
      ),
      account,
      countries,
      bid: bid_usd === null || rate === null ? null : minorOfUsd(bid_usd, rate),
      status: 'ACTIVE',
    });
    for (const ad of ads) this.#ad(account, node, countries, ad);
  }

  #creativeWords(ad: PlannedAd | undefined, countries: readonly string[]): { material?: string; landing?: string } {
    if (ad === undefined) return {};
    const creative = this.#inputs.creatives[ad.creative];
    const label = creative?.material?.label ?? creative?.post?.label;
    const landing = landingFor(this.#inputs, countries, ad.landingTurn);
    return { ...(label === undefined ? {} : { material: label }), ...(landing === null ? {} : { landing: landing.slug }) };
  }

  #ad(account: PlanAccount, parent: string, countries: readonly string[], ad: PlannedAd): void {
    const { body, creatives, homepageIds, landings } = this.#inputs;
    const { naming, identity } = body;
    const creative = creatives[ad.creative];
    if (creative === undefined) throw new Error(`the plan has no creative ${ad.creative}`);
    const node = `${parent}.a${ad.seq}`;
    const isPost = creative.post !== null;
    const pageTurn = identity.homepage_mode === 'rotate' ? this.#ads : 0;
    this.#ads += 1;
    this.nodes.push({
      ...nothing,
      node,
      parent,
      level: 'ad',
      name: this.#named(
        naming.ad,
        node,
        { country: countriesInName(countries), seq: seqInName(ad.seq), ...this.#creativeWords(ad, countries) },
        account,
      ),
      account,
      countries,
      creative: this.#words(creative, ad.textTurn),
      homepageId: isPost ? creative.homepage_id : (turnOf(homepageIds, pageTurn) ?? null),
      landing: isPost ? (landings.get(creative.landing_page_id ?? 0) ?? null) : landingFor(this.#inputs, countries, ad.landingTurn),
      status: 'ACTIVE',
    });
  }

  #words(creative: PlanCreative, turn: number): NonNullable<PlannedNode['creative']> {
    const { primary_texts, headlines, call_to_action, text_rotation } = this.#inputs.body.creative;
    if (creative.post !== null) {
      const callToAction = creative.call_to_action ?? call_to_action;
      return { ...creative, text: creative.text ?? '', shownHeadline: creative.headline, callToAction };
    }
    const at = text_rotation === 'first' ? 0 : turn;
    return {
      ...creative,
      text: turnOf(primary_texts, at) ?? '',
      shownHeadline: turnOf(headlines, at) ?? null,
      callToAction: call_to_action,
    };
  }
}

const nothing = {
  form: null,
  creative: null,
  homepageId: null,
  landing: null,
  startAt: null,
  endAt: null,
  budgetMode: null,
  budget: null,
  budgetUsd: null,
  bid: null,
};

/** Every object that will be made, what is above before what is below. */
export function plannedTree(inputs: PlanInputs, now: Date, taken: TakenNames): PlannedNode[] {
  const planner = new Planner(inputs, now, taken);
  for (const account of inputs.accounts) planner.account(account);
  return planner.nodes;
}

/** What the names of the campaigns look like, whatever their number, as patterns of LIKE. */
export function campaignPatterns(inputs: PlanInputs, now: Date): string[] {
  const forms = plannedTree(inputs, now, new Map()).flatMap(({ form }) => form ?? []);
  return [...new Set(forms.map((form) => form.replaceAll(/[\\%_]/g, '\\$&').replaceAll(NUMBER, '%')))];
}
