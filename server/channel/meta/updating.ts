import { AdPlatformError, type EntityPatch, type Level, type Tok } from '../ad-platform.ts';
import { answersOf, optionalText, textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import type { Parameters } from './graph/form.ts';
import { readAll } from './graph/paging.ts';
import { accountNode } from './ids.ts';
import type { ResolveAudience } from './lookups.ts';
import { edgeOf } from './reading.ts';
import { toTargeting } from './targeting.ts';
import { readInstant } from './times.ts';

/** Fields that can be changed on each level. */
const CHANGEABLE: Readonly<Record<Level, readonly (keyof EntityPatch)[]>> = {
  campaign: ['status', 'name', 'daily_budget', 'lifetime_budget', 'end_time'],
  ad_group: ['status', 'name', 'daily_budget', 'lifetime_budget', 'bid_amount', 'end_time', 'targeting'],
  ad: ['status', 'name'],
};

const refused = (userMessage: string): AdPlatformError =>
  new AdPlatformError('rejected', { code: 100, title: 'This cannot be changed here', userMessage });

function toParameters(level: Level, patch: EntityPatch): Parameters {
  if (patch.appeal !== undefined) throw refused('Reviews are appealed on the pages of the platform itself.');
  const fields = (Object.keys(patch) as (keyof EntityPatch)[]).filter((field) => patch[field] !== undefined);
  const fixed = fields.find((field) => !CHANGEABLE[level].includes(field));
  if (fixed !== undefined) throw refused(`${fixed} cannot be changed on this level.`);
  if (fields.length === 0) throw refused('Nothing is to be changed.');
  const { status, name, daily_budget, lifetime_budget, bid_amount, end_time, targeting } = patch;
  return {
    status,
    name,
    daily_budget,
    lifetime_budget,
    bid_amount,
    ...(level === 'campaign' ? { stop_time: end_time } : { end_time }),
    targeting: targeting === undefined ? undefined : toTargeting(targeting),
  };
}

export async function update(graph: Graph, { token }: Tok, account: string, level: Level, id: string, patch: EntityPatch): Promise<void> {
  await graph.call({ method: 'POST', path: `/${id}`, token, account, parameters: toParameters(level, patch) });
}

/** The change with the audience in terms of the network's own lists. */
export async function resolvePatch(t: Tok, patch: EntityPatch, resolve: ResolveAudience): Promise<EntityPatch> {
  return patch.targeting === undefined ? patch : { ...patch, targeting: await resolve(t, patch.targeting) };
}

/**
 * Finds the object with a tag. Of several, which only a creation that was sent twice can leave, the oldest stays and the others are
 * deleted.
 */
export async function findByTag(graph: Graph, t: Tok, account: string, level: Level, tag: string): Promise<{ id: string } | null> {
  const rows = readAll(graph, {
    path: `/${accountNode(account)}/${edgeOf[level]}`,
    token: t.token,
    account,
    parameters: {
      fields: 'id,created_time,adlabels{name}',
      filtering: [{ field: 'adlabels', operator: 'ANY', value: [tag] }],
    },
  });
  const found: { id: string; at: number }[] = [];
  for await (const row of rows) {
    if (!answersOf(row, 'adlabels').some((label) => optionalText(label, 'name') === tag)) continue;
    found.push({ id: textOf(row, 'id'), at: readInstant(optionalText(row, 'created_time'))?.getTime() ?? 0 });
  }
  const [oldest, ...twins] = found.toSorted((a, b) => a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  for (const { id } of twins) await update(graph, t, account, level, id, { status: 'DELETED' });
  return oldest === undefined ? null : { id: oldest.id };
}
