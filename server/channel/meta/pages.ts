import type { RemotePage, Tok } from '../ad-platform.ts';
import { type Answer, optionalAnswer, optionalText, textOf, textsOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { readAll } from './graph/paging.ts';

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

/** Pages with their own tokens. How many ads a page runs is known per ad account only. */
export async function* listPages(graph: Graph, { token }: Tok, send: typeof fetch = fetch): AsyncGenerator<RemotePage> {
  for await (const row of readAll(graph, { path: '/me/accounts', token, parameters: { fields: pageFields.join(',') } })) {
    const page_token = optionalText(row, 'access_token');
    // Without a token of its own the person has no task on the page.
    if (page_token === null) continue;
    yield {
      id: textOf(row, 'id'),
      name: textOf(row, 'name'),
      category: optionalText(row, 'category'),
      picture_url: await loadPicture(pictureOf(row), send),
      page_token,
      tasks: textsOf(row, 'tasks'),
      is_published: row['is_published'] !== false,
      status: statusOf(row),
      ad_limit: null,
      ads_active: null,
    };
  }
}
