import { useId } from 'react';
import { largeChanges, type SeenAmount } from '#machines/parts/launches/launch-batch-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { ControlProps } from '#src/ui/form/field.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';

/** Number of named objects; the others are counted. */
const MAX_NAMED = 3;

interface Props extends Pick<ControlProps<string>, 'value' | 'onChange' | 'fault' | 'disabled'> {
  /** The preview of each object. */
  seen: readonly SeenAmount[];
}

/** Amounts that at least double or halve: they need a confirmation per batch. */
export function LargeChanges({ seen, value, onChange, fault, disabled = false }: Props) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const { key, changes } = largeChanges(seen);
  if (key === '') return null;
  const isMissing = fault !== undefined && value !== key;
  return (
    <Remark kind="warn" title={t('launches.largeChange', { count: changes.length, shown: format.number(changes.length) })}>
      <ul className="ads-large-changes">
        {changes.slice(0, MAX_NAMED).map((one) => (
          <li key={one.id}>
            {t('launches.largeChange.line', {
              name: one.label,
              before: format.money(one.before, one.currency),
              after: format.money(one.after, one.currency),
            })}
          </li>
        ))}
        {changes.length > MAX_NAMED && <li>{t('launches.largeChange.more', { count: changes.length - MAX_NAMED })}</li>}
      </ul>
      <label htmlFor={id} className="ads-large-confirm">
        <CheckBox
          id={id}
          checked={value === key}
          invalid={isMissing}
          disabled={disabled}
          onChange={(checked) => onChange(checked ? key : '')}
        />
        {t('launches.largeChange.confirm')}
      </label>
      <div>
        {isMissing && (
          <div className="ads-field-fault" role="alert">
            {t('launches.largeChange.needed')}
          </div>
        )}
      </div>
    </Remark>
  );
}
