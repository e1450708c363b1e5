import { type ActorRefFrom, setup } from 'xstate';
import { createFormDialogMachine, type FormFact } from '../../kernel/form/form-dialog.machine.ts';
import { type CommandFact, createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';
import { toChild } from '../../kernel/tell.ts';
import { type AlertTarget, blankTarget, checkTarget, type TargetSubject, type TargetValues } from './target-rules.ts';

export const alertTargets = createDetailMachine<'own', AlertTarget[]>({
  id: 'alertTargets',
  description: "The user's own delivery targets.",
});
export const alertTargetForm = createFormDialogMachine<TargetValues, AlertTarget, TargetSubject>({
  id: 'alertTargetForm',
  description: 'Adds or edits a delivery target. Address and secret stay sealed.',
  blank: blankTarget,
  check: checkTarget,
  secrets: ['address', 'secret'],
});
export const alertTargetTest = createCommandMachine<AlertTarget, AlertTarget>({
  id: 'alertTargetTest',
  description: 'Sends a test message to a target.',
});
export const alertTargetDeletion = createCommandMachine<AlertTarget, object>({
  id: 'alertTargetDeletion',
  description: 'Deletes a delivery target after a question.',
});

export type AlertDeliveryEvent =
  | { type: 'delivery.opened' }
  | { type: 'delivery.closed' }
  | FormFact<'alertTargetForm', AlertTarget>
  | CommandFact<'alertTargetTest', AlertTarget, AlertTarget>
  | CommandFact<'alertTargetDeletion', AlertTarget, object>;

const toTargets = toChild(alertTargets, 'targets');

/** Where the user's alerts are sent to: own targets, tested and edited in a drawer of the shell. */
export const alertDeliveryMachine = setup({
  types: {} as {
    events: AlertDeliveryEvent;
    tags: 'open';
    children: { targets: 'targets'; form: 'form'; testing: 'testing'; deletion: 'deletion' };
  },
  actors: { targets: alertTargets, form: alertTargetForm, testing: alertTargetTest, deletion: alertTargetDeletion },
  actions: {
    openTargets: toTargets(() => ({ type: 'detail.opened', subject: 'own' })),
    renewTargets: toTargets(() => ({ type: 'detail.refreshDue' })),
    closeTargets: toTargets(() => ({ type: 'detail.closed' })),
  },
}).createMachine({
  id: 'alertDelivery',
  description: "The user's delivery targets of alerts.",
  invoke: [
    { id: 'targets', src: 'targets' },
    { id: 'form', src: 'form' },
    { id: 'testing', src: 'testing' },
    { id: 'deletion', src: 'deletion' },
  ],
  initial: 'closed',
  states: {
    closed: { on: { 'delivery.opened': { target: 'open', actions: 'openTargets' } } },
    open: {
      tags: 'open',
      on: {
        'delivery.closed': { target: 'closed', actions: 'closeTargets' },
        'alertTargetForm.saved': { actions: 'renewTargets' },
        'alertTargetTest.done': { actions: 'renewTargets' },
        'alertTargetDeletion.done': { actions: 'renewTargets' },
      },
    },
  },
});

export type AlertDelivery = ActorRefFrom<typeof alertDeliveryMachine>;
