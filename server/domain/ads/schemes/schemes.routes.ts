import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import * as schemes from '#contracts/endpoints/schemes.ts';
import { loadAudiences, searchInterests } from '../../assets/index.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { isUniqueViolation } from '../../faults.ts';
import { toListFreshness } from '../../insights/index.ts';
import { changesBetween, trimmedName, versionConflict } from '../../people/index.ts';
import { type FieldFault, Refusal, refuse, refuseField, refuseTakenName } from '../../refusal.ts';
import { exportFile } from '../../spreadsheet/index.ts';
import { toCanonicalJson } from '../canonical.ts';
import { loadCampaignAsBody } from './campaign-body.ts';
import { findBodyFaults, findReferenceFaults } from './scheme-references.ts';
import { describeSchemeFilters, exportColumns } from './schemes.exports.ts';
import * as repository from './schemes.repository.ts';

const SCHEME = 'scheme';

/** Turns a violation of the unique index, by a concurrent write, into DUPLICATE. */
async function refuseDuplicateName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'name' });
    throw error;
  }
}

async function requireRow(context: CallContext, id: number) {
  const found = await repository.findScheme(context.db, context, id);
  if (found === undefined) throw refuse('NOT_FOUND');
  return found;
}

async function loadDetail(context: CallContext, id: number, version?: number) {
  const found = await requireRow(context, id);
  const shownVersion = version ?? found.current_version;
  const body = shownVersion === found.current_version ? found.body : await repository.findBody(context.db, id, shownVersion);
  if (body === undefined) throw refuse('NOT_FOUND');
  const versions = await repository.loadVersions(context.db, id);
  return { ...repository.toSchemeRow(found, context.caller), shown_version: shownVersion, body, versions_count: versions.length };
}

const trimToNull = (value: string | null | undefined): string | null => value?.trim() || null;

function requireNoFaults(faults: readonly FieldFault[]): void {
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

/**
 * Requires a valid body whose objects exist and can be used; only a draft may be incomplete. A disabled scheme's objects are checked when
 * it is enabled again.
 */
async function requireValidBody(
  { db, caller, now }: CallContext,
  scheme: { biz: 'dj' | 'ec'; channel: 'meta' | 'tiktok'; body: UnfinishedBody },
  status: repository.NewScheme['status'],
): Promise<void> {
  const isDraft = status === 'draft';
  requireNoFaults(findBodyFaults(scheme.body, now, { isDraft }));
  if (status !== 'disabled') requireNoFaults(await findReferenceFaults(db, caller, scheme, { isDraft }));
}

async function insert(context: CallContext, scheme: repository.NewScheme, body: UnfinishedBody): Promise<{ id: number; version: number }> {
  const { db, caller, now } = context;
  if (await repository.isNameTaken(db, { owner: caller.userId, name: scheme.name })) throw refuseTakenName(scheme.name);
  const id = await refuseDuplicateName(() => repository.insertScheme(db, scheme, body, { by: caller.userId, now }));
  context.audit({ targetType: SCHEME, targetId: id, targetLabel: scheme.name, after: { ...scheme, body } });
  return { id, version: 1 };
}

async function create(context: CallContext, request: RequestOf<typeof schemes.createScheme>) {
  const { biz, channel, visibility, body, enable = false } = request;
  const status = enable ? ('enabled' as const) : ('draft' as const);
  await requireValidBody(context, { biz, channel, body }, status);
  return await insert(
    context,
    { name: trimmedName(request.name), biz, channel, visibility, remark: trimToNull(request.remark), status },
    body,
  );
}

async function copy(context: CallContext, { id, scheme_version, name, enable }: RequestOf<typeof schemes.copyScheme>) {
  const { biz, channel, remark, body } = await loadDetail(context, id, scheme_version);
  if (enable) await requireValidBody(context, { biz, channel, body }, 'enabled');
  const status = enable ? ('enabled' as const) : ('draft' as const);
  return await insert(context, { name: trimmedName(name), biz, channel, visibility: 'private', remark, status }, body);
}

const MAX_NAME_LENGTH = 60;
/** Room for a number behind a name that is taken. */
const NUMBER_LENGTH = 4;

/** The name of the campaign, with a number when the caller has a scheme of that name. */
async function findFreeName({ db, caller }: CallContext, name: string): Promise<string> {
  const base = [...name.trim()]
    .slice(0, MAX_NAME_LENGTH - NUMBER_LENGTH)
    .join('')
    .trim();
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? base : `${base} ${number}`;
    if (!(await repository.isNameTaken(db, { owner: caller.userId, name: candidate }))) return candidate;
  }
}

async function saveCampaign(context: CallContext, { campaign_id }: RequestOf<typeof schemes.saveCampaignAsScheme>) {
  const { db, caller, now } = context;
  const found = await loadCampaignAsBody(db, caller, campaign_id, now);
  if (found === undefined) throw refuse('NOT_FOUND');
  const { biz, channel } = found;
  // A site, page or pixel that is gone or out of sight by now is chosen anew in the draft.
  const hasFaults = (await findReferenceFaults(db, caller, found, { isDraft: true })).length > 0;
  const body = hasFaults ? { ...found.body, identity: { ...found.body.identity, ...NO_REFERENCES } } : found.body;
  await requireValidBody(context, { biz, channel, body }, 'draft');
  const name = await findFreeName(context, found.name);
  return { ...(await insert(context, { name, biz, channel, visibility: 'private', remark: null, status: 'draft' }, body)), name };
}

const NO_REFERENCES = { site_id: null, pixel_mode: 'site_default' as const, pixel_id: null, homepage_ids: [], landing_page_ids: [] };

/** Locks a scheme that the caller may change, in the version they saw. */
async function lockChangeable(context: CallContext, { id, version }: { id: number; version?: number }): Promise<repository.LockedScheme> {
  const before = await repository.lockScheme(context.db, context.caller, id);
  if (before === undefined) throw refuse('NOT_FOUND');
  if (!before.isWritable) throw refuse('NOT_OWNER');
  if (version !== undefined && before.version !== version) {
    const latest = repository.toSchemeRow(await requireRow(context, id), context.caller);
    throw await versionConflict(context, SCHEME, latest, await loadDetail(context, id));
  }
  return before;
}

async function edit(context: CallContext, request: RequestOf<typeof schemes.editScheme>) {
  const { db, caller, now } = context;
  const before = await lockChangeable(context, request);
  const { id, body } = request;
  const fields = {
    ...(request.name === undefined ? {} : { name: trimmedName(request.name) }),
    ...(request.visibility === undefined ? {} : { visibility: request.visibility }),
    ...(request.remark === undefined ? {} : { remark: trimToNull(request.remark) }),
    ...(request.enable === undefined ? {} : { status: 'enabled' as const }),
  };
  const columns = changesBetween<Partial<repository.NewScheme>>(before, fields);
  const hasNewBody = body !== undefined && toCanonicalJson(body) !== toCanonicalJson(before.body);
  if (columns === null && !hasNewBody) {
    context.unchanged();
    return await loadDetail(context, id);
  }
  const { name, status = before.status } = columns?.after ?? {};
  const owner = (await requireRow(context, id)).owner.id;
  if (name !== undefined && (await repository.isNameTaken(db, { owner, name, except: id }))) throw refuseTakenName(name);
  // A published version is never overwritten.
  const current_version = before.current_version + (hasNewBody && before.last_published_at !== null ? 1 : 0);
  if (hasNewBody || status !== before.status) await requireValidBody(context, { ...before, body: body ?? before.body }, status);
  if (hasNewBody) {
    await repository.writeBody(db, { id, version: current_version }, body, { by: caller.userId, now });
  }
  await refuseDuplicateName(() => repository.updateScheme(db, id, { ...columns?.after, current_version }, now));
  context.audit({
    targetType: SCHEME,
    targetId: id,
    targetLabel: before.name,
    summary: { codes: [...Object.keys(columns?.after ?? {}), ...(hasNewBody ? [`body v${current_version}`] : [])] },
    before: { ...columns?.before, ...(hasNewBody ? { body: before.body } : {}) },
    after: { ...columns?.after, ...(hasNewBody ? { body, current_version } : {}) },
  });
  return await loadDetail(context, id);
}

async function setStatus(context: CallContext, request: RequestOf<typeof schemes.setSchemeStatus>) {
  const { db, now } = context;
  const { id, status } = request;
  const before = await lockChangeable(context, request);
  if (before.status === status) {
    context.unchanged();
    return await loadDetail(context, id);
  }
  if (before.status === 'draft' && status === 'disabled') throw refuseField('status', 'schemeDraft');
  if (status === 'enabled') await requireValidBody(context, before, status);
  await repository.updateScheme(db, id, { status }, now);
  context.audit({
    targetType: SCHEME,
    targetId: id,
    targetLabel: before.name,
    summary: { codes: ['status'] },
    before: { status: before.status },
    after: { status },
  });
  return await loadDetail(context, id);
}

async function remove(context: CallContext, { id }: RequestOf<typeof schemes.deleteScheme>) {
  const { db, now } = context;
  const before = await lockChangeable(context, { id });
  const batch_id = await repository.findRunningPublish(db, id);
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
        repository.loadSchemePage(db, context, { ...query, limit: page_size, offset: (page - 1) * page_size }),
        repository.loadRoiFreshness(db, context),
      ]);
      const list = found.map((row) => repository.toSchemeRow(row, caller));
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
        shape: (found) => repository.toSchemeRow(found, caller),
        figuresAsOf: (db) => repository.loadRoiFreshness(db, context),
        filters: (db) => describeSchemeFilters(db, request),
      });
    },
  }),
  defineCall({
    endpoint: schemes.schemeDetail,
    audit: 'read',
    handle: (context, { id, scheme_version }) => loadDetail(context, id, scheme_version),
  }),
  defineCall({
    endpoint: schemes.schemeVersions,
    audit: 'read',
    async handle(context, { id }) {
      await requireRow(context, id);
      const found = await repository.loadVersions(context.db, id);
      return { list: found.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })) };
    },
  }),
  defineCall({
    endpoint: schemes.simpleSchemes,
    audit: 'read',
    async handle({ db, caller, language }, { page = 1, page_size = 20, ...query }) {
      const { list, total } = await repository.loadSimpleSchemes(db, caller, {
        ...query,
        limit: page_size,
        offset: (page - 1) * page_size,
      });
      const why = { zh: '方案未启用', en: 'Not enabled' }[language];
      return { list: list.map((row) => (row.status === 'enabled' ? row : { ...row, disabled: why })), total };
    },
  }),
  defineCall({ endpoint: schemes.createScheme, audit: 'write', subject: SCHEME, handle: create }),
  defineCall({ endpoint: schemes.editScheme, audit: 'write', subject: SCHEME, handle: edit }),
  defineCall({ endpoint: schemes.copyScheme, audit: 'write', subject: SCHEME, handle: copy }),
  defineCall({
    endpoint: schemes.schemeAudiences,
    audit: 'read',
    handle: async ({ db, caller }) => ({ list: await loadAudiences(db, caller) }),
  }),
  defineCall({
    endpoint: schemes.schemeInterests,
    audit: 'read',
    handle: async (context, { keyword = '' }) => ({ list: await searchInterests(context, keyword.trim()) }),
  }),
  defineCall({ endpoint: schemes.saveCampaignAsScheme, audit: 'write', subject: SCHEME, handle: saveCampaign }),
  defineCall({ endpoint: schemes.setSchemeStatus, audit: 'write', subject: SCHEME, handle: setStatus }),
  defineCall({ endpoint: schemes.deleteScheme, audit: 'write', subject: SCHEME, handle: remove }),
];
