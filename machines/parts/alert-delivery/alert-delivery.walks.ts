import { commandWalk, detailWalk, formWalk } from '../../kernel/kernel.walks.ts';
import type { MachineWalk } from '../../kernel/machine-walk.ts';
import { alertDeliveryMachine, alertTargetDeletion, alertTargetForm, alertTargets, alertTargetTest } from './alert-delivery.machine.ts';
import { type AlertTarget, targetDraft } from './target-rules.ts';

const target: AlertTarget = {
  id: 1,
  name: '值班群',
  format: 'json',
  language: 'zh',
  levels: ['error'],
  kinds: [],
  quiet_from: '22:00',
  quiet_to: '08:00',
  quiet_errors: true,
  enabled: true,
  address: 'https://alerts.example.com/…',
  secret_set: true,
  last_at: null,
  last_problem: null,
  last_text: null,
  waiting: 0,
};

export const walks: MachineWalk[] = [
  {
    machine: alertDeliveryMachine,
    events: [
      { type: 'delivery.opened' },
      { type: 'delivery.closed' },
      { type: 'alertTargetForm.saved', saved: target },
      { type: 'alertTargetTest.done', subject: target, result: target },
      { type: 'alertTargetDeletion.done', subject: target, result: {} },
    ],
  },
  detailWalk(alertTargets, 'own', [target]),
  formWalk(alertTargetForm, { draft: targetDraft(target), changes: { name: '夜班群' }, wrong: { name: '' }, saved: target }),
  commandWalk(alertTargetTest, target, target),
  commandWalk(alertTargetDeletion, target, {}),
];
