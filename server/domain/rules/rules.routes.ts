import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as endpoints from '#contracts/endpoints/host-rules.ts';
import {
  findActionFault,
  findConditionFault,
  findTreeFault,
  listConditions,
  type RuleBody,
  ruleLimits,
} from '#contracts/rules/host-rules.ts';
import { type CallContext, defineCall } from '../call.ts';
import { changesBetween, versionConflict } from '../people/index.ts';
import { refuse, refuseField, refuseTakenName } from '../refusal.ts';
import * as repository from './rules.repository.ts';

const RULE = 'host_rule';

async function requireRow(context: CallContext, id: number) {
  const found = await repository.findRule(context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

async function lockCurrent(context: CallContext, { id, version }: { id: number; version: number }) {
  const found = await repository.lockRule(context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  if (found.version !== version) throw await versionConflict(context, RULE, await requireRow(context, id));
  return found;
}

/** Refuses terms that no evaluation could follow. */
export function requireSoundTerms(terms: RuleBody): void {
  const { conditions, schedule } = terms;
  if (findTreeFault(conditions) !== null)
    throw refuseField('conditions', 'conditionTree', { max: ruleLimits.conditions.max, depth: ruleLimits.depth });
  for (const [at, condition] of listConditions(conditions).entries()) {
    if (findConditionFault(condition) !== null) throw refuseField('conditions', 'condition', { number: at + 1 });
  }
  const fault = findActionFault(terms);
  if (fault !== null) throw refuseField(fault.field, fault.rule === 'range' ? 'enum' : fault.rule);
  if (schedule.every === 'day' && schedule.at === undefined) throw refuseField('schedule.at', 'required');
  if (schedule.hours !== undefined && schedule.hours[0] >= schedule.hours[1]) throw refuseField('schedule.hours', 'range');
}

/** The targets that the caller may choose; refuses unknown ones. */
async function requireTargets(context: CallContext, ids: readonly number[]): Promise<repository.TargetAccount[]> {
  const targets = await repository.loadTargets(context, ids);
  if (targets.length < ids.length) throw refuseField('host_account_ids', 'exists');
  return targets;
}

/** A rule that is on must be able to do something. */
async function requireEffect(context: CallContext, ruleId: number, isDryRun: boolean): Promise<void> {
  const targets = await repository.loadTargets(context, await repository.loadTargetIds(context.db, ruleId));
  const hasEffect = isDryRun ? targets.length > 0 : targets.some(({ auto_level }) => auto_level !== 'off');
  if (!hasEffect) throw refuse('RULE_NO_EFFECT');
}

async function createRule(context: CallContext, request: RequestOf<typeof endpoints.createRule>) {
  const { db, now, caller } = context;
  const { idempotency_key: _key, host_account_ids, ...asked } = request;
  const fields = { ...asked, name: asked.name.trim() };
  requireSoundTerms(fields);
  await requireTargets(context, host_account_ids);
  if (await repository.isNameTaken(db, caller.userId, fields.name, null)) throw refuseTakenName(fields.name);
  const id = await repository.insertRule(db, { ...fields, owner_user_id: caller.userId }, now);
  await repository.replaceTargets(db, id, host_account_ids);
  context.audit({ targetType: RULE, targetId: id, targetLabel: fields.name, after: { ...fields, host_account_ids } });
  return await requireRow(context, id);
}

async function editRule(context: CallContext, request: RequestOf<typeof endpoints.editRule>) {
  const { db, now } = context;
  const before = await lockCurrent(context, request);
  const { id, version: _version, idempotency_key: _key, host_account_ids, ...asked } = request;
  const fields = { ...asked, ...(asked.name !== undefined && { name: asked.name.trim() }) };
  requireSoundTerms({ ...before, ...fields });
  if (fields.name !== undefined && (await repository.isNameTaken(db, before.owner_user_id, fields.name, id))) {
    throw refuseTakenName(fields.name);
  }
  const changes = changesBetween<repository.RuleFields>(before, fields);
  const targetsBefore = await repository.loadTargetIds(db, id);
  const targetsAfter = host_account_ids?.toSorted((a, b) => a - b) ?? targetsBefore;
  const areTargetsSame = JSON.stringify(targetsBefore) === JSON.stringify(targetsAfter);
  if (changes === null && areTargetsSame) {
    context.unchanged();
    return await requireRow(context, id);
  }
  if (!areTargetsSame) {
    // Accounts that the caller may not see stay as they are, but none may be added.
    await requireTargets(
      context,
      targetsAfter.filter((target) => !targetsBefore.includes(target)),
    );
    await repository.replaceTargets(db, id, targetsAfter);
  }
  await repository.updateRule(db, id, changes?.after ?? {}, now);
  if (before.status === 'enabled') await requireEffect(context, id, fields.dry_run ?? before.dry_run);
  context.audit({
    targetType: RULE,
    targetId: id,
    targetLabel: before.name,
    summary: { codes: [...Object.keys(changes?.after ?? {}), ...(areTargetsSame ? [] : ['host_account_ids'])] },
    before: { ...changes?.before, ...(areTargetsSame ? {} : { host_account_ids: targetsBefore }) },
    after: { ...changes?.after, ...(areTargetsSame ? {} : { host_account_ids: targetsAfter }) },
  });
  return await requireRow(context, id);
}

const MAX_COPIES = 99;

/** The first free name of a copy, such as “Stop loss (2)”. */
async function findCopyName(context: CallContext, name: string): Promise<string> {
  for (let number = 2; number <= MAX_COPIES; number += 1) {
    const suffix = ` (${number})`;
    const copy = `${name.slice(0, ruleLimits.name - suffix.length)}${suffix}`;
    if (!(await repository.isNameTaken(context.db, context.caller.userId, copy, null))) return copy;
  }
  throw refuseTakenName(name);
}

async function copyRule(context: CallContext, { id }: RequestOf<typeof endpoints.copyRule>) {
  const source = await repository.lockRule(context, id);
  if (source === undefined) throw refuse('NOT_FOUND');
  const { id: _id, version: _version, status: _status, owner_user_id: _owner, ...body } = source;
  const fields = { ...body, name: await findCopyName(context, source.name), dry_run: true };
  const copyId = await repository.insertRule(context.db, { ...fields, owner_user_id: context.caller.userId }, context.now);
  context.audit({ targetType: RULE, targetId: copyId, targetLabel: fields.name, summary: `#${id}`, after: fields });
  return await requireRow(context, copyId);
}

async function setStatus(context: CallContext, request: RequestOf<typeof endpoints.setRuleStatus>) {
  const before = await lockCurrent(context, request);
  const { id, status } = request;
  if (before.status === status) {
    context.unchanged();
    return await requireRow(context, id);
  }
  if (status === 'enabled') await requireEffect(context, id, before.dry_run);
  await repository.updateRule(context.db, id, { status }, context.now);
  context.audit({
    targetType: RULE,
    targetId: id,
    targetLabel: before.name,
    summary: { codes: [status] },
    before: { status: before.status },
    after: { status },
  });
  return await requireRow(context, id);
}

async function deleteRule(context: CallContext, request: RequestOf<typeof endpoints.deleteRule>) {
  const before = await lockCurrent(context, request);
  await repository.updateRule(context.db, before.id, { status: 'disabled', deleted_at: context.now }, context.now);
  context.audit({ targetType: RULE, targetId: before.id, targetLabel: before.name, before: { status: before.status } });
  return {};
}

export const ruleCalls = [
  defineCall({
    endpoint: endpoints.listRules,
    audit: 'read',
    async handle(context, { page = 1, page_size: limit = 20, ...query }) {
      const [total, list] = await Promise.all([
        repository.countRules(context, query),
        repository.loadRulePage(context, { ...query, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({ endpoint: endpoints.ruleDetail, audit: 'read', handle: (context, { id }) => requireRow(context, id) }),
  defineCall({
    endpoint: endpoints.ruleTargets,
    audit: 'read',
    async handle(context) {
      const targets = await repository.listTargets(context);
      return { list: targets.map(({ id, account_name, currency, auto_level }) => ({ id, label: account_name, currency, auto_level })) };
    },
  }),
  defineCall({ endpoint: endpoints.createRule, audit: 'write', subject: RULE, handle: createRule }),
  defineCall({ endpoint: endpoints.editRule, audit: 'write', subject: RULE, handle: editRule }),
  defineCall({ endpoint: endpoints.copyRule, audit: 'write', subject: RULE, handle: copyRule }),
  defineCall({ endpoint: endpoints.setRuleStatus, audit: 'write', subject: RULE, handle: setStatus }),
  defineCall({ endpoint: endpoints.deleteRule, audit: 'write', subject: RULE, handle: deleteRule }),
];
