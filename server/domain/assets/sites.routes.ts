import { randomBytes } from 'node:crypto';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as sites from '#contracts/endpoints/sites.ts';
import { normalizeDomain } from '#contracts/rules/sites.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isListed } from '../dictionaries.ts';
import { isUniqueViolation } from '../faults.ts';
import { requireLandingUnused } from '../in-use.ts';
import { changesBetween, trimmedName, versionConflict } from '../people/index.ts';
import { type FieldFault, Refusal, refuse } from '../refusal.ts';
import { planSiteAssets } from './site-relations.ts';
import * as repository from './sites.repository.ts';
import { findAppUrlFaults, findNextTry, findUrlTagsFault, toProof } from './sites.rules.ts';
import { verifyDomain } from './sites.verify.ts';

export const SITE = 'site';

/** Turns a violation of the unique index, by a concurrent write, into DUPLICATE. */
async function refuseDuplicateDomain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('DUPLICATE', { field: 'domain' });
    throw error;
  }
}

async function requireRow(context: CallContext, id: number) {
  const row = await repository.findSiteRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function requireLocked({ db, caller }: CallContext, id: number): Promise<repository.LockedSite> {
  const site = await repository.lockSite(db, caller, id);
  if (site === undefined) throw refuse('NOT_FOUND');
  return site;
}

const trimToNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** Refuses all invalid fields at once; returns the normalized domain. */
function requireValidFields(
  site: Pick<repository.LockedSite, 'kind' | 'domain' | 'app_url_ios' | 'app_url_android' | 'url_tags' | 'timezone_name'>,
): string {
  const domain = normalizeDomain(site.domain);
  const tags = findUrlTagsFault(site.url_tags);
  const faults: FieldFault[] = [
    ...(domain === undefined ? [{ field: 'domain', rule: 'host' }] : []),
    ...findAppUrlFaults(site),
    ...(tags === null ? [] : [tags]),
    ...(isListed('timezones', site.timezone_name) ? [] : [{ field: 'timezone_name', rule: 'timezone' }]),
  ];
  if (domain === undefined || faults.length > 0) throw new Refusal('VALIDATION', { faults });
  return domain;
}

async function create(context: CallContext, request: RequestOf<typeof sites.createSite>) {
  const { db, caller, now } = context;
  const fields = {
    name: trimmedName(request.name),
    biz: request.biz,
    kind: request.kind,
    domain: request.domain,
    app_url_ios: trimToNull(request.app_url_ios),
    app_url_android: trimToNull(request.app_url_android),
    url_tags: request.url_tags.trim(),
    timezone_name: request.timezone_name,
    verify_method: request.verify_method,
  };
  const domain = requireValidFields(fields);
  if (await repository.isDomainTaken(db, domain)) throw refuse('DUPLICATE', { field: 'domain' });
  const site = { ...fields, domain, verify_token: createToken() };
  const id = await refuseDuplicateDomain(() => repository.insertSite(db, site, { by: caller.userId, now }));
  const related = await planSiteAssets(context, { id, default_pixel_id: null, default_homepage_id: null }, request);
  await related.save();
  const { verify_token: _, ...shown } = site;
  context.audit({ targetType: SITE, targetId: id, targetLabel: site.name, summary: domain, after: { ...shown, ...related.after } });
  return await requireRow(context, id);
}

const createToken = () => randomBytes(16).toString('hex');

async function edit(context: CallContext, request: RequestOf<typeof sites.editSite>) {
  const { db, now } = context;
  await context.batches.requireFree(db, SITE, request.id);
  const before = await requireLocked(context, request.id);
  if (before.version !== request.version) throw await versionConflict(context, SITE, await requireRow(context, before.id));
  const fields = {
    name: request.name === undefined ? before.name : trimmedName(request.name),
    biz: request.biz ?? before.biz,
    kind: request.kind ?? before.kind,
    domain: request.domain ?? before.domain,
    app_url_ios: request.app_url_ios === undefined ? before.app_url_ios : trimToNull(request.app_url_ios),
    app_url_android: request.app_url_android === undefined ? before.app_url_android : trimToNull(request.app_url_android),
    url_tags: request.url_tags?.trim() ?? before.url_tags,
    timezone_name: request.timezone_name ?? before.timezone_name,
    verify_method: request.verify_method ?? before.verify_method,
  };
  const after = { ...fields, domain: requireValidFields(fields) };
  if (after.domain !== before.domain && (await repository.isDomainTaken(db, after.domain, before.id))) {
    throw refuse('DUPLICATE', { field: 'domain' });
  }
  if (after.biz !== before.biz && (await repository.countBelongings(db, before.id)).landings > 0) {
    throw new Refusal('VALIDATION', { faults: [{ field: 'biz', rule: 'siteBiz' }] });
  }
  const related = await planSiteAssets(context, before, request);
  const columns = changesBetween(pickKeys(before, after), after);
  const relations = changesBetween(related.before, related.after);
  if (columns === null && relations === null) {
    context.unchanged();
    return await requireRow(context, before.id);
  }
  const needsVerification = after.domain !== before.domain || after.verify_method !== before.verify_method;
  const unverified = { verify_state: 'pending', verified_at: null, verify_error: null, verify_token: createToken() } as const;
  await refuseDuplicateDomain(() =>
    repository.updateSite(db, before.id, { ...columns?.after, ...(needsVerification ? unverified : {}) }, now),
  );
  await related.save();
  const changes = { before: { ...columns?.before, ...relations?.before }, after: { ...columns?.after, ...relations?.after } };
  context.audit({
    targetType: SITE,
    targetId: before.id,
    targetLabel: before.name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireRow(context, before.id);
}

/** Picks the keys of another object. */
const pickKeys = <T extends object>(from: T, like: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.keys(like).map((key) => [key, from[key as keyof T]])) as Partial<T>;

async function setStatus(context: CallContext, { id, status }: RequestOf<typeof sites.setSiteStatus>) {
  const { db, now } = context;
  await context.batches.requireFree(db, SITE, id);
  const before = await requireLocked(context, id);
  if (before.status === status) {
    context.unchanged();
    return await requireRow(context, id);
  }
  if (status === 'off') await requireLandingUnused(db, SITE, id);
  await repository.updateSite(db, id, { status }, now);
  context.audit({
    targetType: SITE,
    targetId: id,
    targetLabel: before.name,
    summary: { codes: ['status'] },
    before: { status: before.status },
    after: { status },
  });
  return await requireRow(context, id);
}

async function remove(context: CallContext, { id }: RequestOf<typeof sites.deleteSite>) {
  const { db, now } = context;
  await context.batches.requireFree(db, SITE, id);
  const before = await requireLocked(context, id);
  const { products } = await repository.countBelongings(db, id);
  if (products > 0) throw refuse('SITE_IN_USE', { count: products });
  await requireLandingUnused(db, SITE, id);
  const landings = await repository.deleteBelongings(db, id, now);
  await repository.updateSite(db, id, { deleted_at: now, default_pixel_id: null, default_homepage_id: null }, now);
  const { name, domain, biz, kind } = before;
  context.audit({
    targetType: SITE,
    targetId: id,
    targetLabel: name,
    summary: domain,
    before: { name, domain, biz, kind },
    after: { deleted: true, landings },
  });
  return {};
}

async function bindAssets(context: CallContext, request: RequestOf<typeof sites.bindSiteAssets>) {
  const { db, now } = context;
  await context.batches.requireFree(db, SITE, request.id);
  const before = await requireLocked(context, request.id);
  const related = await planSiteAssets(context, before, request);
  const changes = changesBetween(related.before, related.after);
  if (changes === null) {
    context.unchanged();
    return await requireRow(context, before.id);
  }
  await repository.updateSite(db, before.id, {}, now);
  await related.save();
  context.audit({
    targetType: SITE,
    targetId: before.id,
    targetLabel: before.name,
    summary: { codes: Object.keys(changes.after) },
    ...changes,
  });
  return await requireRow(context, before.id);
}

export const siteCalls = [
  defineCall({
    endpoint: sites.listSites,
    audit: 'read',
    async handle(context, request) {
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        repository.countSites(context.db, context.caller, request),
        repository.loadSitePage(context.db, context, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: sites.simpleSites,
    audit: 'read',
    async handle({ db, caller }, request) {
      const limit = request.page_size ?? 20;
      return await repository.loadSimpleSites(db, caller, { ...request, limit, offset: ((request.page ?? 1) - 1) * limit });
    },
  }),
  defineCall({ endpoint: sites.siteDetail, audit: 'read', handle: (context, { id }) => requireRow(context, id) }),
  defineCall({ endpoint: sites.createSite, audit: 'write', subject: SITE, handle: create }),
  defineCall({ endpoint: sites.editSite, audit: 'write', subject: SITE, handle: edit }),
  defineCall({ endpoint: sites.setSiteStatus, audit: 'write', subject: SITE, handle: setStatus }),
  defineCall({ endpoint: sites.deleteSite, audit: 'write', subject: SITE, handle: remove }),
  defineCall({ endpoint: sites.bindSiteAssets, audit: 'write', subject: SITE, handle: bindAssets }),
  defineCall({
    endpoint: sites.verifyInfo,
    audit: 'read',
    async handle({ db, caller, now }, { id }) {
      const proof = await repository.findProof(db, caller, id);
      if (proof === undefined) throw refuse('NOT_FOUND');
      return { ...toProof(proof), next_try_at: findNextTry(proof.verify_tried_at, now)?.toISOString() ?? null };
    },
  }),
  defineCall({ endpoint: sites.verifySite, audit: 'own', subject: SITE, handle: (context, { id }) => verifyDomain(context, id) }),
];
