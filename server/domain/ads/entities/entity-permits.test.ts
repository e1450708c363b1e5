import { expect, it } from 'vitest';
import type { EntityPermit } from '#contracts/endpoints/launch-rows.ts';
import type { RoleAction } from '#contracts/vocabulary/roles.ts';
import { permitsOn } from './entity-permits.ts';

const all: RoleAction[] = ['status', 'budget', 'copy', 'remove'];
const person: Parameters<typeof permitsOn>[1] = { isAdmin: 0, isLeader: false, actions: all };
const campaign = {
  level: 'campaign',
  status: 'ACTIVE',
  syncState: 'synced',
  isBlocked: false,
  hasBudget: true,
  bidStrategy: 'COST_CAP',
} as const;

it.each<[string, Partial<Parameters<typeof permitsOn>[0]>, Partial<typeof person>, EntityPermit[]]>([
  ['what is open', {}, {}, ['status', 'budget', 'copy', 'schedule', 'rename', 'remove']],
  ['what is closed', { status: 'PAUSED' }, {}, ['status', 'budget', 'copy', 'schedule', 'rename', 'archive', 'remove']],
  ['what is in an account that cannot deliver', { isBlocked: true }, {}, ['budget', 'copy', 'schedule', 'rename', 'remove']],
  ['what is archived', { status: 'ARCHIVED' }, {}, ['copy', 'remove']],
  ['what is deleted', { status: 'DELETED' }, { isLeader: true }, []],
  ['what the channel lost', { syncState: 'missing' }, {}, ['archive', 'remove']],
  ['what the channel lost and was archived', { syncState: 'missing', status: 'ARCHIVED' }, {}, ['remove']],
  ['a campaign whose budgets are on its groups', { hasBudget: false }, {}, ['status', 'copy', 'schedule', 'rename', 'remove']],
  ['a group that goes by a bid', { level: 'ad_group' }, {}, ['status', 'budget', 'bid', 'copy', 'schedule', 'rename', 'remove']],
  [
    'a group that goes by none',
    { level: 'ad_group', bidStrategy: 'LOWEST_COST_WITHOUT_CAP' },
    {},
    ['status', 'budget', 'copy', 'schedule', 'rename', 'remove'],
  ],
  ['a campaign, to a leader', {}, { isLeader: true }, ['status', 'budget', 'copy', 'schedule', 'rename', 'transfer', 'remove']],
  ['an ad, to an administrator', { level: 'ad', hasBudget: false }, { isAdmin: 1 }, ['status', 'copy', 'schedule', 'rename', 'remove']],
  ['anything, without actions', {}, { actions: [] }, []],
  ['anything, with one action', {}, { actions: ['budget'] }, ['budget']],
])('%s permits just what is possible', (_what, standing, reader, expected) => {
  expect(permitsOn({ ...campaign, ...standing }, { ...person, ...reader })).toEqual(expected);
});
