import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { BindableRule } from '#machines/operation-account/host-account-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer } from '#src/ui/form/form-drawer.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import type { HostAccountParts } from './host-account-table.tsx';

/** Chooses the rules of an account. */
export function RuleBindingDrawer({ binding }: Pick<HostAccountParts, 'binding'>) {
  const t = useText();
  const w = useWords();
  const { subject, field, drawer } = useForm(binding);
  if (!subject || !drawer.open) return null;
  const { name, rules } = subject;
  const stateOf = ({ status, dry_run }: BindableRule) =>
    status === 'disabled' ? t('hosting.ruleOff') : dry_run ? t('hosting.ruleDryRun') : t('hosting.ruleOn');
  return (
    <FormDrawer {...drawer} title={t('hosting.bindTitle', { name })}>
      {rules.length === 0 && <Remark kind="info" title={t('hosting.noRules')} />}
      <MultiChoiceField
        label={t('hosting.rules')}
        {...field('rule_ids')}
        options={rules.map((rule) => ({
          value: rule.id,
          label: rule.label,
          note: [w(entityLevelWords[rule.level]), rule.owner.label, stateOf(rule)].join(' · '),
        }))}
      />
    </FormDrawer>
  );
}
