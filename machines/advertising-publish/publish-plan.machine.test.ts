import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import type { CheckOutcome } from './plan-check.ts';
import { type OrderOutcome, type PlanOrder, type PlanOutcome, PREVIEW_PAUSE_MS, publishPlanMachine } from './publish-plan.machine.ts';
import type { Plan, PublishValues } from './publish-values.ts';
import { sampleCheck, samplePlan, sampleProblem, samplePublish } from './publish-wizard.walks.ts';

const begin = () => {
  const preview = asking<PlanOutcome, { values: PublishValues }>();
  const check = asking<CheckOutcome, { planId: string }>();
  const submit = asking<OrderOutcome, PlanOrder>();
  const machine = publishPlanMachine.provide({ actors: { preview: preview.logic, check: check.logic, submit: submit.logic } });
  const begun = stage(machine);
  return { preview, check, submit, ...begun, context: () => begun.actor.getSnapshot().context };
};

const planned = async (plan: Plan = samplePlan) => {
  const begun = begin();
  begun.actor.send({ type: 'plan.requested', values: samplePublish });
  await begun.preview.question().answer({ kind: 'saved', saved: plan });
  return begun;
};

/** A plan to which the platforms do not object. */
const checked = async (plan: Plan = samplePlan) => {
  const begun = await planned(plan);
  begun.actor.send({ type: 'plan.orderSeen' });
  await begun.check.question().answer({ kind: 'checked', check: sampleCheck });
  return begun;
};

const faulty: Plan = { ...samplePlan, errors: [{ node: null, reason: 'SITE_OFF', text: 'Site is off', data: {} }] };
const costly: Plan = { ...samplePlan, confirm_budget: true };

describe('the plan of a publish', () => {
  it('is requested at once, and told when it is made', async () => {
    const { preview, facts, context } = await planned();
    expect(preview.inputs()).toEqual([{ values: samplePublish }]);
    expect(facts).toEqual([{ type: 'plan.made', isClean: true }]);
    expect(context().planId).toBe(samplePlan.plan_id);
  });

  it('is made again once typing pauses, and never of unfinished text', async () => {
    const { actor, preview, clock } = await planned();
    actor.send({ type: 'plan.changed', values: { ...samplePublish, budget_usd: 6 } });
    clock.increment(PREVIEW_PAUSE_MS - 1);
    actor.send({ type: 'plan.changed', values: { ...samplePublish, budget_usd: 60 } });
    clock.increment(PREVIEW_PAUSE_MS - 1);
    expect(preview.questions).toHaveLength(1);
    clock.increment(1);
    expect(preview.inputs().at(-1)).toEqual({ values: { ...samplePublish, budget_usd: 60 } });
  });

  it('ignores the answer to an older request', async () => {
    const { actor, preview, context } = begin();
    actor.send({ type: 'plan.requested', values: samplePublish });
    actor.send({ type: 'plan.requested', values: { ...samplePublish, material_ids: [10] } });
    expect(preview.question(0).signal.aborted).toBe(true);
    await preview.question(0).answer({ kind: 'saved', saved: { ...samplePlan, plan_id: 'older' } });
    expect(context().answer).toBeUndefined();
  });

  it('tells the fields at which it was refused', async () => {
    const { actor, preview, facts } = begin();
    actor.send({ type: 'plan.requested', values: samplePublish });
    await preview.question().answer({ kind: 'refused', faults: { landing_page_ids: { message: 'none online' } }, others: ['x: y'] });
    expect(facts).toEqual([{ type: 'plan.refused', faults: { landing_page_ids: { message: 'none online' } } }]);
    expect(actor.getSnapshot().context.others).toEqual(['x: y']);
  });

  it('with errors cannot be ordered', async () => {
    const { actor, submit, facts } = await planned(faulty);
    expect(facts).toEqual([{ type: 'plan.made', isClean: false }]);
    actor.send({ type: 'plan.submitted', key: 'k1' });
    expect(submit.questions).toHaveLength(0);
  });

  it('with a large budget is ordered only after a confirmation', async () => {
    const { actor, submit, context } = await checked(costly);
    actor.send({ type: 'plan.submitted', key: 'k1' });
    expect([submit.questions.length, context().refusals]).toEqual([0, 1]);
    actor.send({ type: 'plan.confirmationChanged', confirmed: true });
    actor.send({ type: 'plan.submitted', key: 'k2' });
    expect(submit.inputs()).toEqual([{ planId: samplePlan.plan_id, confirmed: true, accepted: false, key: 'k2' }]);
  });

  it('is ordered once, however often it is submitted', async () => {
    const { actor, submit, facts } = await checked();
    actor.send({ type: 'plan.submitted', key: 'k1' });
    actor.send({ type: 'plan.submitted', key: 'k2' });
    actor.send({ type: 'plan.requested', values: samplePublish });
    expect(submit.questions).toHaveLength(1);
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    await submit.question().answer({ kind: 'started', batchIds: [7] });
    expect(facts.at(-1)).toEqual({ type: 'plan.ordered', ordered: { batchId: 7, ads: 1, accounts: 1 } });
    expect(actor.getSnapshot().value).toBe('none');
  });

  it('is sent again with the same key after a lost answer', async () => {
    const { actor, submit } = await checked();
    actor.send({ type: 'plan.submitted', key: 'k1' });
    await submit.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().value).toBe('unconfirmed');
    actor.send({ type: 'plan.submitRetried' });
    expect(submit.inputs().map(({ key }) => key)).toEqual(['k1', 'k1']);
    await submit.question().refuse(new Error('no network'));
    actor.send({ type: 'plan.submitAbandoned' });
    actor.send({ type: 'plan.submitted', key: 'k3' });
    expect(submit.inputs().at(-1)?.key).toBe('k1');
  });

  it('is made again, with a new key and a notice, if the data has changed', async () => {
    const { actor, preview, check, submit, facts, context } = await checked(costly);
    actor.send({ type: 'plan.confirmationChanged', confirmed: true });
    actor.send({ type: 'plan.submitted', key: 'k1' });
    await submit.question().answer({ kind: 'changed', total: 0 });
    expect(facts.at(-1)).toEqual({ type: 'plan.outdated' });
    expect([preview.questions.length, context().changed, context().confirmed]).toEqual([2, true, false]);
    await preview.question().answer({ kind: 'saved', saved: samplePlan });
    actor.send({ type: 'plan.orderSeen' });
    await check.question().answer({ kind: 'checked', check: sampleCheck });
    actor.send({ type: 'plan.submitted', key: 'k2' });
    expect(submit.inputs().at(-1)?.key).toBe('k2');
  });

  it('takes another key if the first one belongs to another order', async () => {
    const { actor, submit } = await checked();
    actor.send({ type: 'plan.submitted', key: 'k1' });
    await submit.question().answer({ kind: 'keyTaken', failure: { message: 'used', traceId: '' } });
    actor.send({ type: 'plan.submitted', key: 'k2' });
    expect(submit.inputs().map(({ key }) => key)).toEqual(['k1', 'k2']);
  });

  it('is requested again after a restore from a memo', async () => {
    const { actor, preview } = await planned();
    actor.send({ type: 'plan.seen' });
    expect(preview.questions).toHaveLength(1);
    actor.send({ type: 'plan.discarded' });
    actor.send({ type: 'plan.requested', values: samplePublish });
    await preview.question().refuse(new Error('no network'));
    actor.send({ type: 'plan.seen' });
    expect(preview.questions).toHaveLength(3);
  });

  it('is held until the platforms have checked it', async () => {
    const { actor, check, submit } = await planned();
    actor.send({ type: 'plan.submitted', key: 'k1' });
    actor.send({ type: 'plan.orderSeen' });
    expect(check.inputs()).toEqual([{ planId: samplePlan.plan_id }]);
    actor.send({ type: 'plan.submitted', key: 'k2' });
    expect(submit.questions).toHaveLength(0);
    await check.question().answer({ kind: 'checked', check: sampleCheck });
    // What was found sound is not checked twice.
    actor.send({ type: 'plan.orderSeen' });
    expect(check.questions).toHaveLength(1);
    actor.send({ type: 'plan.submitted', key: 'k3' });
    expect(submit.questions).toHaveLength(1);
  });

  it('cannot be ordered against the platforms, whose objections are told at their fields', async () => {
    const { actor, check, submit, facts } = await planned();
    actor.send({ type: 'plan.orderSeen' });
    await check.question().answer({ kind: 'checked', check: { ...sampleCheck, problems: [sampleProblem] } });
    expect(facts.at(-1)).toEqual({ type: 'plan.blamed', faults: { budget_usd: { message: 'The budget is too low' } } });
    actor.send({ type: 'plan.acceptanceChanged', accepted: true });
    actor.send({ type: 'plan.submitted', key: 'k1' });
    expect(submit.questions).toHaveLength(0);
    actor.send({ type: 'plan.checkRequested' });
    await check.question().answer({ kind: 'checked', check: sampleCheck });
    actor.send({ type: 'plan.submitted', key: 'k1' });
    expect(submit.questions).toHaveLength(1);
  });

  it('is ordered in spite of what could not be checked once that is accepted', async () => {
    const { actor, check, submit } = await planned();
    actor.send({ type: 'plan.orderSeen' });
    const problem = { ...sampleProblem, severity: 'warning' as const, field: null };
    await check.question().answer({ kind: 'checked', check: { ...sampleCheck, problems: [problem] } });
    actor.send({ type: 'plan.submitted', key: 'k1' });
    expect(submit.questions).toHaveLength(0);
    actor.send({ type: 'plan.acceptanceChanged', accepted: true });
    actor.send({ type: 'plan.submitted', key: 'k1' });
    expect(submit.inputs()).toEqual([{ planId: samplePlan.plan_id, confirmed: false, accepted: true, key: 'k1' }]);
  });

  it('is checked again after the platforms could not be asked, and made again when it is outdated', async () => {
    const { actor, preview, check, facts, context } = await planned();
    actor.send({ type: 'plan.orderSeen' });
    await check.question().refuse(new Error('no network'));
    expect(context().checkFailure?.message).toBe('no network');
    actor.send({ type: 'plan.checkRequested' });
    await check.question().answer({ kind: 'outdated' });
    expect(facts.at(-1)).toEqual({ type: 'plan.outdated' });
    expect([preview.questions.length, context().changed]).toEqual([2, true]);
  });
});
