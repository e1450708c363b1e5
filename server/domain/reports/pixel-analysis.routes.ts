import { sql } from 'kysely';
import { exportPixelAnalysis, queryPixelAnalysis, trendPixelAnalysis } from '#contracts/endpoints/pixel-analysis.ts';
import { pixelAnalysis } from '#contracts/reports/pixels.ts';
import { pixelColumnWords, pixelHealthWords } from '#contracts/vocabulary/pixels.ts';
import { assetVisible, loadPixelHealths } from '../assets/index.ts';
import type { Call, CallContext } from '../call.ts';
import { pick } from '../spreadsheet/index.ts';
import { callsOfReport } from './report.calls.ts';
import type { ExtraColumns } from './report.exports.ts';

/** SQL condition: the caller sees the pixel `t`. */
const isVisible = ({ caller }: Pick<CallContext, 'caller'>) =>
  sql<boolean>`(t.deleted_at is null and ${assetVisible(caller, 'pixel', { id: sql`t.id`, authoriser: sql`t.personal_account_id` })})`;

/** The calls of figures by pixel. Pixels are seen by their own assignment; what the ads spent, by the owners of the ads. */
export const pixelAnalysisCalls: readonly Call[] = callsOfReport(
  pixelAnalysis,
  { query: queryPixelAnalysis, trend: trendPixelAnalysis, export: exportPixelAnalysis },
  {
    async pixels(context, { health }) {
      if (health === undefined) return sql<boolean>`f.pixel_id in (select t.id from pixel t where ${isVisible(context)})`;
      const healths = await loadPixelHealths(context.db, isVisible(context), context.now);
      const ids = [...healths].flatMap(([id, found]) => (health.includes(found) ? [id] : []));
      return sql<boolean>`f.pixel_id = any(${ids}::bigint[])`;
    },
    ofOrders: ['pixel_orders', 'report_gap'],
    async exportColumns(context, groupBy): ReturnType<ExtraColumns> {
      if (!groupBy.includes('pixel')) return {};
      const healths = await loadPixelHealths(context.db, isVisible(context), context.now);
      return {
        health: {
          ...pixelColumnWords.health,
          width: 14,
          cell({ line: { values } }, locale) {
            const health = healths.get(Number(values.pixel?.id));
            return health === undefined ? null : pick(pixelHealthWords[health], locale);
          },
        },
      };
    },
  },
);
