import { amountModes, amountModeWords } from '#contracts/vocabulary/launches.ts';
import { isPercent, limitOf } from '#machines/parts/launches/launch-batch-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import type { LaunchBulkAction } from './launch-bulk-action.ts';

/** How budgets or bids change. */
export function AmountFields({ bulkAction: { values, field, change, busy } }: { bulkAction: LaunchBulkAction }) {
  const t = useText();
  const w = useWords();
  const { mode, currency } = values;
  const side = limitOf(mode);
  const needsCurrency = currency === undefined ? t('launches.oneCurrency') : undefined;
  return (
    <>
      <ChoiceField
        as="radio"
        label={t('launches.mode')}
        {...field('mode')}
        options={amountModes.map((value) => ({
          value,
          label: w(amountModeWords[value]),
          // The reason is shown once below all of them.
          ...(!isPercent(value) && needsCurrency && { disabled: '' }),
        }))}
        help={needsCurrency}
        onChange={(chosen) => chosen && change({ mode: chosen, ...(isPercent(chosen) !== isPercent(mode) && { value: undefined }) })}
        disabled={busy}
        required
      />
      <FormPair>
        <NumberField
          label={t(isPercent(mode) ? 'launches.percent' : 'launches.amount')}
          {...field('value')}
          unit={isPercent(mode) ? '%' : (currency ?? '')}
          disabled={busy}
          required
        />
        {side && currency !== undefined && (
          <NumberField label={t(`launches.limit.${side}`)} {...field('limit')} unit={currency} disabled={busy} />
        )}
      </FormPair>
    </>
  );
}
