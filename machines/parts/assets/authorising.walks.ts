import { Sealed } from '../../kernel/form/sealed.ts';
import { failure, formWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk, WalkEvent } from '../../kernel/machine-walk.ts';
import { authorisingForm, authorisingMachine } from './authorising.machine.ts';
import type { FirstStepResult, GrantedAccount } from './authorising-contract.ts';
import { blankAuthorise, blankImport } from './authorising-rules.ts';

const draft = { values: { ...blankAuthorise, owner_user_id: 5 }, subject: { usage: 'self' as const } };
const ticket = new Sealed({ url: '/sandbox', state: 'once' });
const granted: GrantedAccount = { id: 4, name: 'Ada Hale', missing_scopes: [], found: { accounts: [], homepages: [], pixels: [] } };
const window: FirstStepResult = { kind: 'window', ticket, expiresAt: '2026-11-20T08:10:00Z' };

const opened: WalkEvent[] = [
  { type: 'authorising.opened', draft },
  { type: 'authorisingForm.saved', saved: window },
];
const paused: WalkEvent = { type: 'xstate.done.actor.pause' };
/** The window is ignored for longer than it is valid. */
const beyondPatience = Array.from({ length: 150 }, () => [
  paused,
  { type: 'xstate.done.actor.checkResult', output: { kind: 'waiting' } },
]).flat();
const chosen: WalkEvent = { type: 'authorising.fieldChanged', changes: { ...blankImport, biz: 'dj', account_ids: ['a1'] } };
const toGranted: WalkEvent[] = [
  { type: 'authorising.opened', draft },
  { type: 'authorisingForm.saved', saved: { kind: 'granted', granted } },
];

export const walks: MachineWalk[] = [
  formWalk(authorisingForm, {
    draft,
    changes: { channel: 'tiktok' },
    wrong: { channel: undefined },
    saved: { kind: 'granted', granted },
  }),
  {
    machine: authorisingMachine,
    distinguish: ({ values, ticket: known }: { values: object; ticket: unknown }) => [values, known === undefined],
    events: [
      { type: 'authorising.opened', draft },
      { type: 'authorisingForm.saved', saved: window },
      // As restored from a memo: the ticket is lost.
      { type: 'authorisingForm.saved', saved: { ...window, ticket: undefined } as never },
      { type: 'authorisingForm.saved', saved: { kind: 'link', ticket, expiresAt: '2026-11-21T08:00:00Z' } },
      { type: 'authorisingForm.saved', saved: { kind: 'granted', granted } },
      paused,
      { type: 'xstate.error.actor.pause', error: failure },
      { type: 'xstate.done.actor.checkResult', output: { kind: 'waiting' } },
      { type: 'xstate.done.actor.checkResult', output: { kind: 'granted', granted } },
      { type: 'xstate.done.actor.checkResult', output: { kind: 'refused', reason: 'IDENTITY_MISMATCH', message: 'other' } },
      { type: 'xstate.error.actor.checkResult', error: failure },
      { type: 'authorising.restarted' },
      chosen,
      { type: 'authorising.fieldChanged', changes: blankImport },
      { type: 'authorising.confirmed', key: 'k1' },
      { type: 'authorising.startRetried' },
      { type: 'authorising.dismissed' },
      { type: 'authorising.leaveCancelled' },
      { type: 'xstate.done.actor.importFound', output: { kind: 'started', batchIds: [7, 8] } },
      { type: 'xstate.done.actor.importFound', output: { kind: 'refused', faults: {}, failure } },
      { type: 'xstate.error.actor.importFound', error: failure },
    ],
    beginnings: [
      [...opened, ...beyondPatience],
      [...toGranted, chosen, { type: 'authorising.confirmed', key: 'k1' }, { type: 'xstate.error.actor.importFound', error: failure }],
    ],
  },
];
