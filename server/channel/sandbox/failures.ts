import { AdPlatformError, type FailureKind } from '../ad-platform.ts';

/** Maps an error code of the channel to a kind of failure. */
export function kindOf(code: number): FailureKind {
  if (code === 190 || code === 102 || code === 10 || code === 200 || code === 294) return 'auth';
  if (code === 4 || code === 17 || code === 613 || (code >= 80_000 && code <= 80_014)) return 'throttled';
  if (code === 1 || code === 2) return 'down';
  return 'rejected';
}

/** `fields` names the fields of the specification at fault. */
export const invalidParameter = (message: string, subcode?: number, fields: readonly string[] = []): AdPlatformError =>
  new AdPlatformError('rejected', {
    code: 100,
    ...(subcode === undefined ? {} : { subcode }),
    title: 'Invalid parameter',
    userMessage: message,
    fields,
  });

/** Used for objects of others too, because the channel does not reveal whether they exist. */
export const missingObject = (what: string): AdPlatformError =>
  new AdPlatformError('rejected', {
    code: 100,
    subcode: 33,
    title: 'Object not found',
    userMessage: `The ${what} does not exist, or this person may not use it.`,
  });

export const temporarilyBlocked = (message: string): AdPlatformError =>
  new AdPlatformError('rejected', { code: 368, title: 'Temporarily blocked for policies', userMessage: message });

export const invalidCreative = (message: string, fields: readonly string[] = []): AdPlatformError =>
  new AdPlatformError('rejected', { code: 100, subcode: 1487390, title: 'Ad creative could not be created', userMessage: message, fields });

export const budgetTooLow = (minimum: number, field: 'daily_budget' | 'lifetime_budget'): AdPlatformError =>
  new AdPlatformError('rejected', {
    code: 100,
    subcode: 1885272,
    title: 'Budget is too low',
    userMessage: `The budget must be at least ${minimum} in the smallest unit of the currency.`,
    fields: [field],
  });

export const missingScope = (scope: string): AdPlatformError =>
  new AdPlatformError('auth', { code: 200, title: 'Permissions error', userMessage: `The person did not grant ${scope}.` });

export const missingTask = (task: string, page: string): AdPlatformError =>
  new AdPlatformError('auth', {
    code: 200,
    title: 'Permissions error',
    userMessage: `The person lacks the task ${task} on the page ${page}.`,
  });

const tokenFaults = {
  unknown: [undefined, 'The access token cannot be recognised.'],
  revoked: [460, 'The person took the authorisation back.'],
  expired: [463, 'The access token has expired.'],
} as const;

export function invalidToken(fault: keyof typeof tokenFaults): AdPlatformError {
  const [subcode, userMessage] = tokenFaults[fault];
  return new AdPlatformError('auth', {
    code: 190,
    ...(subcode === undefined ? {} : { subcode }),
    title: 'Invalid access token',
    userMessage,
  });
}

export const tooManyCalls = (retryAt: Date): AdPlatformError =>
  new AdPlatformError('throttled', {
    code: 80_004,
    title: 'Too many calls',
    userMessage: 'There have been too many calls for this ad account. Wait a bit and try again.',
    retryAt,
    scope: 'account',
  });

export const tooManyBudgetChanges = (retryAt: Date): AdPlatformError =>
  new AdPlatformError('throttled', {
    code: 613,
    subcode: 1487632,
    title: 'Too many changes of the budget',
    userMessage: 'The budget of one object may be changed four times an hour.',
    retryAt,
    scope: 'object',
  });

export const lostAnswer = (): AdPlatformError =>
  new AdPlatformError('unknown', { code: 2, title: 'No answer', userMessage: 'The connection broke before an answer came.' });
