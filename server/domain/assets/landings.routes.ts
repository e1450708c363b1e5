import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import * as landings from '#contracts/endpoints/landing-pages.ts';
import { type CallContext, defineCall } from '../call.ts';
import { requireLandingUnused } from '../in-use.ts';
import { trimmedName, versionConflict } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { addLanding, changeLanding, LANDING, requireLockedLanding, requireLockedSite } from './landings.changes.ts';
import * as repository from './landings.repository.ts';
import { hasEpisode } from './landings.rules.ts';

async function requireRow(context: CallContext, id: number) {
  const row = await repository.findLandingRow(context.db, context, id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return row;
}

async function create(context: CallContext, request: RequestOf<typeof landings.createLanding>) {
  const site = await requireLockedSite(context, request.site_id);
  const { slug, template, start_episode = null, language, country = null, ab_group, status } = request;
  const title = trimmedName(request.title, 'title');
  const page = { title, slug, template, start_episode, language, country, ab_group: ab_group?.trim() || null, status };
  return await requireRow(context, await addLanding(context, site, request.content_id, page));
}

async function edit(context: CallContext, request: RequestOf<typeof landings.editLanding>) {
  const { id, version, force, idempotency_key: _, ...fields } = request;
  await context.batches.requireFree(context.db, LANDING, id);
  const locked = await requireLockedLanding(context, id);
  const { page } = locked;
  if (page.version !== version) throw await versionConflict(context, LANDING, await requireRow(context, id));
  // Changing to a template without episodes clears the episode unless the request sets one.
  const dropsEpisode = fields.start_episode === undefined && !hasEpisode(fields.template ?? page.template, page.biz);
  const change = await changeLanding(
    context,
    locked,
    {
      ...fields,
      title: fields.title === undefined ? page.title : trimmedName(fields.title, 'title'),
      slug: fields.slug ?? page.slug,
      template: fields.template ?? page.template,
      start_episode: dropsEpisode ? null : fields.start_episode === undefined ? page.start_episode : fields.start_episode,
      language: fields.language ?? page.language,
      country: fields.country === undefined ? page.country : fields.country,
      ab_group: fields.ab_group === undefined ? page.ab_group : fields.ab_group?.trim() || null,
      status: fields.status ?? page.status,
    },
    { isForced: force === true },
  );
  if (change === null) context.unchanged();
  return await requireRow(context, id);
}

async function remove(context: CallContext, { id }: RequestOf<typeof landings.deleteLanding>) {
  const { db, now } = context;
  await context.batches.requireFree(db, LANDING, id);
  const { page } = await requireLockedLanding(context, id);
  await requireLandingUnused(db, LANDING, id);
  await repository.updateLanding(db, id, { deleted_at: now }, now);
  const { version: _, ...before } = page;
  context.audit({ targetType: LANDING, targetId: id, targetLabel: page.title, summary: page.slug, before, after: { deleted: true } });
  return {};
}

const OBSTACLE_TEXTS = {
  draft: { zh: '落地页未上线', en: 'The landing page is a draft' },
  offline: { zh: '落地页已下线', en: 'The landing page is offline' },
  site: { zh: '站点已停用', en: 'Its site is disabled' },
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
        repository.loadLandingPage(db, context, { ...request, limit, offset: (page - 1) * limit }),
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
      const { list, total } = await repository.loadSimpleLandings(db, caller, { ...request, ...page });
      return {
        list: list.map(({ site_status, ...row }) => {
          const why = row.status === 'online' ? (site_status === 'on' ? undefined : OBSTACLE_TEXTS.site) : OBSTACLE_TEXTS[row.status];
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
