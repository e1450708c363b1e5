import { assign, setup } from 'xstate';
import { type Failure, toFailure } from '../kernel/form/faults.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

export interface RoleMember {
  id: number;
  account: string;
  name: string;
  department_name: string | null;
  status: 'enabled' | 'disabled';
}

/** The result for one user. */
export interface MemberResult {
  id: number;
  ok: boolean;
  message?: string | undefined;
}

export interface MemberOutcome {
  /** Results that were known at the time of the answer. */
  results: MemberResult[];
  /** The batch that changes the remaining users; undefined if there are none. */
  batchId: number | undefined;
}

export interface MemberChange {
  roleId: number;
  userIds: number[];
  mode: 'add' | 'remove';
}

interface MembersContext {
  role: { id: number; name: string } | undefined;
  members: RoleMember[];
  change: MemberChange | undefined;
  /** Users whose roles could not be changed, with the server's texts. */
  refused: MemberResult[];
  failure: Failure | undefined;
}

export type RoleMembersEvent =
  | { type: 'members.opened'; role: { id: number; name: string } }
  | { type: 'members.added'; userIds: number[] }
  | { type: 'members.removed'; userIds: number[] }
  | { type: 'members.retried' }
  | { type: 'members.closed' };

export type RoleMembersFact = { type: 'members.changed' } | { type: 'members.batchStarted'; batchId: number };

/** The members of one role: listed, added, removed. A refused user does not stop the others. */
export const roleMembersMachine = setup({
  types: {} as { context: MembersContext; events: RoleMembersEvent; emitted: RoleMembersFact; tags: 'open' | 'busy' | 'writing' },
  actors: {
    loadMembers: missingActor<RoleMember[], { roleId: number }>('loadMembers'),
    saveMembers: missingActor<MemberOutcome, { change: MemberChange }>('saveMembers'),
  },
  guards: { goesOn: (_, { batchId }: MemberOutcome) => batchId !== undefined },
  actions: {
    open: assign((_, { role }: { role: { id: number; name: string } }) => ({
      role,
      members: [],
      refused: [],
      change: undefined,
      failure: undefined,
    })),
    keepMembers: assign((_, { members }: { members: RoleMember[] }) => ({ members, failure: undefined })),
    keepChange: assign(({ context }, { userIds, mode }: { userIds: number[]; mode: 'add' | 'remove' }) => ({
      change: { roleId: context.role?.id ?? 0, userIds, mode },
      refused: [],
    })),
    keepRefused: assign((_, { results }: { results: MemberResult[] }) => ({ refused: results.filter(({ ok }) => !ok) })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forget: assign({ role: undefined, members: [], refused: [], change: undefined, failure: undefined }),
    tellChanged: tell<MembersContext>(() => ({ type: 'members.changed' })),
    tellBatch: tell<MembersContext, MemberOutcome>((_, { batchId }) => ({ type: 'members.batchStarted', batchId })),
  },
}).createMachine({
  id: 'roleMembers',
  description: 'The members of one role.',
  context: { role: undefined, members: [], change: undefined, refused: [], failure: undefined },
  initial: 'closed',
  states: {
    closed: { on: { 'members.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event } } } },
    open: {
      tags: 'open',
      initial: 'loading',
      on: { 'members.closed': { target: 'closed', actions: 'forget' } },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadMembers',
            src: 'loadMembers',
            input: ({ context }) => ({ roleId: context.role?.id ?? 0 }),
            onDone: { target: 'shown', actions: { type: 'keepMembers', params: ({ event }) => ({ members: event.output }) } },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        shown: {
          on: {
            'members.added': {
              target: 'saving',
              actions: { type: 'keepChange', params: ({ event }) => ({ userIds: event.userIds, mode: 'add' as const }) },
            },
            'members.removed': {
              target: 'saving',
              actions: { type: 'keepChange', params: ({ event }) => ({ userIds: event.userIds, mode: 'remove' as const }) },
            },
          },
        },
        saving: {
          tags: ['busy', 'writing'],
          invoke: {
            id: 'saveMembers',
            src: 'saveMembers',
            // Entered only with a change.
            input: ({ context }) => ({ change: context.change as MemberChange }),
            onDone: [
              {
                guard: { type: 'goesOn', params: ({ event }) => event.output },
                target: 'loading',
                actions: [
                  { type: 'keepRefused', params: ({ event }) => event.output },
                  'tellChanged',
                  { type: 'tellBatch', params: ({ event }) => event.output },
                ],
              },
              { target: 'loading', actions: [{ type: 'keepRefused', params: ({ event }) => event.output }, 'tellChanged'] },
            ],
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        failed: { on: { 'members.retried': 'loading' } },
      },
    },
  },
});
