import { copyStatuses, copyStatusWords } from '#contracts/vocabulary/launches.ts';
import type { DryRunAnswer } from '#machines/parts/launches/dry-run.machine.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { type CopyPart, type Replacement } from '#machines/parts/launches/launch-batch-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { InstantField } from '#src/ui/date/instant-field.tsx';
import { FormPair } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import type { LaunchBulkAction } from './launch-bulk-action.ts';
import { NamingFields } from './naming-fields.tsx';

interface Props {
  bulkAction: LaunchBulkAction;
  parts: LaunchActionParts;
  /** The preview of the copies, as far as it is known. */
  answer: DryRunAnswer | undefined;
}

interface Missing {
  part: CopyPart;
  id: number;
  label: string;
}

/** Missing parts without duplicates, including those already replaced. */
function collectMissing(answer: DryRunAnswer | undefined, replacements: readonly Replacement[]): Missing[] {
  const missingParts = answer?.kind === 'copies' ? answer.rows.flatMap(({ missing }) => missing) : [];
  const replacedParts = replacements.map(({ part, from_id }) => ({ part, id: from_id, label: `#${from_id}` }));
  const all = [...missingParts, ...replacedParts];
  return all.filter((one, at) => all.findIndex(({ part, id }) => part === one.part && id === one.id) === at);
}

/** Number and place of the copies, and their preview. */
export function CopyFields({ bulkAction, parts, answer }: Props) {
  const t = useText();
  const w = useWords();
  const { values, field, change, busy } = bulkAction;
  const { level, replacements, currency, target_account_ids } = values;
  const pickers = {
    material: parts.materials,
    post: parts.posts,
    homepage: parts.homepages,
    landing_page: parts.landings,
    pixel: parts.pixels,
  };
  const replace = ({ part, id }: Missing, to: number | undefined) => {
    const others = replacements.filter((one) => one.part !== part || one.from_id !== id);
    change({ replacements: to === undefined ? others : [...others, { part, from_id: id, to_id: to }] });
  };
  return (
    <>
      <FormPair>
        <NumberField label={t('launches.times')} {...field('times')} disabled={busy} required />
        <ChoiceField
          label={t('launches.copied')}
          {...field('copied')}
          options={copyStatuses.map((value) => ({ value, label: w(copyStatusWords[value]) }))}
          onChange={(chosen) => chosen && change({ copied: chosen })}
          disabled={busy}
          required
        />
      </FormPair>
      {values.target_group_id === undefined && (
        <PickerListField
          label={t('launches.targets')}
          {...field('target_account_ids')}
          picker={parts.accounts}
          help={t('launches.targetsHelp')}
          disabled={busy}
        />
      )}
      {level !== 'ad' && (
        <SwitchField
          label={t('launches.deep')}
          {...field('deep')}
          words={{ on: t('launches.deep.on'), isDisabled: t('launches.deep.off') }}
          disabled={busy}
        />
      )}
      {level !== 'ad' && (
        <FormPair>
          {currency !== undefined && target_account_ids.length === 0 && (
            <NumberField
              label={t('launches.copyBudget')}
              {...field('value')}
              unit={currency}
              help={t('launches.asOriginal')}
              disabled={busy}
            />
          )}
          <InstantField label={t('launches.startAt')} {...field('start_at')} help={t('launches.startAtHelp')} disabled={busy} />
        </FormPair>
      )}
      <NamingFields bulkAction={bulkAction} />
      {collectMissing(answer, replacements).map((missing) => (
        <PickerField
          key={`${missing.part} ${missing.id}`}
          label={t('launches.insteadOf', { part: t(`launches.part.${missing.part}`), name: missing.label })}
          picker={pickers[missing.part]}
          value={replacements.find(({ part, from_id }) => part === missing.part && from_id === missing.id)?.to_id}
          onChange={(to) => replace(missing, to)}
          disabled={busy}
          clearable
        />
      ))}
    </>
  );
}
