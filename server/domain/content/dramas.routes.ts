import * as dramas from '#contracts/endpoints/dramas.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { loadBusinessDay } from '../business-time.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireContentUnused } from '../in-use.ts';
import { reasonText } from '../messages.ts';
import { changesBetween, trimmedName, versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { MAX_COVER_BODY_BYTES, storeCover } from './covers.ts';
import * as repository from './dramas.repository.ts';
import { requireValidDrama } from './dramas.rules.ts';

export const DRAMA = 'drama';

type Fields = repository.DramaFields;

async function requireDrama(context: CallContext, id: number) {
  const found = await repository.findDrama(context.db, context.caller, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return repository.toDramaRow(found, context);
}

async function createDrama(context: CallContext, request: RequestOf<typeof dramas.createDrama>) {
  const { db, now } = context;
  const fields: Omit<Fields, 'cover_key'> & { code: string } = {
    code: request.code,
    title: trimmedName(request.title, 'title'),
    title_en: request.title_en?.trim() || null,
    language: request.language,
    genres: request.genres,
    episodes_total: request.episodes_total,
    free_episodes: request.free_episodes,
    price_model: request.price_model,
    target_roi_d0_bp: request.target_roi_d0_bp,
    online_at: request.online_at ?? null,
    copyright_until: request.copyright_until ?? null,
    status: 'on',
  };
  requireValidDrama(fields);
  const drama = { ...fields, cover_key: (await storeCover(context, request.cover)) ?? null };
  const id = await repository.insertDrama(db, { ...drama, now }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'code' });
    throw error;
  });
  context.audit({ targetType: DRAMA, targetId: id, targetLabel: drama.code, summary: drama.title, after: drama });
  return await requireDrama(context, id);
}

/** Writes the fields that differ and returns the row as it is afterwards. */
async function applyChanges(context: CallContext, before: repository.LockedDrama, after: Partial<Fields>) {
  const changes = changesBetween<Fields>(before, after);
  if (changes === null) {
    context.unchanged();
    return await requireDrama(context, before.id);
  }
  await repository.updateDrama(context.db, before.id, changes.after, context.now);
  context.audit({
    targetType: DRAMA,
    targetId: before.id,
    targetLabel: before.code,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireDrama(context, before.id);
}

async function editDrama(context: CallContext, request: RequestOf<typeof dramas.editDrama>) {
  const before = await repository.lockDrama(context.db, request.id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (before.version !== request.version) throw await versionConflict(context, DRAMA, await requireDrama(context, before.id));
  const { id: _id, version: _version, idempotency_key: _key, cover, title, title_en, ...rest } = request;
  const fields: Partial<Fields> = {
    ...rest,
    ...(title === undefined ? {} : { title: trimmedName(title, 'title') }),
    ...(title_en === undefined ? {} : { title_en: title_en?.trim() || null }),
  };
  requireValidDrama({ ...before, ...fields });
  const key = await storeCover(context, cover);
  return await applyChanges(context, before, key === undefined ? fields : { ...fields, cover_key: key });
}

async function setStatus(context: CallContext, { id, status }: RequestOf<typeof dramas.setDramaStatus>) {
  const before = await repository.lockDrama(context.db, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  const isExpired = before.copyright_until !== null && before.copyright_until < (await loadBusinessDay(context.db, context.now));
  if (status === 'on' && before.status === 'off' && isExpired) throw refuse('CONTENT_OFF');
  return await applyChanges(context, before, { status });
}

async function deleteDrama(context: CallContext, { id, reason }: RequestOf<typeof dramas.deleteDrama>) {
  const { db, now } = context;
  const before = await repository.lockDrama(db, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  await requireContentUnused(db, 'drama', id);
  await repository.updateDrama(db, id, { deleted_at: now }, now);
  context.audit({ targetType: DRAMA, targetId: id, targetLabel: before.code, summary: reason.trim(), before: { title: before.title } });
  return {};
}

export const dramaCalls = [
  defineCall({
    endpoint: dramas.listDramas,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, found] = await Promise.all([
        repository.countDramas(db, request),
        repository.loadDramaPage(db, caller, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list: found.map((row) => repository.toDramaRow(row, context)), total, page, page_size: limit };
    },
  }),
  defineCall({ endpoint: dramas.dramaDetail, audit: 'read', handle: (context, { id }) => requireDrama(context, id) }),
  defineCall({ endpoint: dramas.createDrama, audit: 'write', subject: DRAMA, bodyMax: MAX_COVER_BODY_BYTES, handle: createDrama }),
  defineCall({ endpoint: dramas.editDrama, audit: 'write', subject: DRAMA, bodyMax: MAX_COVER_BODY_BYTES, handle: editDrama }),
  defineCall({ endpoint: dramas.setDramaStatus, audit: 'write', subject: DRAMA, handle: setStatus }),
  defineCall({ endpoint: dramas.deleteDrama, audit: 'write', subject: DRAMA, handle: deleteDrama }),
  defineCall({
    endpoint: dramas.simpleDramas,
    audit: 'read',
    async handle({ db, language }, { usable, page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.loadSimpleDramas(db, { ...query, limit: page_size, offset: (page - 1) * page_size });
      const offText = reasonText('CONTENT_OFF', language);
      return { list: list.map((row) => (usable === true && row.status === 'off' ? { ...row, disabled: offText } : row)), total };
    },
  }),
];
