import type { CallContext } from '../call.ts';
import { toChannelRefusal } from '../channel-refusal.ts';
import { requireAssetUnused } from '../in-use.ts';
import { versionConflict } from '../people/index.ts';
import { requireAsset, requireLockedAsset } from './asset-access.ts';
import { changePerson, markPersonDeleted } from './personal.changes.ts';
import type { PersonRecord, Usage } from './personal.query.ts';
import { inspectPerson, saveInspection } from './personal-check.ts';
import { PERSON, requireOwner, requireVisiblePerson, trimToNull } from './visible-person.ts';

interface Edit {
  id: number;
  version: number;
  owner_user_id?: number;
  remark?: string | null;
  holder_name?: string;
  contact?: string | null;
  consent?: true;
  consent_note?: string | null;
}

/** Changes our own fields of a personal account; returns the row. */
export async function editPerson(
  context: CallContext,
  usage: Usage,
  request: Edit,
  shape: (row: PersonRecord) => object,
): Promise<PersonRecord> {
  const { db, caller, now } = context;
  await context.batches.requireFree(db, PERSON, request.id);
  await requireVisiblePerson(context, usage, request.id);
  await requireLockedAsset(db, caller, PERSON, request.id);
  const before = await requireVisiblePerson(context, usage, request.id);
  if (before.version !== request.version) {
    const latest = { id: before.id, updated_at: before.updated_at.toISOString() };
    throw await versionConflict(context, PERSON, latest, shape(before));
  }
  if (request.owner_user_id !== undefined && request.owner_user_id !== before.owner.id) await requireOwner(context, request.owner_user_id);
  const after = {
    owner_user_id: request.owner_user_id ?? before.owner.id,
    remark: request.remark === undefined ? before.remark : trimToNull(request.remark),
    holder_name: request.holder_name === undefined ? before.holder_name : request.holder_name.trim(),
    contact: request.contact === undefined ? before.contact : trimToNull(request.contact),
    consent_note: request.consent_note === undefined ? before.consent_note : trimToNull(request.consent_note),
    consent_at: request.consent === true && before.consent_at === null ? now : before.consent_at,
  };
  const known = { ...before, owner_user_id: before.owner.id };
  const changed = await changePerson(context, known, after);
  if (!changed) {
    context.unchanged();
    return before;
  }
  // After handing the account over, the caller may no longer see it, so the answer is built from the known values.
  const { owner_user_id, ...columns } = after;
  return { ...before, ...columns, owner: await loadOwner(context, owner_user_id), version: before.version + 1, updated_at: now };
}

async function loadOwner({ db }: Pick<CallContext, 'db'>, id: number): Promise<{ id: number; label: string }> {
  const { name } = await db.selectFrom('sys_user').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, label: name };
}

/** Has the channel inspect the token before the account is enabled; disabling needs no check. */
export async function prepareStatus(
  context: Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'>,
  id: number,
  status: 'enabled' | 'disabled',
) {
  if (status === 'disabled') return null;
  const person = await requireAsset(context.db, context.caller, PERSON, id);
  try {
    return await inspectPerson(context, id);
  } catch (error) {
    throw toChannelRefusal(error, { name: person.name, personalAccountId: id, isReading: true, timezone: context.caller.timezone });
  }
}

export async function setPersonStatus(
  context: CallContext,
  usage: Usage,
  { id }: { id: number },
  inspected: Awaited<ReturnType<typeof prepareStatus>>,
): Promise<PersonRecord> {
  const { db, caller, now } = context;
  await context.batches.requireFree(db, PERSON, id);
  await requireVisiblePerson(context, usage, id);
  const { name } = await requireLockedAsset(db, caller, PERSON, id);
  const before = await requireVisiblePerson(context, usage, id);
  if (inspected !== null) {
    const change = await saveInspection(db, id, inspected, now, { enable: true });
    if (Object.keys(change.after).length === 0) context.unchanged();
    else context.audit({ targetType: PERSON, targetId: id, targetLabel: name, summary: { codes: ['status'] }, ...change });
  } else if (!(await changePerson(context, before, { status: 'disabled' }))) context.unchanged();
  return await requireVisiblePerson(context, usage, id);
}

/** Deletes a personal account and its token. */
export async function deletePerson(context: CallContext, usage: Usage, id: number): Promise<Record<string, never>> {
  const { db, caller } = context;
  await context.batches.requireFree(db, PERSON, id);
  await requireVisiblePerson(context, usage, id);
  const person = await requireLockedAsset(db, caller, PERSON, id);
  await requireAssetUnused(db, PERSON, id);
  await markPersonDeleted(context, person);
  return {};
}
