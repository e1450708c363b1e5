import { adMetrics } from '#contracts/rules/metrics.ts';
import { launchFilters, launchSortable } from '#contracts/vocabulary/launch-filters.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { defineListQuery } from '../../kernel/list/list-query.ts';
import { vocabularyFields } from '../../kernel/list/vocabulary-query.ts';
import { metricRanges } from '../../kernel/report/metric-ranges.ts';

const fields = { ...vocabularyFields(launchFilters), metric_range: metricRanges(adMetrics) };

const queryOf = (level: EntityLevel) => defineListQuery(fields, [...launchSortable[level], ...adMetrics]);

export const launchQueries: Readonly<Record<EntityLevel, ReturnType<typeof queryOf>>> = {
  campaign: queryOf('campaign'),
  ad_group: queryOf('ad_group'),
  ad: queryOf('ad'),
};

export type LaunchFilters = ReturnType<(typeof launchQueries)['campaign']['read']>['filters'];
