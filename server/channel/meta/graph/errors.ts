import { AdPlatformError, type FailureKind, type ThrottleScope } from '../../ad-platform.ts';
import { type Answer, isAnswer, optionalNumber, optionalText, textsOf } from './answer.ts';

/** How an error of the network is understood, by code and subcode. Its texts are translated by the network and never decide. */
interface ErrorMeaning {
  readonly kind: FailureKind;
  readonly title: string;
  readonly message?: string;
  readonly scope?: ThrottleScope;
  /** Wait when the network does not say how long. */
  readonly waitS?: number;
}

/** Subcodes of a token whose person must clear a check on facebook.com; the token works again afterwards. */
const CHECKPOINTS: readonly (number | null)[] = [459, 464];
export const isCheckpoint = (subcode: number | null): boolean => CHECKPOINTS.includes(subcode);

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

const rejected = (title: string, message?: string): ErrorMeaning => ({
  kind: 'rejected',
  title,
  ...(message === undefined ? {} : { message }),
});
const refusedToken = (message: string): ErrorMeaning => ({ kind: 'auth', title: 'Authorisation is not valid', message });
const missingRight = (message: string): ErrorMeaning => ({ kind: 'auth', title: 'Permission is missing', message });
const accountQuota: ErrorMeaning = {
  kind: 'throttled',
  title: 'Too many calls',
  message: 'There were too many calls for this ad account.',
  scope: 'account',
};
const appQuota: ErrorMeaning = {
  kind: 'throttled',
  title: 'Too many calls',
  message: 'The app made too many calls.',
  scope: 'app',
  waitS: HOUR_S,
};
const pageQuota: ErrorMeaning = {
  kind: 'throttled',
  title: 'Too many calls',
  message: 'There were too many calls for this page.',
  scope: 'page',
};
const objectQuota = (message: string, waitS = HOUR_S): ErrorMeaning => ({
  kind: 'throttled',
  title: 'Too many changes',
  message,
  scope: 'object',
  waitS,
});

/** Codes that begin a range of permissions which are all refused alike. */
const isPermission = (code: number): boolean => code === 3 || code === 10 || (code >= 200 && code <= 299);
const isAccountQuota = (code: number): boolean => code === 17 || code === 613 || (code >= 80_000 && code <= 80_014);

const byPair: ReadonlyMap<string, ErrorMeaning> = new Map<string, ErrorMeaning>([
  ['190/458', refusedToken('The person removed the app.')],
  ['190/459', refusedToken('The person must confirm their identity on facebook.com first; the authorisation itself stands.')],
  ['190/460', refusedToken('The person changed the password or took the authorisation back.')],
  ['190/463', refusedToken('The authorisation has expired.')],
  ['190/464', refusedToken('The person must confirm their account on facebook.com first; the authorisation itself stands.')],
  ['190/467', refusedToken('The token is not valid.')],
  ['190/492', refusedToken('The session is over; the person must authorise again.')],
  ['200/1815199', missingRight('The person has no access to the Instagram account.')],
  ['100/1487202', missingRight('The person lacks a role on the page.')],
  ['613/1487632', objectQuota('The budget of one object may be changed four times an hour.')],
  ['613/1996', objectQuota('This object was changed too often.')],
  ['613/5044001', objectQuota('This object was changed too often.')],
  ['613/1487225', { ...accountQuota, title: 'Too many ads', message: 'The ad account may not create more ads for now.', waitS: HOUR_S }],
  ['17/1885172', objectQuota('The spending limit of the ad account may be changed ten times a day.', DAY_S)],
  ['100/33', rejected('Object not found', 'It does not exist, or this person may not use it.')],
  ['100/36009', rejected('Invalid authorisation code', 'The authorisation code was used already, has expired or never existed.')],
  ['100/1487390', rejected('Ad creative could not be created')],
  ['100/1885272', rejected('Budget is too low')],
  ['100/1885650', rejected('Budget is too low')],
  ['100/4834011', rejected('Budget sharing was not stated')],
  ['100/1870227', rejected('Audience expansion was not stated')],
  ['100/1870189', rejected('The age does not suit the audience expansion')],
  ['100/1870196', rejected('The age does not suit the audience expansion')],
  ['100/2490408', rejected('The goal does not belong to the objective')],
  ['100/2490487', rejected('A bid strategy is missing')],
  ['100/1885621', rejected('There is a budget on both levels')],
  ['100/1885316', rejected('The ad account may not use the pixel')],
  ['100/1815430', rejected('The promoted object is missing')],
  ['100/2446388', rejected('The image is missing')],
  ['100/2061015', rejected('The link is missing')],
  ['100/1815573', rejected('The creative cannot be changed')],
  ['100/1487694', rejected('An interest is no longer offered')],
  ['100/2804003', rejected('The event is older than seven days')],
  ['100/2804050', rejected('The event says too little about the customer')],
  ['100/1487534', { kind: 'down', title: 'Too much data' }],
  ['1/99', { kind: 'down', title: 'Too much data' }],
  ['368/1390008', rejected('Temporarily blocked', 'The person acted too fast and is blocked for a while.')],
]);

const byCode: ReadonlyMap<number, ErrorMeaning> = new Map<number, ErrorMeaning>([
  [102, refusedToken('The session is over; the person must authorise again.')],
  [190, refusedToken('The token is not valid.')],
  [294, missingRight('The person did not grant ads_management.')],
  [4, appQuota],
  [341, appQuota],
  [32, pageQuota],
  [80_001, pageQuota],
  [368, rejected('Temporarily blocked', 'The platform blocks this person for violating its policies.')],
  [506, rejected('The same post again', 'The page published the same post already.')],
  [3018, rejected('Too far back', 'Figures reach back 37 months.')],
  [2635, rejected('Version has ended', 'The platform no longer answers this version of its interface.')],
  [104, rejected('Proof of the app is missing', 'The platform does not accept the secret of the app.')],
  [2859024, rejected('The ad account must certify', 'The ad account must accept a policy of the platform first.')],
  [1487809, rejected('Too many objects', 'The ad account holds as many objects as it may.')],
]);

/** Names that a text of the network may mention; only they are taken from it. */
const PERMISSION_NAMES =
  /\b(?:ads_management|ads_read|business_management|pages_(?:show_list|read_engagement|manage_ads|manage_posts|manage_metadata))\b/;

function meaningOf(code: number, subcode: number | undefined, message: string): ErrorMeaning {
  const exact = byPair.get(`${code}/${subcode}`) ?? byCode.get(code);
  if (isPermission(code) || (exact?.kind === 'auth' && code !== 190 && code !== 102)) {
    const [permission] = PERMISSION_NAMES.exec(message) ?? [];
    if (permission !== undefined) return missingRight(`The person did not grant ${permission}.`);
    return exact ?? missingRight('The person may not do this here.');
  }
  if (exact !== undefined) return exact;
  if (isAccountQuota(code)) return accountQuota;
  if (code === 100 && /missing permissions?/i.test(message)) return missingRight('The person may not do this here.');
  return rejected('The platform refused it');
}

/** The details of an error, which may come as JSON text. */
function readDetails(error: Answer): Answer {
  const data = error['error_data'];
  const parsed = typeof data === 'string' ? parseJson(data) : data;
  return isAnswer(parsed) ? parsed : {};
}

/** The network has another part of the file than the sender believes, and tells where it wants to go on. */
export class OtherPlaceError extends AdPlatformError {
  readonly start: number;
  readonly end: number;

  constructor({ code, subcode, title, userMessage }: AdPlatformError, { start, end }: { start: number; end: number }) {
    super('rejected', { code, subcode, title, userMessage });
    this.start = start;
    this.end = end;
  }
}
const OTHER_PLACE = 1_363_037;

/** Paths of the parameters at fault. */
function readBlamedFields(error: Answer): string[] {
  const paths = readDetails(error)['blame_field_specs'];
  if (!Array.isArray(paths)) return [];
  return paths.flatMap((path) => {
    if (!Array.isArray(path)) return [];
    const steps = textsOf({ path }, 'path');
    return steps.length === 0 ? [] : [steps.join('.')];
  });
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface FailureContext {
  readonly isWrite: boolean;
  readonly now: Date;
  /** Secrets that must not be repeated even when the network does. */
  readonly secrets: readonly string[];
  /** When the network lets calls through again, from the headers of the answer. */
  readonly retryAt: Date | undefined;
  /** Wait of a blocked account when the answer does not tell one. */
  readonly blockS: number;
}

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((kept, secret) => (secret === '' ? kept : kept.replaceAll(secret, '…')), text);

const TOO_MUCH_DATA = new Set(['1/99', '100/1487534']);

/** True when the same question may be answered with fewer rows. */
export const isTooMuchData = (error: unknown): boolean =>
  error instanceof AdPlatformError && TOO_MUCH_DATA.has(`${error.code}/${error.subcode}`);

export const isMissing = (error: unknown): boolean => error instanceof AdPlatformError && error.code === 100 && error.subcode === 33;

/** The outcome of a request that was sent but not answered in a readable way. */
export const noAnswer = (isWrite: boolean): AdPlatformError =>
  new AdPlatformError(isWrite ? 'unknown' : 'down', {
    code: 2,
    title: 'No answer',
    userMessage: isWrite ? 'The platform did not say whether it did it.' : 'The platform did not answer.',
  });

export const notSent = (): AdPlatformError =>
  new AdPlatformError('down', { code: 2, title: 'Not reachable', userMessage: 'The platform cannot be reached.' });

/** Translates the `error` of an answer. */
export function toAdPlatformError(error: Answer, { isWrite, now, secrets, retryAt, blockS }: FailureContext): AdPlatformError {
  const code = optionalNumber(error, 'code') ?? 0;
  const subcode = optionalNumber(error, 'error_subcode') ?? undefined;
  const message = optionalText(error, 'message') ?? '';
  const isTooMuch = TOO_MUCH_DATA.has(`${code}/${subcode}`) || (code === 1 && /reduce the amount of data/i.test(message));
  if (!isTooMuch && (code === 1 || code === 2 || code === 960)) {
    const lost = noAnswer(isWrite);
    return new AdPlatformError(lost.kind, { code, subcode, title: lost.title, userMessage: lost.userMessage });
  }
  const meaning = isTooMuch ? { kind: 'down' as const, title: 'Too much data' } : meaningOf(code, subcode, message);
  const title = optionalText(error, 'error_user_title') ?? meaning.title;
  const own = meaning.kind === 'auth' ? meaning.message : undefined;
  const explanation = own ?? optionalText(error, 'error_user_msg') ?? meaning.message ?? meaning.title;
  const common = {
    code,
    subcode: isTooMuch && subcode === undefined ? 99 : subcode,
    title: withoutSecrets(title, secrets),
    userMessage: withoutSecrets(explanation, secrets),
    fields: readBlamedFields(error),
    isHeld: code === 190 && isCheckpoint(subcode ?? null),
  };
  const details = readDetails(error);
  const [start, end] = [optionalNumber(details, 'start_offset'), optionalNumber(details, 'end_offset')];
  if (subcode === OTHER_PLACE && start !== null && end !== null)
    return new OtherPlaceError(new AdPlatformError('rejected', common), { start, end });
  if (meaning.kind !== 'throttled') return new AdPlatformError(meaning.kind, common);
  const waitS = meaning.waitS ?? blockS;
  return new AdPlatformError('throttled', {
    ...common,
    scope: meaning.scope,
    retryAt: (meaning.scope === 'object' ? undefined : retryAt) ?? new Date(now.getTime() + waitS * 1000),
  });
}
