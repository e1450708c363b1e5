import { AdPlatformError, type RemotePixel, type Tok } from '../ad-platform.ts';
import { type Answer, optionalAnswer, optionalText, textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { readAll } from './graph/paging.ts';
import { accountIdOf, accountNode } from './ids.ts';
import { readInstant } from './times.ts';

export const pixelFields = ['id', 'name', 'owner_business{id,name}', 'owner_ad_account{id}', 'is_unavailable', 'last_fired_time'] as const;

const idIn = (row: Answer, field: string): string | null => {
  const owner = optionalAnswer(row, field);
  return owner === null ? null : optionalText(owner, 'id');
};

/** Pixels that an ad account may use, also those that a business shares with it. */
export async function* listPixels(graph: Graph, { token }: Tok, account: string): AsyncGenerator<RemotePixel> {
  const path = `/${accountNode(account)}/adspixels`;
  for await (const row of readAll(graph, { path, token, account, parameters: { fields: pixelFields.join(',') } })) {
    const owner = idIn(row, 'owner_ad_account');
    const business = optionalAnswer(row, 'owner_business');
    yield {
      id: textOf(row, 'id'),
      name: optionalText(row, 'name') ?? '',
      owner_account: owner === null ? account : accountIdOf(owner),
      owner_business: business === null ? null : { id: textOf(business, 'id'), name: optionalText(business, 'name') ?? '' },
      status: row['is_unavailable'] === true ? 'unavailable' : 'active',
      last_fired_at: readInstant(optionalText(row, 'last_fired_time')),
    };
  }
}

/** The business that owns the pixel, through which alone it is shared. */
async function requireBusiness(graph: Graph, { token }: Tok, pixel: string): Promise<string> {
  const row = await graph.call({ method: 'GET', path: `/${pixel}`, token, parameters: { fields: 'owner_business{id}' } });
  const business = idIn(row, 'owner_business');
  if (business === null)
    throw new AdPlatformError('rejected', {
      code: 100,
      title: 'The pixel has no business',
      userMessage: 'Only a pixel that a business owns can be shared.',
    });
  return business;
}

async function isShared(graph: Graph, { token }: Tok, pixel: string, shared: { account: string; business: string }): Promise<boolean> {
  const rows = readAll(
    graph,
    { path: `/${pixel}/shared_accounts`, token, parameters: { business: shared.business, fields: 'account_id' } },
    {
      keyOf: (row) => optionalText(row, 'account_id'),
    },
  );
  for await (const row of rows) if (optionalText(row, 'account_id') === shared.account) return true;
  return false;
}

/** Sharing again, and taking back a share that does not exist, change nothing. */
export async function setShared(graph: Graph, t: Tok, pixel: string, account: string, isWanted: boolean): Promise<void> {
  const business = await requireBusiness(graph, t, pixel);
  if ((await isShared(graph, t, pixel, { account, business })) === isWanted) return;
  await graph.call({
    method: isWanted ? 'POST' : 'DELETE',
    path: `/${pixel}/shared_accounts`,
    token: t.token,
    account,
    parameters: { account_id: account, business },
  });
}
