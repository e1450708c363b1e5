import { expect, it } from 'vitest';
import type { EntityPermit } from '#contracts/endpoints/launch-rows.ts';
import type { RoleAction } from '#contracts/vocabulary/roles.ts';
import { listPermits } from './entity-permits.ts';

const all: RoleAction[] = ['status', 'budget', 'copy', 'remove'];
const user: Parameters<typeof listPermits>[1] = { isAdmin: 0, isLeader: false, actions: all };
const campaign = {
  level: 'campaign',
  status: 'ACTIVE',
  syncState: 'synced',
  isBlocked: false,
  hasBudget: true,
  bidStrategy: 'COST_CAP',
  isAppealable: false,
  isOfPost: false,
} as const;

it.each<[string, Partial<Parameters<typeof listPermits>[0]>, Partial<typeof user>, EntityPermit[]]>([
  ['an open object', {}, {}, ['status', 'budget', 'copy', 'schedule', 'rename', 'remove']],
  ['a closed object', { status: 'PAUSED' }, {}, ['status', 'budget', 'copy', 'schedule', 'rename', 'archive', 'remove']],
  ['an object whose account cannot deliver', { isBlocked: true }, {}, ['budget', 'copy', 'schedule', 'rename', 'remove']],
  ['an archived object', { status: 'ARCHIVED' }, {}, ['copy', 'remove']],
  ['a deleted object', { status: 'DELETED' }, { isLeader: true }, []],
  ['an object missing on the channel', { syncState: 'missing' }, {}, ['archive', 'remove']],
  ['an archived object missing on the channel', { syncState: 'missing', status: 'ARCHIVED' }, {}, ['remove']],
  ['a campaign with budgets on its ad groups', { hasBudget: false }, {}, ['status', 'copy', 'schedule', 'rename', 'remove']],
  ['an ad group with a bid', { level: 'ad_group' }, {}, ['status', 'budget', 'bid', 'copy', 'schedule', 'rename', 'edit', 'remove']],
  [
    'an ad group without a bid',
    { level: 'ad_group', bidStrategy: 'LOWEST_COST_WITHOUT_CAP' },
    {},
    ['status', 'budget', 'copy', 'schedule', 'rename', 'edit', 'remove'],
  ],
  ['a leader of the owner', {}, { isLeader: true }, ['status', 'budget', 'copy', 'schedule', 'rename', 'transfer', 'remove']],
  [
    'an administrator on an ad',
    { level: 'ad', hasBudget: false },
    { isAdmin: 1 },
    ['status', 'copy', 'schedule', 'rename', 'edit', 'remove'],
  ],
  [
    'a rejected ad',
    { level: 'ad', hasBudget: false, isAppealable: true },
    {},
    ['status', 'copy', 'schedule', 'rename', 'edit', 'appeal', 'remove'],
  ],
  ['an ad of a post', { level: 'ad', hasBudget: false, isOfPost: true }, {}, ['status', 'copy', 'schedule', 'rename', 'remove']],
  ['a user without actions', {}, { actions: [] }, []],
  ['a user with one action', {}, { actions: ['budget'] }, ['budget']],
])('permits for %s are exactly what is possible', (_what, facts, reader, expected) => {
  expect(listPermits({ ...campaign, ...facts }, { ...user, ...reader })).toEqual(expected);
});
