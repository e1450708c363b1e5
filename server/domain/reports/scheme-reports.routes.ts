import { isDeepStrictEqual } from 'node:util';
import type { UnfinishedBody } from '#contracts/endpoints/scheme-body.ts';
import * as endpoints from '#contracts/endpoints/scheme-reports.ts';
import { schemeList, schemeUser } from '#contracts/reports/schemes.ts';
import { findComparedBodies } from '../ads/index.ts';
import { type Call, defineCall } from '../call.ts';
import { parseReportDays, queryReport } from '../insights/index.ts';
import { refuse } from '../refusal.ts';
import { callsOfReport } from './report.calls.ts';

/** A scheme has far fewer published versions. */
const MAX_VERSIONS = 1_000;

/** The fields in which the bodies are not all equal, part by part. */
function findDifferences([first, ...others]: readonly (UnfinishedBody | null)[]): string[] {
  if (!first) return [];
  return Object.entries(first).flatMap(([part, fields]) =>
    Object.entries(fields).flatMap(([name, value]) => {
      const isEqual = others.every((body) =>
        isDeepStrictEqual(new Map(Object.entries(body?.[part as keyof UnfinishedBody] ?? {})).get(name), value),
      );
      return isEqual ? [] : [`${part}.${name}`];
    }),
  );
}

/** The calls of figures by scheme and by the people who publish from schemes. */
export const schemeReportCalls: readonly Call[] = [
  ...callsOfReport(schemeUser, {
    query: endpoints.querySchemeUsers,
    trend: endpoints.trendSchemeUsers,
    export: endpoints.exportSchemeUsers,
  }),
  ...callsOfReport(schemeList, {
    query: endpoints.querySchemeFigures,
    trend: endpoints.trendSchemeFigures,
    export: endpoints.exportSchemeFigures,
  }),
  defineCall({
    endpoint: endpoints.compareSchemeVersions,
    audit: 'read',
    async handle({ db, caller, now, limits }, { scheme_id, versions, filters = {}, ...asked }) {
      const bodies = await findComparedBodies(db, caller, scheme_id, versions);
      if (bodies === undefined) throw refuse('NOT_FOUND');
      const { lines } = await queryReport(
        db,
        {
          caller,
          now,
          days: parseReportDays(asked, now, limits),
          filter: filters,
          under: [{ by: 'scheme', id: scheme_id }],
          before: false,
          groupBy: ['scheme_version'],
          metrics: schemeList.metrics,
          sort: [],
        },
        { limit: MAX_VERSIONS, offset: 0 },
      );
      return {
        bodies,
        diffs: findDifferences(bodies),
        m: versions.map((version) => lines.find(({ key }) => key === `${scheme_id}.${version}`)?.m ?? {}),
      };
    },
  }),
];
