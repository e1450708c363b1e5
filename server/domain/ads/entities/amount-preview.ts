import type { AmountPreviewRow } from '#contracts/endpoints/ad-entities.ts';
import { PERCENT_DECIMALS, percentMost } from '#contracts/rules/amount-changes.ts';
import type { CallContext } from '../../call.ts';
import { reasonText } from '../../messages.ts';
import { Refusal, refuseField } from '../../refusal.ts';
import { computeBid, computeBudget } from './amounts.batch.ts';
import { type AmountEdit, countChangesLeft, findNextChangeAt, isPercent, resetsLearning } from './budget.rules.ts';
import { type LoadedEntity, loadBudgetHistory, loadEntities } from './loaded-entity.ts';
import { getAmount } from './seen-amounts.ts';

type PreviewContext = Pick<CallContext, 'db' | 'caller' | 'now' | 'language'>;

/** The part of a preview row that explains a refusal. */
export function toPreviewRefusal(
  { reason, data, words, text }: Refusal,
  language: CallContext['language'],
): { refused: string; text: string } {
  return { refused: reason, text: text?.[language] ?? reasonText(reason, language, { ...data, ...words }) };
}

/**
 * Refuses at the field: an amount must be a whole number and applies to one currency only; a percentage has a maximum and limited
 * decimals.
 */
export function requireValidAmount({ mode, value, limit }: AmountEdit, entities: readonly LoadedEntity[]): void {
  const maximum = isPercent(mode) ? percentMost[mode] : Number.MAX_SAFE_INTEGER;
  if (value > maximum) throw refuseField('value', 'maximum', { limit: maximum });
  if (isPercent(mode) && Number(value.toFixed(PERCENT_DECIMALS)) !== value)
    throw refuseField('value', 'decimals', { limit: PERCENT_DECIMALS });
  if (!isPercent(mode) && !Number.isInteger(value)) throw refuseField('value', 'type', { type: 'integer' });
  if (isPercent(mode) && limit === undefined) return;
  const currencies = new Set(entities.map(({ account }) => account.currency.code));
  if (currencies.size > 1) throw refuseField(isPercent(mode) ? 'limit' : 'value', 'currenciesDiffer', { count: currencies.size });
}

/** The preview row of an object that does not exist or is not visible to the caller. */
const notFoundRow = (id: number, { language }: Pick<CallContext, 'language'>): AmountPreviewRow => ({
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

function toCurrentFields(entity: LoadedEntity, what: 'budget' | 'bid'): { kind: Kind | null; before: number | null } {
  const before = getAmount(entity, what);
  if (what === 'bid') return { kind: 'bid_amount', before };
  const { mode } = entity.budget;
  return { kind: mode === null ? null : `${mode}_budget`, before };
}

/** Shows what the edit would do to each object, in the order of the ids, without changing anything. */
export async function previewAmounts(
  context: PreviewContext,
  { level, ids, what, edit }: { level: 'campaign' | 'ad_group'; ids: readonly number[]; what: 'budget' | 'bid'; edit: AmountEdit },
): Promise<AmountPreviewRow[]> {
  const { db, caller, now, language } = context;
  const found = await loadEntities(db, { level, ids, caller, now });
  requireValidAmount(edit, found);
  const history = what === 'budget' ? await loadBudgetHistory(db, level, ids, now) : new Map<number, { spent: number; changes: Date[] }>();
  const entities = new Map(found.map((entity) => [entity.id, entity]));
  return ids.map((id) => {
    const entity = entities.get(id);
    if (entity === undefined) return notFoundRow(id, context);
    const past = history.get(id);
    const amount = what === 'budget' ? computeBudget(entity, edit, { history: past, timezone: caller.timezone }) : computeBid(entity, edit);
    const common = {
      id,
      label: entity.name,
      currency: entity.account.currency.code,
      ...toCurrentFields(entity, what),
      changes_left: past === undefined ? null : countChangesLeft(past.changes),
      retry_at: past === undefined ? null : (findNextChangeAt(past.changes)?.toISOString() ?? null),
    };
    return amount instanceof Refusal
      ? { ...common, after: null, learning_resets: false, ...toPreviewRefusal(amount, language) }
      : { ...common, after: amount.after, learning_resets: resetsLearning(amount) };
  });
}
