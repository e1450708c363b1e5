import * as admin from '#contracts/endpoints/admin-entities.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { isMetric } from '#contracts/rules/metrics.ts';
import { adminEntityExportColumns, adminEntityFilters, MAX_PAGED_ROWS } from '#contracts/vocabulary/admin-entities.ts';
import { type Call, type CallContext, defineCall } from '../../call.ts';
import { entityFacts, getLastDaysEverywhere, parseReportDays, queryCohort, queryTrend, toTrendAnswer } from '../../insights/index.ts';
import { refuse, refuseField } from '../../refusal.ts';
import { describeById, describeFilters } from '../../spreadsheet/index.ts';
import { adFilterNames } from '../ad-filter-words.ts';
import { loadEntityEvents } from '../events/index.ts';
import { type AdminFilter, findEntities, findParents, matchesFacts, toLaunchFilter } from './admin-entities.query.ts';
import { loadChannelObject } from './channel-objects.ts';
import { createItems, describeCount, selectEntityIds, startOrder } from './entities.orders.ts';
import { loadEntityBases } from './entity-bases.ts';
import { loadFactFilter, loadRelated } from './entity-details.query.ts';
import { sortColumn } from './entity-rows.sql.ts';
import { toBelonging } from './entity-rows.ts';
import { loadEntityTrend, parseTrend, requireVisible } from './entity-trend.ts';
import { answerLaunchList, exportLaunchFile } from './launch-answers.ts';
import { createExportColumns } from './launches.exports.ts';
import * as query from './launches.query.ts';
import { requireCreatedRange } from './launches.routes.ts';
import type { EntityLevel } from './levels.ts';
import { loadEntity } from './loaded-entity.ts';
import type { EmergencyParams } from './status.batch.ts';

/** Days of the figures where a request names none. */
const USUAL_DAYS = 7;
const COHORT_DAYS = 30;
/** Objects with a line of their own in a divided trend. */
const TREND_LINES = 8;

const PAGES = { campaign: '/admin/advertising/campaign', ad_group: '/admin/advertising/group', ad: '/admin/advertising/list' } as const;

const BY_SPEND: query.Sort = [{ field: 'spend', order: 'desc' }];

function parseDays({ date_from, date_to }: AdminFilter, { now, limits }: Pick<CallContext, 'now' | 'limits'>) {
  if (date_from === undefined && date_to === undefined) return getLastDaysEverywhere(now, USUAL_DAYS);
  if (date_from === undefined) throw refuseField('date_from', 'required');
  if (date_to === undefined) throw refuseField('date_to', 'required');
  return parseReportDays({ date_from, date_to }, now, limits);
}

/** Refuses date ranges that end before they begin, and a sort field that the level does not have. */
function toQuestion(
  context: CallContext,
  { level, sort = BY_SPEND, ...filter }: AdminFilter & { level: EntityLevel; sort?: query.Sort | undefined },
): query.LaunchQuestion {
  const { caller, now } = context;
  requireCreatedRange(filter);
  const unknownSort = sort.findIndex(({ field }) => !isMetric(field) && sortColumn(level, field, now) === undefined);
  if (unknownSort >= 0) throw refuseField(`sort.${unknownSort}.field`, 'enum');
  return { caller, now, level, filter: toLaunchFilter(filter), sort, days: parseDays(filter, context) };
}

async function list(context: CallContext, { page = 1, page_size = 20, ...asked }: RequestOf<typeof admin.listAdminEntities>) {
  const answer = await answerLaunchList(context, toQuestion(context, asked), query.toAdminRow(asked.level, context), {
    page,
    page_size,
    isBeyondEnd: (page - 1) * page_size >= MAX_PAGED_ROWS,
  });
  return answer as ReplyOf<typeof admin.listAdminEntities>;
}

function exportFile(context: CallContext, request: RequestOf<typeof admin.exportAdminEntities>) {
  const { columns: _, locale: _locale, count_only: _count, ...asked } = request;
  const { level, sort: _sort, ...filter } = asked;
  const { caller } = context;
  const question = toQuestion(context, asked);
  return exportLaunchFile(context, request, {
    question,
    columns: createExportColumns(level, question.filter.biz, adminEntityExportColumns[level]),
    toRow: query.toAdminRow(level, context),
    filters: (db) =>
      describeFilters(adminEntityFilters, filter, { ...adFilterNames(db, caller), group_id: describeById, homepage_id: describeById }),
  });
}

async function close(context: CallContext, request: RequestOf<typeof admin.closeAdminEntities>) {
  const { level, filter, ...selection } = request;
  const order = { ...selection, level, filter: filter && toLaunchFilter(filter) };
  const items = await createItems(context, level, await selectEntityIds(context, order));
  const params: EmergencyParams = { by: 'super' };
  const summarise = (count: number) => {
    const objects = describeCount(level, count);
    return { zh: `紧急关闭 ${objects.zh}`, en: `Emergency turn-off of ${objects.en}` };
  };
  const action = admin.closeAdminEntities.path;
  return await startOrder(context, order, { action, type: 'emergency_close', params, items, summarise, origin: PAGES[level] });
}

async function trend(
  context: CallContext,
  { level, id, filters = {}, series_by: seriesBy, ...request }: RequestOf<typeof admin.trendAdminEntities>,
): Promise<ReplyOf<typeof admin.trendAdminEntities>> {
  if (id !== undefined && seriesBy !== undefined) throw refuseField('series_by', 'absent');
  if (id !== undefined) return await loadEntityTrend(context, { level, id, ...request });
  const { db, caller, now, language } = context;
  requireCreatedRange(filters);
  const { by, days, metrics } = parseTrend(request, context);
  const visible = matchesFacts(level, filters, context, entityFacts(level, { caller, now, days, metrics }));
  const question = { caller, now, days, filter: {}, under: [], by, metrics, seriesBy, top: TREND_LINES };
  return toTrendAnswer(await queryTrend(db, visible === undefined ? question : { ...question, visible }), language);
}

async function detail(context: CallContext, { level, id }: RequestOf<typeof admin.adminEntityDetail>) {
  const { db, caller, now } = context;
  const question = { caller, now, level, days: getLastDaysEverywhere(now, USUAL_DAYS) };
  const toRow = query.toLaunchRow(level, context);
  const found = await query.loadLaunch(
    db,
    question,
    (record, facts) => ({ row: toRow(record, facts), belonging: toBelonging(record) }),
    id,
  );
  if (found === undefined) throw refuse('NOT_FOUND');
  const parents = await findParents(db, level, id);
  const [related, campaigns, groups] = await Promise.all([
    loadRelated(db, context, level, id),
    loadEntityBases(db, context, 'campaign', parents.campaign === undefined ? [] : [parents.campaign]),
    loadEntityBases(db, context, 'ad_group', parents.ad_group === undefined ? [] : [parents.ad_group]),
  ]);
  const [campaign] = campaigns.values();
  const [ad_group] = groups.values();
  const above = { ...(campaign && { campaign }), ...(ad_group && { ad_group }) };
  return { level, [level]: found.row, ...related, above, ...found.belonging } as ReplyOf<typeof admin.adminEntityDetail>;
}

/** What super admins see of the ads of the whole company, and how they turn them off in an emergency. */
export const adminEntityCalls: readonly Call[] = [
  defineCall({ endpoint: admin.listAdminEntities, audit: 'read', handle: list }),
  defineCall({ endpoint: admin.exportAdminEntities, audit: 'read', handle: exportFile }),
  defineCall({
    endpoint: admin.closeAdminEntities,
    audit: 'write',
    subject: 'campaign',
    handle: close,
    complete: ({ db, batches }, answer) => batches.waitForEnd(db, answer),
  }),
  defineCall({ endpoint: admin.trendAdminEntities, audit: 'read', handle: trend }),
  defineCall({
    endpoint: admin.searchAdminEntities,
    audit: 'read',
    handle: async ({ db }, { keyword, level }) => ({ list: await findEntities(db, keyword, level) }),
  }),
  defineCall({ endpoint: admin.adminEntityDetail, audit: 'read', handle: detail }),
  defineCall({
    endpoint: admin.adminEntityCohort,
    audit: 'read',
    async handle(context, { level, id }) {
      const { db, caller, now } = context;
      await requireVisible(context, level, id);
      const filter = await loadFactFilter(db, level, id);
      return await queryCohort(db, { caller, now, days: getLastDaysEverywhere(now, COHORT_DAYS), filter, under: [] });
    },
  }),
  defineCall({
    endpoint: admin.adminEntityEvents,
    audit: 'read',
    async handle(context, request) {
      await requireVisible(context, request.level, request.id);
      return await loadEntityEvents(context, request);
    },
  }),
  defineCall({
    endpoint: admin.adminEntityRaw,
    audit: 'read',
    async handle({ db, now }, { level, id }) {
      const entity = await loadEntity(db, { level, id, caller: null, now });
      if (entity === undefined) throw refuse('NOT_FOUND');
      const stored = await loadChannelObject(db, level, id);
      return {
        body: stored?.body ?? null,
        synced_at: stored?.syncedAt.toISOString() ?? null,
        is_missing: entity.syncState === 'missing',
      };
    },
  }),
];
