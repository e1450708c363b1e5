import { useMemo } from 'react';
import { decimalsOf } from '#contracts/rules/currencies.ts';
import { describeCondition, formatConditionValue, type SentenceLanguage, type SentenceMoney } from '#contracts/rules/host-rule-sentence.ts';
import { type RuleCondition, unitOfCondition } from '#contracts/rules/host-rules.ts';
import { entityStatusWords } from '#contracts/vocabulary/launches.ts';
import type { HitRow } from '#machines/parts/rules/rule-values.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';

export const toMoney = (currency: string | null): SentenceMoney | null =>
  currency === null ? null : { code: currency, exponent: decimalsOf(currency) };

/** The language in which rules are told. */
export function useSentenceLanguage(): SentenceLanguage {
  return useLocaleName() === 'en' ? 'en' : 'zh';
}

const AMOUNT_FIELDS = ['budget', 'daily_budget', 'lifetime_budget', 'bid', 'bid_amount'];
const isStatus = (value: unknown): value is keyof typeof entityStatusWords => typeof value === 'string' && value in entityStatusWords;

/** Texts about figures and changes of hits. */
export function useRuleWords() {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const language = useSentenceLanguage();
  return useMemo(
    () => ({
      language,
      /** A condition with the figure it was compared with. */
      checkText: ({ condition, value }: { condition: RuleCondition; value: number | null }) => ({
        condition: describeCondition(condition, language),
        value: value === null ? t('hostrule.noData') : formatConditionValue(value, unitOfCondition(condition)),
      }),
      /** What changed, such as “$50.00 → $60.00”. */
      changeText: ({ before, after, currency }: Pick<HitRow, 'before' | 'after'> & { currency: string }): string => {
        const valueText = (field: string, value: unknown) => {
          if (AMOUNT_FIELDS.includes(field) && typeof value === 'number') return format.money(value, currency);
          return isStatus(value) ? w(entityStatusWords[value]) : value === undefined || value === null ? DASH : String(value);
        };
        const fields = Object.keys(after).filter((field) => field === 'status' || AMOUNT_FIELDS.includes(field));
        return fields.length === 0
          ? DASH
          : fields.map((field) => `${valueText(field, before[field])} → ${valueText(field, after[field])}`).join(', ');
      },
    }),
    [t, w, format, language],
  );
}
