import { personalAccountExists, personGrants } from '#contracts/states/states.ts';
import { boolean, eachLike, oneOf, string } from './matching.ts';

/** The token and the id of a person on the channel. */
export const TOKEN = 'made-up-token-of-a-person';
export const PERSON_ID = '1000000000000001';

/** The refusals of the channel, as every call that asks it answers them. */
export const channelRefusals = [
  { kind: 'auth', code: 512, reason: 'PLATFORM_AUTH', message: '授权失效，请重新授权 Ada' },
  { kind: 'throttled', code: 511, reason: 'PLATFORM_LIMIT', message: '平台限流，2030-01-01 08:00 后重试' },
  { kind: 'down', code: 514, reason: 'PLATFORM_DOWN', message: '平台暂不可用，未提交' },
] as const;

const numbered = (id: string) => ({ id, name: `Account ${id}` });
const granting = (accounts: string[]) =>
  personGrants({
    id: PERSON_ID,
    name: 'Ada',
    token: TOKEN,
    accounts: accounts.map(numbered),
    pages: [{ id: '3001', name: 'Page 3001' }],
    pixels: [{ id: '4001', name: 'Pixel 4001', account: '2001' }],
  });
export const adaGrants = granting(['2001']);
/** Accounts for a call with one object more than a batch holds on the provider's side. */
export const fourAccounts = ['2001', '2002', '2003', '2004'];
export const adaGrantsFour = granting(fourAccounts);

export const ada = (usage: 'self' | 'host') =>
  personalAccountExists({ id: 51, platform_user_id: PERSON_ID, name: 'Ada', usage, version: 3, token: TOKEN, owner: 11 });

/** Assets that are not imported yet. */
const anew = { already: 'no', authoriser: null, can_switch: false };
export const foundAccount = { ...anew, platform_id: '2001', name: 'Account 2001', status: '1', sub: 'USD · America/Los_Angeles' };
export const foundPage = { ...anew, platform_id: '3001', name: 'Page 3001', status: 'active', sub: 'Film' };
export const foundPixel = { ...anew, platform_id: '4001', name: 'Pixel 4001', status: 'active', sub: '2001' };

const foundLike = ({ platform_id, name, status, sub }: typeof foundAccount) =>
  eachLike({
    platform_id: string(platform_id),
    name: string(name),
    status: string(status),
    sub: string(sub),
    already: oneOf('no', ['no', 'same', 'other']),
    authoriser: null,
    can_switch: boolean(false),
  });
export const foundAccountsLike = foundLike(foundAccount);
export const foundPagesLike = foundLike(foundPage);
export const foundPixelsLike = foundLike(foundPixel);
