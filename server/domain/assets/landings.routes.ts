import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as landings from '#contracts/endpoints/landing-pages.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireLandingUnused } from '../in-use.ts';
import { trimmedName, versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { addLanding, changeLanding, holdLanding, holdSite, LANDING } from './landings.changes.ts';
import * as repository from './landings.repository.ts';
import { hasEpisode } from './landings.rules.ts';

async function requireRow(context: CallContext, id: number) {
  const row = await repository.landingRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function create(context: CallContext, request: RequestOf<typeof landings.createLanding>) {
  const site = await holdSite(context, request.site_id);
  const { slug, template, start_episode = null, language, country = null, ab_group, status } = request;
  const title = trimmedName(request.title, 'title');
  const page = { title, slug, template, start_episode, language, country, ab_group: ab_group?.trim() || null, status };
  return await requireRow(context, await addLanding(context, site, request.content_id, page));
}

async function edit(context: CallContext, request: RequestOf<typeof landings.editLanding>) {
  const { id, version, force, idempotency_key: _, ...given } = request;
  await context.batches.requireFree(context.db, LANDING, id);
  const held = await holdLanding(context, id);
  const { page } = held;
  if (page.version !== version) throw await versionConflict(context, LANDING, await requireRow(context, id));
  // A template without episodes takes the episode away, where the request does not say otherwise.
  const isDropped = given.start_episode === undefined && !hasEpisode(given.template ?? page.template, page.biz);
  const change = await changeLanding(
    context,
    held,
    {
      ...given,
      title: given.title === undefined ? page.title : trimmedName(given.title, 'title'),
      slug: given.slug ?? page.slug,
      template: given.template ?? page.template,
      start_episode: isDropped ? null : given.start_episode === undefined ? page.start_episode : given.start_episode,
      language: given.language ?? page.language,
      country: given.country === undefined ? page.country : given.country,
      ab_group: given.ab_group === undefined ? page.ab_group : given.ab_group?.trim() || null,
      status: given.status ?? page.status,
    },
    { forced: force === true },
  );
  if (change === null) context.unchanged();
  return await requireRow(context, id);
}

async function remove(context: CallContext, { id }: RequestOf<typeof landings.deleteLanding>) {
  const { db, now } = context;
  await context.batches.requireFree(db, LANDING, id);
  const { page } = await holdLanding(context, id);
  await requireLandingUnused(db, LANDING, id);
  await repository.updateLanding(db, id, { deleted_at: now }, now);
  const { version: _, ...before } = page;
  context.audit({ targetType: LANDING, targetId: id, targetLabel: page.title, summary: page.slug, before, after: { deleted: true } });
  return {};
}

const notNow = {
  draft: { zh: '落地页未上线', en: 'The landing page is a draft' },
  offline: { zh: '落地页已下线', en: 'The landing page is offline' },
  site: { zh: '站点已停用', en: 'Its site is off' },
} as const;

export const landingCalls = [
  defineCall({
    endpoint: landings.listLandings,
    audit: 'read',
    async handle(context, request) {
      const { db, caller } = context;
      const page = request.page ?? 1;
      const limit = request.page_size ?? 20;
      const [total, list] = await Promise.all([
        repository.countLandings(db, caller, request),
        repository.pageOfLandings(db, context, { ...request, limit, offset: (page - 1) * limit }),
      ]);
      return { list, total, page, page_size: limit };
    },
  }),
  defineCall({
    endpoint: landings.simpleLandings,
    audit: 'read',
    async handle({ db, caller, language }, request) {
      const limit = request.page_size ?? 20;
      const page = { limit, offset: ((request.page ?? 1) - 1) * limit };
      const { list, total } = await repository.simpleLandings(db, caller, { ...request, ...page });
      return {
        list: list.map(({ site_status, ...row }) => {
          const why = row.status === 'online' ? (site_status === 'on' ? undefined : notNow.site) : notNow[row.status];
          return why === undefined ? row : { ...row, disabled: why[language] };
        }),
        total,
      };
    },
  }),
  defineCall({ endpoint: landings.createLanding, audit: 'write', subject: LANDING, handle: create }),
  defineCall({ endpoint: landings.editLanding, audit: 'write', subject: LANDING, handle: edit }),
  defineCall({ endpoint: landings.deleteLanding, audit: 'write', subject: LANDING, handle: remove }),
];
