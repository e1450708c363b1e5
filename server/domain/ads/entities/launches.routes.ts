import { exportEntities } from '#contracts/endpoints/ad-entity-details.ts';
import { listAdGroups } from '#contracts/endpoints/ad-groups.ts';
import { listAds } from '#contracts/endpoints/ads.ts';
import { listCampaigns } from '#contracts/endpoints/campaigns.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import { isMetric } from '#contracts/rules/metrics.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { refuseField } from '../../refusal.ts';
import { sortColumn } from './entity-rows.sql.ts';
import { answerLaunchList, exportLaunchFile } from './launch-answers.ts';
import { describeLaunchFilters } from './launch-filter-words.ts';
import { createExportColumns } from './launches.exports.ts';
import * as query from './launches.query.ts';
import type { EntityLevel } from './levels.ts';

interface ListRequest extends query.LaunchFilter {
  sort?: query.Sort | undefined;
  page?: number | undefined;
  page_size?: 20 | 50 | 100 | 200 | undefined;
}

export function requireCreatedRange({ created_from, created_to }: Pick<query.LaunchFilter, 'created_from' | 'created_to'>): void {
  if (created_from !== undefined && created_to !== undefined && created_from > created_to) throw refuseField('created_to', 'range');
}

/** Refuses a date range that ends before it begins and a sort field that the level does not have. */
function toQuestion<Level extends EntityLevel>({ caller, now, limits }: CallContext, level: Level, { sort = [], ...filter }: ListRequest) {
  requireCreatedRange(filter);
  const unknownSort = sort.findIndex(({ field }) => !isMetric(field) && sortColumn(level, field, now) === undefined);
  if (unknownSort >= 0) throw refuseField(`sort.${unknownSort}.field`, 'enum');
  return { caller, now, level, filter, sort, days: query.parseLaunchDays(filter, now, limits) };
}

const listLaunches = <Level extends EntityLevel>(context: CallContext, level: Level, { page, page_size, ...request }: ListRequest) =>
  answerLaunchList(context, toQuestion(context, level, request), query.toLaunchRow(level, context), { page, page_size });

function exportLaunches(context: CallContext, { level, columns, locale, count_only, ...asked }: RequestOf<typeof exportEntities>) {
  const question = toQuestion(context, level, asked);
  return exportLaunchFile(
    context,
    { ...asked, columns, locale, count_only },
    {
      question,
      columns: createExportColumns(level, question.filter.biz),
      toRow: query.toLaunchRow(level, context),
      filters: (db) => describeLaunchFilters(db, context.caller, question.filter),
    },
  );
}

export const launchCalls = [
  defineCall({ endpoint: listCampaigns, audit: 'read', handle: (context, request) => listLaunches(context, 'campaign', request) }),
  defineCall({ endpoint: listAdGroups, audit: 'read', handle: (context, request) => listLaunches(context, 'ad_group', request) }),
  defineCall({ endpoint: listAds, audit: 'read', handle: (context, request) => listLaunches(context, 'ad', request) }),
  defineCall({ endpoint: exportEntities, audit: 'read', handle: exportLaunches }),
];
