import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { alertDeliveryMachine, alertTargetForm, alertTargets, alertTargetTest } from './alert-delivery.machine.ts';
import { type AlertTarget, blankTarget, checkTarget, targetDraft } from './target-rules.ts';

const target: AlertTarget = {
  id: 7,
  name: '值班群',
  format: 'feishu',
  language: 'zh',
  levels: ['error'],
  kinds: [],
  quiet_from: null,
  quiet_to: null,
  quiet_errors: true,
  enabled: true,
  address: 'https://open.feishu.cn/…',
  secret_set: true,
  last_at: null,
  last_problem: null,
  last_text: null,
  waiting: 0,
};

describe('the delivery targets', () => {
  const begin = () => {
    const load = asking<AlertTarget[], { subject: 'own' }>();
    const test = asking<AlertTarget, { subject: AlertTarget }>();
    const machine = alertDeliveryMachine.provide({
      actors: {
        targets: alertTargets.provide({ actors: { loadDetail: load.logic } }),
        testing: alertTargetTest.provide({ actors: { run: test.logic } }),
      },
    });
    return { ...stage(machine, {}), load, test };
  };

  it('are loaded when they are opened, and again quietly after a test', async () => {
    const { actor, load, test } = begin();
    expect(load.questions).toHaveLength(0);
    actor.send({ type: 'delivery.opened' });
    await load.question().answer([target]);
    actor.getSnapshot().children.testing?.send({ type: 'command.runRequested', subject: target });
    await test.question().answer({ ...target, last_text: '已送达。' });
    expect(load.questions).toHaveLength(2);
    expect(actor.getSnapshot().children.targets?.getSnapshot().hasTag('quiet')).toBe(true);
    actor.send({ type: 'delivery.closed' });
    expect(actor.getSnapshot().children.targets?.getSnapshot().context.answer).toBeUndefined();
  });
});

describe('the form of a target', () => {
  const filled = { ...blankTarget, name: '值班群', address: 'https://open.feishu.cn/x' };
  const faults = (changes: object, subject = undefined as ReturnType<typeof targetDraft>['subject']) =>
    Object.keys(checkTarget({ ...filled, ...changes }, subject));

  it('needs a name, an address and a level', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ name: ' ', address: '', levels: [] })).toEqual(['name', 'address', 'levels']);
    expect(faults({ address: 'feishu' })).toEqual(['address']);
  });

  it('keeps the saved address of the same format, and needs one for another', () => {
    const { subject } = targetDraft(target);
    expect(faults({ address: '' }, subject)).toEqual([]);
    expect(faults({ address: '', format: 'slack' }, subject)).toEqual(['address']);
  });

  it('checks the quiet hours only while they are on', () => {
    expect(faults({ quiet_from: '25:00' })).toEqual([]);
    expect(faults({ isQuiet: true, quiet_from: '25:00', quiet_to: '' })).toEqual(['quiet_from', 'quiet_to']);
  });

  it('keeps address and secret out of its snapshot', async () => {
    const save = asking<never, { values: typeof blankTarget }>();
    const { actor } = stage(alertTargetForm.provide({ actors: { save: save.logic as never } }), undefined as never);
    actor.send({ type: 'form.opened', draft: { values: blankTarget, subject: undefined } });
    actor.send({ type: 'form.fieldChanged', changes: { ...filled, secret: 'very-private-key' } });
    actor.send({ type: 'form.submitted', key: 'k' });
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toMatch(/very-private-key|open\.feishu/);
    expect(save.inputs()[0]?.values.secret).toBe('very-private-key');
  });
});
