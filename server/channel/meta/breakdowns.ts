import type { BreakdownKind, BreakdownQuery, BreakdownRow, Tok } from '../ad-platform.ts';
import { type Answer, optionalText } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { readAll } from './graph/paging.ts';
import { purchasesIn } from './insights.ts';

export const breakdownsOf = {
  age: ['age'],
  gender: ['gender'],
  country: ['country'],
  placement: ['publisher_platform', 'platform_position'],
  device: ['impression_device'],
} as const satisfies Record<BreakdownKind, readonly string[]>;

export const breakdownFields = [
  'spend',
  'impressions',
  'clicks',
  'inline_link_clicks',
  'actions',
  'action_values',
  'account_currency',
] as const;

/** Placements in the words of reports, which are not those of audiences. */
const PLACEMENTS: Readonly<Record<string, string>> = {
  'facebook feed': 'facebook_feed',
  'facebook facebook_reels': 'facebook_reels',
  'facebook facebook_stories': 'facebook_story',
  'facebook video_feeds': 'facebook_video_feeds',
  'facebook marketplace': 'facebook_marketplace',
  'instagram feed': 'instagram_stream',
  'instagram instagram_reels': 'instagram_reels',
  'instagram instagram_stories': 'instagram_story',
  'instagram instagram_explore': 'instagram_explore',
  'messenger messenger_stories': 'messenger_story',
  'audience_network an_classic': 'audience_network',
};

function valueOf(row: Answer, by: BreakdownKind): string {
  const told = breakdownsOf[by].map((name) => optionalText(row, name) ?? 'unknown').join(' ');
  return by === 'placement' ? (PLACEMENTS[told] ?? told) : told;
}

const PAGE_SIZE = 100;

/** The figures of one object by parts of its audience, placements or devices. Such a report is small, so it is answered at once. */
export async function breakdown(graph: Graph, t: Tok, account: string, { id, from, to, by }: BreakdownQuery): Promise<BreakdownRow[]> {
  const rows: BreakdownRow[] = [];
  const parameters = { fields: breakdownFields.join(','), breakdowns: breakdownsOf[by], time_range: { since: from, until: to } };
  const found = readAll(
    graph,
    { path: `/${id}/insights`, token: t.token, account, parameters },
    { pageSize: PAGE_SIZE, keyOf: (row) => valueOf(row, by) },
  );
  for await (const row of found) rows.push({ value: valueOf(row, by), ...purchasesIn(row, graph.config.purchaseAction) });
  return rows.toSorted((one, other) => other.spend - one.spend);
}
