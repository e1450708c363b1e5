import { type AlertTargetRow, deleteAlertTarget, listAlertTargets, saveAlertTarget, testAlertTarget } from '#contracts/endpoints/alerts.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { deliveryProblems, signedFormats } from '#contracts/vocabulary/alerts.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import type { Language } from '../messages.ts';
import { trimmedName } from '../people/index.ts';
import { refuse, refuseField, refuseTakenName } from '../refusal.ts';
import { sendMessage } from './deliver.ts';
import { describeOutcome, toStoredOutcome } from './problem-texts.ts';
import * as repository from './targets.repository.ts';

const TARGET = 'alert_target';
/** Targets per user. */
const MAX_TARGETS = 10;

function toRow(target: repository.ListedTarget, language: Language): AlertTargetRow {
  const { id, name, format, levels, kinds, quiet_from, quiet_to, quiet_errors, enabled, last_at, last_outcome, last_detail } = target;
  return {
    id,
    name,
    format,
    language: target.language,
    levels,
    kinds,
    quiet_from,
    quiet_to,
    quiet_errors,
    enabled,
    address: target.address_shown,
    secret_set: target.secret_enc !== null,
    last_at: last_at?.toISOString() ?? null,
    last_problem: deliveryProblems.find((problem) => problem === last_outcome) ?? null,
    last_text: describeOutcome(last_outcome, last_detail, language),
    waiting: target.waiting,
  };
}

async function requireOwn({ db, caller }: Pick<CallContext, 'db' | 'caller'>, id: number) {
  const target = await repository.findTarget(db, caller.userId, id);
  if (target === undefined) throw refuse('NOT_FOUND');
  return target;
}

type SaveRequest = RequestOf<typeof saveAlertTarget>;

function sealAddress({ vault, webhooks }: CallContext, address: string) {
  const problem = webhooks.findProblem(address);
  if (problem !== undefined) throw refuseField('address', problem === 'private_address' ? 'privateAddress' : 'https');
  return repository.sealAddress(vault, address);
}

/** Sealed columns of a new target, or of one whose format changes and whose old secret therefore goes. */
function sealNew(context: CallContext, { format, address, secret = null }: SaveRequest) {
  if (address === undefined) throw refuseField('address', 'required');
  if (secret !== null && !signedFormats.includes(format)) throw refuseField('secret', 'absent');
  return { ...sealAddress(context, address), ...repository.sealSecret(context.vault, secret) };
}

function sealChanges(context: CallContext, { format, address, secret }: SaveRequest) {
  if (typeof secret === 'string' && !signedFormats.includes(format)) throw refuseField('secret', 'absent');
  return {
    ...(address === undefined ? {} : sealAddress(context, address)),
    ...(secret === undefined ? {} : repository.sealSecret(context.vault, secret)),
  };
}

async function save(context: CallContext, request: SaveRequest): Promise<AlertTargetRow> {
  const { db, caller, now, language } = context;
  const { id, address, secret, idempotency_key: _, ...settings } = request;
  const before = id === undefined ? undefined : await requireOwn(context, id);
  if ((settings.quiet_from === null) !== (settings.quiet_to === null)) {
    throw refuseField(settings.quiet_from === null ? 'quiet_from' : 'quiet_to', 'required');
  }
  const sealed = before?.format === settings.format ? sealChanges(context, request) : sealNew(context, request);
  const columns = { ...settings, ...sealed, name: trimmedName(settings.name), updated_at: now };
  try {
    if (before !== undefined) {
      await repository.updateTarget(db, before.id, columns);
      if (!settings.enabled) await repository.dropWaiting(db, before.id);
    }
    const savedId = before?.id ?? (await createTarget(context, request, columns.name, sealed));
    context.audit({
      targetType: TARGET,
      targetId: savedId,
      targetLabel: columns.name,
      summary: columns.name,
      after: {
        ...settings,
        ...(address !== undefined && { address: '***' }),
        ...(secret !== undefined && { secret: secret === null ? null : '***' }),
      },
    });
    return toRow(await requireOwn({ db, caller }, savedId), language);
  } catch (error) {
    if (isUniqueViolation(error)) throw refuseTakenName(columns.name);
    throw error;
  }
}

async function createTarget(
  { db, caller, now }: CallContext,
  { id: _id, address: _address, secret: _secret, idempotency_key: _key, ...settings }: SaveRequest,
  name: string,
  sealed: Partial<ReturnType<typeof repository.sealAddress> & ReturnType<typeof repository.sealSecret>>,
): Promise<number> {
  const { address_enc, address_shown, secret_enc = null } = sealed;
  if (address_enc === undefined || address_shown === undefined) throw refuseField('address', 'required');
  if ((await repository.loadTargets(db, caller.userId)).length >= MAX_TARGETS) throw refuseField('name', 'tooMany');
  return await repository.insertTarget(db, {
    ...settings,
    name,
    user_id: caller.userId,
    address_enc,
    address_shown,
    secret_enc,
    created_at: now,
    updated_at: now,
  });
}

/** Calls on the caller's own delivery targets. */
export const targetCalls = [
  defineCall({
    endpoint: listAlertTargets,
    audit: 'read',
    async handle({ db, caller, language }) {
      return { list: (await repository.loadTargets(db, caller.userId)).map((target) => toRow(target, language)) };
    },
  }),
  defineCall({ endpoint: saveAlertTarget, audit: 'write', subject: TARGET, handle: save }),
  defineCall({
    endpoint: deleteAlertTarget,
    audit: 'write',
    subject: TARGET,
    async handle(context, { id }) {
      const { name } = await requireOwn(context, id);
      await repository.deleteTarget(context.db, id);
      context.audit({ targetType: TARGET, targetId: id, targetLabel: name, summary: name, after: { deleted: true } });
      return {};
    },
  }),
  defineCall({
    endpoint: testAlertTarget,
    audit: 'personal',
    async prepare(context, { id }) {
      const { db, caller, vault, webhooks, now } = context;
      const target = await repository.findTarget(db, caller.userId, id);
      if (target === undefined) throw refuse('NOT_FOUND');
      const message = { id: `test-${id}-${now.getTime()}`, language: target.language, alerts: [] };
      return await sendMessage({ vault, webhooks, now }, target, message, context.signal);
    },
    async handle(context, { id }, outcome) {
      const { db, language, now } = context;
      await requireOwn(context, id);
      await repository.updateTarget(db, id, { last_at: now, ...toStoredOutcome(outcome) });
      return toRow(await requireOwn(context, id), language);
    },
  }),
];
