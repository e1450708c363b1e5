import { sql } from 'kysely';
import type { BatchFailure } from '#contracts/endpoints/batch-detail.ts';
import type { CallContext } from '../call.ts';
import { accessRefusal } from '../people/index.ts';
import { accountOfItem } from './batches.query.ts';
import { faultText } from './item-text.ts';

interface FailureRecord extends Omit<BatchFailure, 'text' | 'remedy'> {
  message: string | null;
  data: unknown;
  params: unknown;
}

/** The failed items of a batch, grouped by reason and ad account, the largest group first. */
export async function loadFailures(
  { db, caller, language, batches }: Pick<CallContext, 'db' | 'caller' | 'language' | 'batches'>,
  { id, type: name }: { id: number; type: string },
): Promise<BatchFailure[]> {
  const type = batches.findType(name);
  const isPermitted = type !== undefined && accessRefusal(type, caller) === null;
  const { rows } = await sql<FailureRecord>`
    with failed as (select i.*, ${accountOfItem} as account from batch_item i where i.batch_id = ${id} and i.status = 'failed')
    select f.reason, f.platform_code, f.platform_subcode, f.target_type, f.account, count(*) as count,
      coalesce(jsonb_agg(f.id order by f.seq) filter (where f.retryable), '[]') as item_ids,
      (array_agg(f.message order by f.seq))[1] as message, (array_agg(f.data order by f.seq))[1] as data,
      (array_agg(f.params order by f.seq))[1] as params
    from failed f group by f.reason, f.platform_code, f.platform_subcode, f.target_type, f.account
    order by count(*) desc, min(f.seq)`.execute(db);
  return rows.map(({ message, data, params, ...row }) => {
    const { reason, platform_code, platform_subcode, target_type, item_ids } = row;
    const fault = { reason, platformCode: platform_code, platformSubcode: platform_subcode, targetType: target_type };
    const isOpen = isPermitted && item_ids.length > 0;
    return {
      ...row,
      text: faultText({ reason, message, data }, language) ?? reason,
      remedy: (isOpen && type.findRemedy?.({ ...fault, itemParams: params as never })) || null,
    };
  });
}
