import { type AccessTier, AdPlatformError } from '../../ad-platform.ts';
import { type Answer, isAnswer, optionalNumber, optionalText } from './answer.ts';
import { parseJson } from './errors.ts';

/** What the headers of an answer tell about one quota. */
export interface Usage {
  /** Ad account or business the quota belongs to; null for the app. */
  readonly owner: string | null;
  /** Used part of the quota. */
  readonly percent: number;
  readonly tier: AccessTier | null;
  /** Seconds until calls are answered again; null when they are not blocked. */
  readonly blockedS: number | null;
}

export interface ReadHeaders {
  get(name: string): string | null;
}

const TIERS: Readonly<Record<string, AccessTier>> = { development_access: 'limited', standard_access: 'full' };
const tierOf = (answer: Answer): AccessTier | null => TIERS[optionalText(answer, 'ads_api_access_tier') ?? ''] ?? null;
const positive = (seconds: number | null): number | null => (seconds !== null && seconds > 0 ? seconds : null);

const highest = (answer: Answer, fields: readonly string[]): number =>
  Math.max(0, ...fields.map((field) => optionalNumber(answer, field) ?? 0));

function readJson(headers: ReadHeaders, name: string): Answer | null {
  const parsed = parseJson(headers.get(name) ?? '');
  return isAnswer(parsed) ? parsed : null;
}

const CALL_FIELDS = ['call_count', 'total_time', 'total_cputime'];

/**
 * Reads the four headers of a call that uses the quota of this ad account or page. Their waits differ in unit: minutes for business use
 * cases, seconds for ad accounts.
 */
export function readUsage(headers: ReadHeaders, caller: string | null): Usage[] {
  const found: Usage[] = [];
  const app = readJson(headers, 'x-app-usage');
  if (app !== null) found.push({ owner: null, percent: highest(app, CALL_FIELDS), tier: null, blockedS: null });
  const byOwner = readJson(headers, 'x-business-use-case-usage') ?? {};
  for (const [named, uses] of Object.entries(byOwner)) {
    // The quota may be named after a business; it limits the account or page of this call.
    const owner = caller ?? named;
    for (const use of Array.isArray(uses) ? uses.filter(isAnswer) : []) {
      const minutes = positive(optionalNumber(use, 'estimated_time_to_regain_access'));
      found.push({ owner, percent: highest(use, CALL_FIELDS), tier: tierOf(use), blockedS: minutes === null ? null : minutes * 60 });
    }
  }
  const ofAccount = readJson(headers, 'x-ad-account-usage');
  if (ofAccount !== null) {
    const percent = highest(ofAccount, ['acc_id_util_pct']);
    // The time until the count starts anew blocks only an account that used up its quota.
    const seconds = percent >= 100 ? positive(optionalNumber(ofAccount, 'reset_time_duration')) : null;
    found.push({ owner: caller, percent, tier: tierOf(ofAccount), blockedS: seconds });
  }
  const insights = readJson(headers, 'x-fb-ads-insights-throttle');
  if (insights !== null) {
    found.push({ owner: caller, percent: highest(insights, ['acc_id_util_pct']), tier: tierOf(insights), blockedS: null });
    found.push({ owner: null, percent: highest(insights, ['app_id_util_pct']), tier: null, blockedS: null });
  }
  return found;
}

/** Points of a call; an account that collects more than its tier allows is blocked. */
export const CALL_POINTS = { read: 1, write: 3 } as const;
interface TierLimits {
  readonly maxPoints: number;
  /** In this time as many points are forgiven. */
  readonly recoveryS: number;
  readonly blockS: number;
}
export const TIER_LIMITS: Readonly<Record<AccessTier, TierLimits>> = {
  limited: { maxPoints: 60, recoveryS: 300, blockS: 300 },
  full: { maxPoints: 9_000, recoveryS: 300, blockS: 60 },
};

export type CallKind = keyof typeof CALL_POINTS;

/** From here on one call of the account at a time; then no background reads; then nothing until the quota recovers. */
const SERIAL_PERCENT = 60;
const FOREGROUND_PERCENT = 80;
const STOP_PERCENT = 95;

/** Reads of the same account that usually come before a write. */
const READS_BEFORE = 2 * CALL_POINTS.read;

interface AccountPace {
  points: number;
  pointsAt: number;
  percent: number;
  percentAt: number;
  tier: AccessTier;
  blockedUntil: number;
}

/** The owner of the quota of a page; that of an ad account is named by its id alone. */
export const quotaOfPage = (page: string): string => `page ${page}`;
const isPageQuota = (owner: string): boolean => owner.startsWith('page ');

const REFUSALS = {
  app: { code: 4, userMessage: 'The app made too many calls.' },
  account: { code: 80_004, userMessage: 'There were too many calls for this ad account.' },
  page: { code: 80_001, userMessage: 'There were too many calls for this page.' },
} as const;

const tooSoon = (until: number, owner: string | null): AdPlatformError => {
  const scope = owner === null ? 'app' : isPageQuota(owner) ? 'page' : 'account';
  return new AdPlatformError('throttled', { ...REFUSALS[scope], title: 'Too many calls', retryAt: new Date(until), scope });
};

/**
 * Keeps calls within the quotas of the network. It counts the points of each account itself, because a header arrives only with the
 * answer, and refuses a call that would exceed them instead of sending it.
 */
export class Pacer {
  readonly #accounts = new Map<string, AccountPace>();
  readonly #now: () => Date;
  #appBlockedUntil = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  #paceOf(account: string): AccountPace {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const pace: AccountPace = { points: 0, pointsAt: 0, percent: 0, percentAt: 0, tier: 'full', blockedUntil: 0 };
    this.#accounts.set(account, pace);
    return pace;
  }

  #pointsNow({ points, pointsAt, tier }: AccountPace, now: number): number {
    const { maxPoints, recoveryS } = TIER_LIMITS[tier];
    return Math.max(0, points - ((now - pointsAt) * maxPoints) / (recoveryS * 1000));
  }

  /** A reported use falls at the pace at which points are forgiven. */
  #percentNow({ percent, percentAt, tier }: AccountPace, now: number): number {
    return Math.max(0, percent - ((now - percentAt) * 100) / (TIER_LIMITS[tier].recoveryS * 1000));
  }

  /**
   * Counts a call about to be sent; throws `throttled` with the time to retry when it must wait. `owner` is the ad account or page whose
   * quota the call uses. Pages have no points: their quota is known from the answers only.
   */
  enter(owner: string | null, kind: CallKind, { isBackground = false } = {}): void {
    const now = this.#now().getTime();
    if (now < this.#appBlockedUntil) throw tooSoon(this.#appBlockedUntil, null);
    if (owner === null) return;
    const pace = this.#paceOf(owner);
    if (now < pace.blockedUntil) throw tooSoon(pace.blockedUntil, owner);
    const { maxPoints, recoveryS } = TIER_LIMITS[pace.tier];
    const percent = this.#percentNow(pace, now);
    const waitForPercent = (target: number) => now + Math.ceil(((percent - target) * recoveryS * 1000) / 100) + 1;
    if (percent >= STOP_PERCENT) throw tooSoon(waitForPercent(STOP_PERCENT), owner);
    if (isBackground && percent >= FOREGROUND_PERCENT) throw tooSoon(waitForPercent(FOREGROUND_PERCENT), owner);
    if (isPageQuota(owner)) return;
    const points = this.#pointsNow(pace, now);
    const over = points + CALL_POINTS[kind] - maxPoints;
    // Whoever waits for room also gets room for the reads before the call, so that they do not use up again what it waited for.
    if (over > 0) throw tooSoon(now + Math.ceil(((over + READS_BEFORE) * recoveryS * 1000) / maxPoints), owner);
    pace.points = points + CALL_POINTS[kind];
    pace.pointsAt = now;
  }

  /** True when calls of the account must not overlap. */
  isSerial(account: string): boolean {
    const pace = this.#accounts.get(account);
    return pace !== undefined && this.#percentNow(pace, this.#now().getTime()) >= SERIAL_PERCENT;
  }

  /** Learns from the headers of an answer. */
  learn(usages: readonly Usage[]): void {
    const now = this.#now().getTime();
    for (const { owner, percent, tier, blockedS } of usages) {
      if (owner === null) {
        if (percent >= 100) this.#appBlockedUntil = Math.max(this.#appBlockedUntil, now + TIER_LIMITS.full.blockS * 1000);
        continue;
      }
      const pace = this.#paceOf(owner);
      pace.points = this.#pointsNow(pace, now);
      pace.pointsAt = now;
      pace.percent = percent;
      pace.percentAt = now;
      if (tier !== null) pace.tier = tier;
      if (blockedS !== null) pace.blockedUntil = Math.max(pace.blockedUntil, now + blockedS * 1000);
    }
  }

  /** Stops the calls that a throttled answer concerns, and no others. */
  block(owner: string | null, error: AdPlatformError): void {
    const until = error.retryAt?.getTime() ?? 0;
    if (error.scope === 'app') this.#appBlockedUntil = Math.max(this.#appBlockedUntil, until);
    if ((error.scope === 'account' || error.scope === 'page') && owner !== null) {
      const pace = this.#paceOf(owner);
      pace.blockedUntil = Math.max(pace.blockedUntil, until);
    }
  }

  tierOf(account: string): AccessTier {
    return this.#paceOf(account).tier;
  }

  /** Earliest end of so many further calls of a kind, if nothing else uses the account. */
  estimateEnd(account: string, kind: CallKind, count: number): Date {
    const now = this.#now().getTime();
    const pace = this.#paceOf(account);
    const { maxPoints, recoveryS } = TIER_LIMITS[pace.tier];
    const over = this.#pointsNow(pace, now) + count * CALL_POINTS[kind] - maxPoints;
    const start = Math.max(now, pace.blockedUntil);
    return new Date(start + Math.max(0, Math.ceil((over * recoveryS * 1000) / maxPoints)));
  }
}
