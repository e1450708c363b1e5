import { sql } from 'kysely';
import type { FoundAsset } from '#contracts/endpoints/authorising.ts';
import type { CallContext } from '../call.ts';
import { refusalOfChannel } from '../channel-refusal.ts';
import type { AnyAssetKind, AssetKind, Grant } from './asset-kind.ts';
import { listAll, openGrant } from './grants.ts';
import { requireAsset, visibleAsset, writableAsset } from './held-asset.ts';

type Discovering = Pick<CallContext, 'db' | 'caller' | 'channels' | 'vault'>;

interface Bound {
  platform_id: string;
  personal_account_id: number;
  /** Null where the caller does not see the asset. */
  authoriser: string | null;
  isWritable: boolean;
}

/** What was found of a kind, with what is known of it already. */
async function shownOf<Remote>(
  { db, caller }: Discovering,
  kind: AssetKind<Remote>,
  grant: Grant,
  remotes: Iterable<Remote>,
): Promise<FoundAsset[]> {
  const { person } = grant;
  const shown = [...remotes].map((remote) => kind.shown(remote));
  const number = sql.ref(`t.${kind.platformColumn}`);
  const { rows } = await sql<Bound>`
    select ${number} as platform_id, t.personal_account_id, ${writableAsset(caller, kind.type)} as "isWritable",
      case when ${visibleAsset(caller, kind.type)} then p.name end as authoriser
    from ${sql.table(kind.type)} t join personal_account p on p.id = t.personal_account_id
    where t.channel = ${person.channel} and t.deleted_at is null and ${number} = any(${shown.map((one) => one.platform_id)}::text[])`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.platform_id, row]));
  return shown.map((one) => {
    const bound = known.get(one.platform_id);
    if (bound === undefined) return { ...one, already: 'no', authoriser: null, can_switch: false };
    if (bound.personal_account_id === person.id) return { ...one, already: 'same', authoriser: null, can_switch: false };
    return { ...one, already: 'other', authoriser: bound.authoriser, can_switch: bound.isWritable };
  });
}

/**
 * What a person grants of one kind, asked of the channel now; takes long, so never inside of a transaction. NOT_FOUND, NOT_OWNER,
 * and PLATFORM_* where the channel does not answer.
 */
export async function discoverKind(context: Discovering, kind: AnyAssetKind, personalAccountId: number): Promise<FoundAsset[]> {
  const { db, caller } = context;
  const person = await requireAsset(db, caller, 'personal_account', personalAccountId);
  try {
    const grant = await openGrant(context, personalAccountId);
    return await shownOf(context, kind, grant, (await listAll(kind, grant)).values());
  } catch (error) {
    throw refusalOfChannel(error, { name: person.name, personalAccountId, isReading: true, timezone: context.caller.timezone });
  }
}
