import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as landings from '#contracts/endpoints/landing-pages.ts';
import type { AnyBatchType, BatchType } from '../batches/index.ts';
import { type CallContext, defineCall } from '../call.ts';
import { isListed } from '../dictionaries.ts';
import { Refusal, refuse, refuseField } from '../refusal.ts';
import { resolveSelection } from '../selection.ts';
import {
  addLanding,
  changeLanding,
  LANDING,
  type NewLanding,
  requireLockedLanding,
  requireLockedSite,
  requireSiteOn,
} from './landings.changes.ts';
import * as repository from './landings.repository.ts';
import { createSlug, hasEpisode, toTitle } from './landings.rules.ts';

const ORIGIN = '/auth/site';

const createBatch: BatchType<{ site_id: number }, NewLanding & { content_id: number }> = {
  type: 'landing_create',
  targetType: LANDING,
  access: landings.createLandings.access,
  action: 'asset',
  effect: 'database',
  retryable: true,
  async run(context, item) {
    const site = await requireLockedSite(context, item.params.site_id);
    const { content_id, ...page } = item.itemParams;
    const targetId = await addLanding(context, site, content_id, page);
    return { outcome: 'succeeded', targetId, after: { slug: page.slug, status: page.status } };
  },
};

const statusBatch: BatchType<{ status: 'online' | 'offline'; force?: boolean }, object> = {
  type: 'landing_status',
  targetType: LANDING,
  access: landings.setLandingStatuses.access,
  action: 'asset',
  effect: 'database',
  retryable: true,
  async run(context, item) {
    if (item.targetId === null) throw refuse('NOT_FOUND');
    const { status, force = false } = item.params;
    const locked = await requireLockedLanding(context, item.targetId);
    const before = { status: locked.page.status };
    const change = await changeLanding(context, locked, { status }, { isForced: force });
    return change === null ? { outcome: 'skipped', reason: 'NO_CHANGE' } : { outcome: 'succeeded', before, after: { status } };
  },
};

export const landingBatchTypes: readonly AnyBatchType[] = [createBatch, statusBatch];

/** Refuses values that would make every page fail. */
function requireListed({ languages, country }: RequestOf<typeof landings.createLandings>): void {
  const wrong = languages.findIndex((language) => !isListed('languages', language));
  const faults = [
    ...(wrong < 0 ? [] : [{ field: `languages.${wrong}`, rule: 'enum' }]),
    ...(country === undefined || country === null || isListed('countries', country) ? [] : [{ field: 'country', rule: 'enum' }]),
  ];
  if (faults.length > 0) throw new Refusal('VALIDATION', { faults });
}

async function createLandings(context: CallContext, request: RequestOf<typeof landings.createLandings>) {
  const { content_ids, languages, templates, start_episode = null, country = null, ab_group = null, status } = request;
  const site = await requireLockedSite(context, request.site_id);
  requireSiteOn(site, status);
  requireListed(request);
  const count = content_ids.length * languages.length * templates.length;
  if (count > landings.LANDINGS_AT_ONCE) throw refuseField('content_ids', 'selectionMax', { count, limit: landings.LANDINGS_AT_ONCE });
  if (start_episode !== null && !templates.some((template) => hasEpisode(template, site.biz)))
    throw refuseField('start_episode', 'noEpisode');
  const contents = await repository.loadContents(context.db, site.biz, content_ids);
  const missing = content_ids.findIndex((id) => !contents.has(id));
  if (missing >= 0) throw refuseField(`content_ids.${missing}`, 'exists');
  return await context.batches.start(context, {
    type: createBatch.type,
    action: landings.createLandings.path,
    origin: ORIGIN,
    reason: request.reason,
    idempotencyKey: request.idempotency_key,
    summary: { zh: `在 ${site.name} 生成落地页`, en: `Create landing pages on ${site.name}` },
    params: { site_id: site.id },
    items: [...contents.values()].flatMap((content) =>
      languages.flatMap((language) =>
        templates.map((template) => {
          const slug = createSlug(content.code, language, template);
          const episode = hasEpisode(template, site.biz) ? start_episode : null;
          const page = { template, language, country, ab_group: ab_group?.trim() || null, status, start_episode: episode, slug };
          return { targetId: null, label: slug, params: { ...page, title: toTitle(content.name), content_id: content.id } };
        }),
      ),
    ),
  });
}

async function setStatuses(context: CallContext, request: RequestOf<typeof landings.setLandingStatuses>) {
  const { db, caller } = context;
  const { status, force = false } = request;
  const ids = await resolveSelection(context, request, {
    count: (filter: repository.LandingFilter) => repository.countLandings(db, caller, filter),
    pick: (filter, max) => repository.selectLandingIds(db, caller, filter, max),
  });
  const titles = await repository.loadTitles(db, caller, ids);
  return await context.batches.start(context, {
    type: statusBatch.type,
    action: landings.setLandingStatuses.path,
    origin: ORIGIN,
    reason: request.reason,
    idempotencyKey: request.idempotency_key,
    summary: status === 'online' ? { zh: '落地页上线', en: 'Landing pages online' } : { zh: '落地页下线', en: 'Landing pages offline' },
    params: { status, force },
    items: ids.map((id) => ({ targetId: id, label: titles.get(id) ?? `#${id}` })),
  });
}

export const landingBatchCalls = [
  defineCall({
    endpoint: landings.createLandings,
    audit: 'write',
    subject: LANDING,
    handle: createLandings,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({
    endpoint: landings.setLandingStatuses,
    audit: 'write',
    subject: LANDING,
    handle: setStatuses,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
];
