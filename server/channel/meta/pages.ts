import { AdPlatformError, type PageVolume, type RemotePage, type Tok } from '../ad-platform.ts';
import { listAdAccounts } from './accounts.ts';
import { type Answer, optionalAnswer, optionalNumber, optionalText, textOf, textsOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { readAll } from './graph/paging.ts';
import { accountNode } from './ids.ts';

export const pageFields = [
  'id',
  'name',
  'category',
  'access_token',
  'tasks',
  'is_published',
  'promotion_eligible',
  'picture{url}',
] as const;

const PICTURE_LIMIT_MS = 10_000;
const MAX_PICTURE_BYTES = 64 * 1024;
/** Pictures come from the network's own servers only. */
const PICTURE_HOSTS = /(?:^|\.)fbcdn\.net$/;

/** Loads a picture as an address that the console may show; null when it cannot be had. */
async function loadPicture(address: string | null, send: typeof fetch): Promise<string | null> {
  if (address === null) return null;
  if (address.startsWith('data:')) return address.length <= 2 * MAX_PICTURE_BYTES ? address : null;
  try {
    const { protocol, hostname } = new URL(address);
    if (protocol !== 'https:' || !PICTURE_HOSTS.test(hostname)) return null;
    const response = await send(address, { redirect: 'error', signal: AbortSignal.timeout(PICTURE_LIMIT_MS) });
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok || !/^image\/(?:jpeg|png|webp|gif)$/.test(type) || bytes.length > MAX_PICTURE_BYTES) return null;
    return `data:${type};base64,${bytes.toString('base64')}`;
  } catch {
    return null;
  }
}

function pictureOf(row: Answer): string | null {
  const picture = optionalAnswer(row, 'picture');
  const data = picture === null ? null : (optionalAnswer(picture, 'data') ?? picture);
  return data === null ? null : optionalText(data, 'url');
}

function statusOf(row: Answer): RemotePage['status'] {
  if (row['is_published'] === false) return 'unpublished';
  return row['promotion_eligible'] === false ? 'restricted' : 'active';
}

export const volumeFields = ['actor_id', 'ads_running_or_in_review_count', 'limit_on_ads_running_or_in_review'] as const;

/** Volumes of the pages whose ads run in the ad account. */
export async function* pageVolumes(
  graph: Graph,
  { token }: Tok,
  account: string,
  { isBackground = false } = {},
): AsyncGenerator<PageVolume> {
  const request = {
    path: `/${accountNode(account)}/ads_volume`,
    token,
    account,
    isBackground,
    parameters: { show_breakdown_by_actor: true, fields: volumeFields.join(',') },
  };
  for await (const row of readAll(graph, request, { keyOf: (each) => optionalText(each, 'actor_id') })) {
    const page = optionalText(row, 'actor_id');
    const ads = optionalNumber(row, 'ads_running_or_in_review_count');
    // A row without an actor sums up the ad account.
    if (page === null || ads === null) continue;
    const limit = optionalNumber(row, 'limit_on_ads_running_or_in_review') ?? 0;
    yield { page, ads, limit: limit > 0 ? limit : null };
  }
}

/** Ad accounts of a person that are asked for the volumes of pages when the pages are listed. */
const MAX_VOLUME_ACCOUNTS = 25;

/** Volumes by page, from the ad accounts of the person; what cannot be read now is left out. */
async function loadVolumes(graph: Graph, t: Tok): Promise<ReadonlyMap<string, PageVolume>> {
  const volumes = new Map<string, PageVolume>();
  let asked = 0;
  try {
    for await (const { id } of listAdAccounts(graph, t)) {
      if (asked >= MAX_VOLUME_ACCOUNTS) break;
      asked += 1;
      for await (const volume of pageVolumes(graph, t, id, { isBackground: true })) volumes.set(volume.page, volume);
    }
  } catch (error) {
    if (!(error instanceof AdPlatformError)) throw error;
  }
  return volumes;
}

/** Pages with their own tokens. How many ads a page runs is told by the ad accounts in which they run. */
export async function* listPages(graph: Graph, { token }: Tok, send: typeof fetch = fetch): AsyncGenerator<RemotePage> {
  const volumes = await loadVolumes(graph, { token });
  for await (const row of readAll(graph, { path: '/me/accounts', token, parameters: { fields: pageFields.join(',') } })) {
    const page_token = optionalText(row, 'access_token');
    // Without a token of its own the person has no task on the page.
    if (page_token === null) continue;
    const id = textOf(row, 'id');
    const volume = volumes.get(id);
    yield {
      id,
      name: textOf(row, 'name'),
      category: optionalText(row, 'category'),
      picture_url: await loadPicture(pictureOf(row), send),
      page_token,
      tasks: textsOf(row, 'tasks'),
      is_published: row['is_published'] !== false,
      status: statusOf(row),
      ad_limit: volume?.limit ?? null,
      ads_active: volume?.ads ?? null,
    };
  }
}
