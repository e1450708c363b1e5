import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import * as schemes from '#contracts/endpoints/schemes.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { isUniqueViolation } from '../../faults.ts';
import { toListFreshness } from '../../insights/index.ts';
import { changesBetween, trimmedName, versionConflict } from '../../people/index.ts';
import { type FieldFault, Refusal, refuse, refuseField, refuseTakenName } from '../../refusal.ts';
import { exportFile } from '../../spreadsheet/index.ts';
import { canonical } from '../canonical.ts';
import { bodyFaults, referenceFaults } from './scheme-references.ts';
import { exportColumns, schemeFiltersInWords } from './schemes.exports.ts';
import * as repository from './schemes.repository.ts';

const SCHEME = 'scheme';

/** The name is free now; the unique index settles who comes first. */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'name' });
    throw error;
  }
}

async function rowOf(context: CallContext, id: number) {
  const found = await repository.schemeById(context.db, context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

async function detailOf(context: CallContext, id: number, version?: number) {
  const found = await rowOf(context, id);
  const shown = version ?? found.current_version;
  const body = shown === found.current_version ? found.body : await repository.bodyOf(context.db, id, shown);
  if (body === undefined) throw refuse('NOT_FOUND');
  const versions = await repository.versionsOf(context.db, id);
  return { ...repository.schemeAsRow(found, context.caller), shown_version: shown, body, versions_count: versions.length };
}

const text = (value: string | null | undefined): string | null => value?.trim() || null;

function requireSound(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

/**
 * What it says is sound, and everything it names is there and may be used; of a draft alone things may be missing. What was disabled is
 * looked at for what it names when it is enabled again.
 */
async function requireBody(
  { db, caller, now }: CallContext,
  scheme: { biz: 'dj' | 'ec'; channel: 'meta' | 'tiktok'; body: UnfinishedBody },
  status: repository.NewScheme['status'],
): Promise<void> {
  const isDraft = status === 'draft';
  requireSound(bodyFaults(scheme.body, now, { isDraft }));
  if (status !== 'disabled') requireSound(await referenceFaults(db, caller, scheme, { isDraft }));
}

async function insert(context: CallContext, scheme: repository.NewScheme, body: UnfinishedBody): Promise<{ id: number; version: number }> {
  const { db, caller, now } = context;
  if (await repository.isNameTaken(db, { owner: caller.userId, name: scheme.name })) throw refuseTakenName(scheme.name);
  const id = await named(() => repository.insertScheme(db, scheme, body, { by: caller.userId, now }));
  context.audit({ targetType: SCHEME, targetId: id, targetLabel: scheme.name, after: { ...scheme, body } });
  return { id, version: 1 };
}

async function create(context: CallContext, request: RequestOf<typeof schemes.createScheme>) {
  const { biz, channel, visibility, body, enable = false } = request;
  const status = enable ? ('enabled' as const) : ('draft' as const);
  await requireBody(context, { biz, channel, body }, status);
  return await insert(context, { name: trimmedName(request.name), biz, channel, visibility, remark: text(request.remark), status }, body);
}

async function copy(context: CallContext, { id, scheme_version, name, enable }: RequestOf<typeof schemes.copyScheme>) {
  const { biz, channel, remark, body } = await detailOf(context, id, scheme_version);
  if (enable) await requireBody(context, { biz, channel, body }, 'enabled');
  const status = enable ? ('enabled' as const) : ('draft' as const);
  return await insert(context, { name: trimmedName(name), biz, channel, visibility: 'private', remark, status }, body);
}

/** A scheme that the caller may change, as they saw it, locked. */
async function held(context: CallContext, { id, version }: { id: number; version?: number }): Promise<repository.LockedScheme> {
  const before = await repository.lockScheme(context.db, context.caller, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (!before.isWritable) throw refuse('NOT_OWNER');
  if (version !== undefined && before.version !== version) {
    const latest = repository.schemeAsRow(await rowOf(context, id), context.caller);
    throw await versionConflict(context, SCHEME, latest, await detailOf(context, id));
  }
  return before;
}

async function edit(context: CallContext, request: RequestOf<typeof schemes.editScheme>) {
  const { db, caller, now } = context;
  const before = await held(context, request);
  const { id, body } = request;
  const given = {
    ...(request.name === undefined ? {} : { name: trimmedName(request.name) }),
    ...(request.visibility === undefined ? {} : { visibility: request.visibility }),
    ...(request.remark === undefined ? {} : { remark: text(request.remark) }),
    ...(request.enable === undefined ? {} : { status: 'enabled' as const }),
  };
  const columns = changesBetween<Partial<repository.NewScheme>>(before, given);
  const isOtherBody = body !== undefined && canonical(body) !== canonical(before.body);
  if (columns === null && !isOtherBody) {
    context.unchanged();
    return await detailOf(context, id);
  }
  const { name, status = before.status } = columns?.after ?? {};
  const owner = (await rowOf(context, id)).owner.id;
  if (name !== undefined && (await repository.isNameTaken(db, { owner, name, except: id }))) throw refuseTakenName(name);
  // What was published is kept as it was.
  const current_version = before.current_version + (isOtherBody && before.last_published_at !== null ? 1 : 0);
  if (isOtherBody || status !== before.status) await requireBody(context, { ...before, body: body ?? before.body }, status);
  if (isOtherBody) {
    await repository.writeBody(db, { id, version: current_version }, body, { by: caller.userId, now });
  }
  await named(() => repository.updateScheme(db, id, { ...columns?.after, current_version }, now));
  context.audit({
    targetType: SCHEME,
    targetId: id,
    targetLabel: before.name,
    summary: [...Object.keys(columns?.after ?? {}), ...(isOtherBody ? [`body v${current_version}`] : [])].join(', '),
    before: { ...columns?.before, ...(isOtherBody ? { body: before.body } : {}) },
    after: { ...columns?.after, ...(isOtherBody ? { body, current_version } : {}) },
  });
  return await detailOf(context, id);
}

async function setStatus(context: CallContext, request: RequestOf<typeof schemes.setSchemeStatus>) {
  const { db, now } = context;
  const { id, status } = request;
  const before = await held(context, request);
  if (before.status === status) {
    context.unchanged();
    return await detailOf(context, id);
  }
  if (before.status === 'draft' && status === 'disabled') throw refuseField('status', 'schemeDraft');
  if (status === 'enabled') await requireBody(context, before, status);
  await repository.updateScheme(db, id, { status }, now);
  context.audit({
    targetType: SCHEME,
    targetId: id,
    targetLabel: before.name,
    summary: 'status',
    before: { status: before.status },
    after: { status },
  });
  return await detailOf(context, id);
}

async function remove(context: CallContext, { id }: RequestOf<typeof schemes.deleteScheme>) {
  const { db, now } = context;
  const before = await held(context, { id });
  const batch_id = await repository.runningPublish(db, id);
  if (batch_id !== undefined) throw refuse('ENTITY_BUSY', { batch_id });
  await repository.updateScheme(db, id, { deleted_at: now }, now);
  const { name, status, current_version } = before;
  context.audit({
    targetType: SCHEME,
    targetId: id,
    targetLabel: name,
    before: { name, status, current_version },
    after: { deleted: true },
  });
  return { id };
}

export const schemeRouteCalls = [
  defineCall({
    endpoint: schemes.listSchemes,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, ...query }) {
      const { db, caller } = context;
      const [total, found, fresh] = await Promise.all([
        repository.countSchemes(db, caller, query),
        repository.pageOfSchemes(db, context, { ...query, limit: page_size, offset: (page - 1) * page_size }),
        repository.freshnessOfReturns(db, context),
      ]);
      const list = found.map((row) => repository.schemeAsRow(row, caller));
      return { list, total, page, page_size, ...toListFreshness(fresh, context.language) };
    },
  }),
  defineCall({
    endpoint: schemes.exportSchemes,
    audit: 'read',
    async handle(context, request) {
      const { caller } = context;
      return await exportFile(context, request, {
        page: { zh: '投放方案', en: 'Schemes' },
        slug: 'schemes',
        columns: exportColumns,
        count: (db) => repository.countSchemes(db, caller, request),
        rows: repository.selectSchemes(context, request),
        shape: (found) => repository.schemeAsRow(found, caller),
        figuresAsOf: (db) => repository.freshnessOfReturns(db, context),
        filters: (db) => schemeFiltersInWords(db, request),
      });
    },
  }),
  defineCall({
    endpoint: schemes.schemeDetail,
    audit: 'read',
    handle: (context, { id, scheme_version }) => detailOf(context, id, scheme_version),
  }),
  defineCall({
    endpoint: schemes.schemeVersions,
    audit: 'read',
    async handle(context, { id }) {
      await rowOf(context, id);
      const found = await repository.versionsOf(context.db, id);
      return { list: found.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })) };
    },
  }),
  defineCall({
    endpoint: schemes.simpleSchemes,
    audit: 'read',
    async handle({ db, caller, language }, { page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.simpleSchemes(db, caller, { ...query, limit: page_size, offset: (page - 1) * page_size });
      const why = { zh: '方案未启用', en: 'Not enabled' }[language];
      return { list: list.map((row) => (row.status === 'enabled' ? row : { ...row, disabled: why })), total };
    },
  }),
  defineCall({ endpoint: schemes.createScheme, audit: 'write', subject: SCHEME, handle: create }),
  defineCall({ endpoint: schemes.editScheme, audit: 'write', subject: SCHEME, handle: edit }),
  defineCall({ endpoint: schemes.copyScheme, audit: 'write', subject: SCHEME, handle: copy }),
  defineCall({ endpoint: schemes.setSchemeStatus, audit: 'write', subject: SCHEME, handle: setStatus }),
  defineCall({ endpoint: schemes.deleteScheme, audit: 'write', subject: SCHEME, handle: remove }),
];
