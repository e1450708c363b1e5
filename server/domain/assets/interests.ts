import { sql } from 'kysely';
import type { DictEntry } from '#contracts/endpoints/dicts.ts';
import type { CallContext } from '../call.ts';
import { toChannelRefusal } from '../channel-refusal.ts';
import { dictionaries } from '../dictionaries.ts';
import { assetVisible } from '../people/index.ts';
import { pinyinPattern } from '../pinyin.ts';
import type { Refusal } from '../refusal.ts';
import { isAuthorised } from './deliverable.ts';
import { openGrant } from './grants.ts';

/** The interests of the dictionary that a keyword finds. */
function findListed(keyword: string): DictEntry[] {
  const wanted = keyword.toLowerCase();
  const pinyin = pinyinPattern(keyword);
  const reading = pinyin === undefined ? undefined : new RegExp(pinyin, 'u');
  return dictionaries.interests.filter(
    ({ value, label_zh, label_en }) =>
      value === wanted || label_zh.includes(wanted) || label_en.toLowerCase().includes(wanted) || (reading?.test(label_zh) ?? false),
  );
}

/** One authoriser for each connector, among those of the ad accounts that the caller sees. */
async function loadAuthorisers({ db, caller, now }: CallContext): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select distinct on (p.connector) p.id, p.name from ad_account a join personal_account p on p.id = a.personal_account_id
    where a.deleted_at is null and ${isAuthorised('p', now)}
      and ${assetVisible(caller, 'ad_account', { id: sql`a.id`, authoriser: sql`a.personal_account_id` })}
    order by p.connector, p.held_since nulls first, p.id`.execute(db);
  return rows;
}

/**
 * Interests by words: those of the dictionary, then those of the networks' own lists with other names. A network that does not answer is
 * left out as long as anything is found; otherwise its refusal is thrown.
 */
export async function searchInterests(context: CallContext, keyword: string): Promise<DictEntry[]> {
  if (keyword === '') return dictionaries.interests;
  const found = new Map(findListed(keyword).map((entry) => [entry.label_en.toLowerCase(), entry]));
  let refusal: Refusal | undefined;
  for (const { id: personalAccountId, name } of await loadAuthorisers(context)) {
    try {
      const { platform, tok } = await openGrant(context, personalAccountId);
      for (const { id, name: label } of await platform.searchInterests(tok, keyword))
        if (!found.has(label.toLowerCase())) found.set(label.toLowerCase(), { value: id, label_zh: label, label_en: label });
    } catch (error) {
      refusal ??= toChannelRefusal(error, { name, personalAccountId, isReading: true, timezone: context.caller.timezone });
    }
  }
  if (refusal !== undefined && found.size === 0) throw refusal;
  return [...found.values()];
}
