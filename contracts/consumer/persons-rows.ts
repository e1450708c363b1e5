import { neededScopes } from '#contracts/endpoints/authorising.ts';
import { personalStatuses } from '#contracts/vocabulary/personal-accounts.ts';
import { assigneeLike, assignees, at, refLike } from './asset-rows.ts';
import { PERSON_ID } from './channel-answers.ts';
import { eachLike, instant, integer, oneOf, string } from './matching.ts';
import type { PersonServices } from './person-page.ts';

const permits = ['check', 'reauthorise', 'import', 'sync', 'assign', 'edit', 'set_status', 'delete'];
const owner = { id: 11, label: '林管理' };

/** The row of Ada on a page: the result that the console gets, and the promised reply. */
export function personRow({ usage, more }: PersonServices): { row: object; rowLike: object } {
  const row = {
    id: 51,
    version: 3,
    channel: 'meta',
    platform_user_id: PERSON_ID,
    name: 'Ada',
    usage,
    owner,
    status: 'active',
    token_expires_at: null,
    data_access_expires_at: null,
    scopes: ['ads_management'],
    missing_scopes: [],
    accounts: 0,
    homepages: 0,
    pixels: 0,
    running: 0,
    blocked: 0,
    assignees,
    last_checked_at: at,
    last_error: null,
    held_since: null,
    remark: '合约',
    created_at: at,
    updated_at: at,
    can: ['check'],
  };
  const rowLike = {
    ...row,
    id: integer(51),
    version: integer(3),
    channel: oneOf('meta', ['meta', 'tiktok']),
    platform_user_id: string(PERSON_ID),
    name: string('Ada'),
    owner: refLike(owner),
    status: oneOf('active', personalStatuses),
    scopes: eachLike(oneOf('ads_management', neededScopes)),
    accounts: integer(0),
    homepages: integer(0),
    pixels: integer(0),
    running: integer(0),
    blocked: integer(0),
    assignees: eachLike(assigneeLike),
    last_checked_at: instant(at),
    remark: string('合约'),
    created_at: instant(at),
    updated_at: instant(at),
    can: eachLike(oneOf('check', permits)),
  };
  return { row: { ...row, ...more.row }, rowLike: { ...rowLike, ...more.like } };
}
