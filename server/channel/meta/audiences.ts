import type { RemoteAudience, Tok } from '../ad-platform.ts';
import { type Answer, optionalAnswer, optionalNumber, optionalText, textOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';
import { readAll } from './graph/paging.ts';
import { accountNode } from './ids.ts';

export const audienceFields = ['id', 'name', 'subtype', 'approximate_count_lower_bound', 'delivery_status'] as const;

/** Delivery is possible with this code; others tell that an audience is too small, or not complete yet. */
const READY = 200;

function toAudience(row: Answer): RemoteAudience {
  const size = optionalNumber(row, 'approximate_count_lower_bound');
  const delivery = optionalAnswer(row, 'delivery_status');
  return {
    id: textOf(row, 'id'),
    name: optionalText(row, 'name') ?? '',
    kind: optionalText(row, 'subtype') === 'LOOKALIKE' ? 'lookalike' : 'custom',
    // The network says -1 where it does not tell the size.
    size: size === null || size < 0 ? null : size,
    is_ready: delivery === null || optionalNumber(delivery, 'code') === READY,
  };
}

export async function* listAudiences(graph: Graph, t: Tok, account: string): AsyncGenerator<RemoteAudience> {
  const parameters = { fields: audienceFields.join(',') };
  const rows = readAll(graph, { path: `/${accountNode(account)}/customaudiences`, token: t.token, account, parameters });
  for await (const row of rows) yield toAudience(row);
}
