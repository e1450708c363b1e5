import { sql } from 'kysely';
import type { FoundAsset } from '#contracts/endpoints/authorising.ts';
import type { CallContext } from '../call.ts';
import { toChannelRefusal } from '../channel-refusal.ts';
import { isRowVisible, isRowWritable, requireAsset } from './asset-access.ts';
import type { AnyAssetKind, AssetKind, Grant } from './asset-kind.ts';
import { listAll, openGrant } from './grants.ts';

type DiscoveryContext = Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'>;

interface KnownAsset {
  platform_id: string;
  personal_account_id: number;
  /** Null when the caller does not see the asset. */
  authoriser: string | null;
  isWritable: boolean;
}

/** The assets found, each with whether and through whom it is already bound. */
async function toFoundAssets<Remote>(
  { db, caller }: DiscoveryContext,
  kind: AssetKind<Remote>,
  grant: Grant,
  remotes: Iterable<Remote>,
): Promise<FoundAsset[]> {
  const { person } = grant;
  const summaries = [...remotes].map((remote) => kind.summarize(remote));
  const platformId = sql.ref(`t.${kind.platformColumn}`);
  const { rows } = await sql<KnownAsset>`
    select ${platformId} as platform_id, t.personal_account_id, ${isRowWritable(caller, kind.type)} as "isWritable",
      case when ${isRowVisible(caller, kind.type)} then p.name end as authoriser
    from ${sql.table(kind.type)} t join personal_account p on p.id = t.personal_account_id
    where t.channel = ${person.channel} and t.deleted_at is null and ${platformId} = any(${summaries.map((summary) => summary.platform_id)}::text[])`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.platform_id, row]));
  return summaries.map((summary) => {
    const bound = known.get(summary.platform_id);
    if (bound === undefined) return { ...summary, already: 'no', authoriser: null, can_switch: false };
    if (bound.personal_account_id === person.id) return { ...summary, already: 'same', authoriser: null, can_switch: false };
    return { ...summary, already: 'other', authoriser: bound.authoriser, can_switch: bound.isWritable };
  });
}

/**
 * Lists what a person grants of one kind on the channel now. It takes long, so it must never run inside a transaction. Refuses with
 * NOT_FOUND, NOT_OWNER, or PLATFORM_* when the channel does not answer.
 */
export async function discoverKind(context: DiscoveryContext, kind: AnyAssetKind, personalAccountId: number): Promise<FoundAsset[]> {
  const { db, caller } = context;
  const person = await requireAsset(db, caller, 'personal_account', personalAccountId);
  try {
    const grant = await openGrant(context, personalAccountId);
    return await toFoundAssets(context, kind, grant, (await listAll(kind, grant)).values());
  } catch (error) {
    throw toChannelRefusal(error, { name: person.name, personalAccountId, isReading: true, timezone: context.caller.timezone });
  }
}
