import type { AmountPreviewRow } from '#contracts/endpoints/ad-entities.ts';
import { PERCENT_DECIMALS, percentMost } from '#contracts/rules/amount-changes.ts';
import type { CallContext } from '../../call.ts';
import { reasonText } from '../../messages.ts';
import { Refusal, refuseField } from '../../refusal.ts';
import { bidOf, budgetOf } from './amounts.ts';
import { type AmountWish, changeableAt, changesLeft, isPercent, learningResets } from './budget.rules.ts';
import { budgetHistory, type LoadedEntity, loadEntities } from './loaded-entity.ts';
import { amountOf } from './seen-amounts.ts';

type Reading = Pick<CallContext, 'db' | 'caller' | 'now' | 'language'>;

/** A refusal as a preview shows it. */
export function refusedAs({ reason, data, words, text }: Refusal, language: CallContext['language']): { refused: string; text: string } {
  return { refused: reason, text: text?.[language] ?? reasonText(reason, language, { ...data, ...words }) };
}

/** An amount means nothing to objects of several currencies, and is whole; a percentage has its limits. Refused at the field. */
export function requireAmount({ mode, value, limit }: AmountWish, entities: readonly LoadedEntity[]): void {
  const most = isPercent(mode) ? percentMost[mode] : Number.MAX_SAFE_INTEGER;
  if (value > most) throw refuseField('value', 'maximum', { limit: most });
  if (isPercent(mode) && Number(value.toFixed(PERCENT_DECIMALS)) !== value)
    throw refuseField('value', 'decimals', { limit: PERCENT_DECIMALS });
  if (!isPercent(mode) && !Number.isInteger(value)) throw refuseField('value', 'type', { type: 'integer' });
  if (isPercent(mode) && limit === undefined) return;
  const currencies = new Set(entities.map(({ account }) => account.currency.code));
  if (currencies.size > 1) throw refuseField(isPercent(mode) ? 'limit' : 'value', 'currenciesDiffer', { count: currencies.size });
}

/** What is out of sight, or gone. */
const unseen = (id: number, { language }: Pick<CallContext, 'language'>): AmountPreviewRow => ({
  id,
  label: `#${id}`,
  currency: null,
  kind: null,
  before: null,
  after: null,
  learning_resets: false,
  changes_left: null,
  retry_at: null,
  refused: 'NOT_FOUND',
  text: reasonText('NOT_FOUND', language),
});

type Kind = NonNullable<AmountPreviewRow['kind']>;

function nowOf(entity: LoadedEntity, what: 'budget' | 'bid'): { kind: Kind | null; before: number | null } {
  const before = amountOf(entity, what);
  if (what === 'bid') return { kind: 'bid_amount', before };
  const { mode } = entity.budget;
  return { kind: mode === null ? null : `${mode}_budget`, before };
}

/** What the wish would make of each object, in the order of the ids; nothing is changed. */
export async function previewAmounts(
  reading: Reading,
  { level, ids, what, wish }: { level: 'campaign' | 'ad_group'; ids: readonly number[]; what: 'budget' | 'bid'; wish: AmountWish },
): Promise<AmountPreviewRow[]> {
  const { db, caller, now, language } = reading;
  const found = await loadEntities(db, { level, ids, caller, now });
  requireAmount(wish, found);
  const history = what === 'budget' ? await budgetHistory(db, level, ids, now) : new Map<number, { spent: number; changes: Date[] }>();
  const entities = new Map(found.map((entity) => [entity.id, entity]));
  return ids.map((id) => {
    const entity = entities.get(id);
    if (entity === undefined) return unseen(id, reading);
    const past = history.get(id);
    const amount = what === 'budget' ? budgetOf(entity, wish, { history: past, timezone: caller.timezone }) : bidOf(entity, wish);
    const common = {
      id,
      label: entity.name,
      currency: entity.account.currency.code,
      ...nowOf(entity, what),
      changes_left: past === undefined ? null : changesLeft(past.changes),
      retry_at: past === undefined ? null : (changeableAt(past.changes)?.toISOString() ?? null),
    };
    return amount instanceof Refusal
      ? { ...common, after: null, learning_resets: false, ...refusedAs(amount, language) }
      : { ...common, after: amount.after, learning_resets: learningResets(amount) };
  });
}
