import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { describeAction, describeConditions, describeRule, describeSchedule } from '#contracts/rules/host-rule-sentence.ts';
import {
  findConditionFault,
  isActionOf,
  isAmountAction,
  isLimitRequired,
  isPercentAction,
  listConditions,
  type RuleTemplateKey,
  ruleTemplates,
} from '#contracts/rules/host-rules.ts';
import { ruleActions, ruleActionWords, ruleColumnWords, rulePaces, rulePaceWords } from '#contracts/vocabulary/host-rules.ts';
import { autoLevelWords } from '#contracts/vocabulary/hosting.ts';
import { entityLevels, entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { fromTemplate, type RuleValues, toRuleBody } from '#machines/parts/rules/rule-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useLoadOptions } from '#src/ui/form/use-load-options.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { ChoiceField, MultiChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { useOptions } from '#src/ui/pick/use-options.ts';
import { ConditionEditor } from './condition-editor.tsx';
import type { RuleParts } from './rule-table.tsx';
import { toMoney, useSentenceLanguage } from './rule-words.ts';

type Props = Pick<RuleParts, 'form' | 'targets' | 'dryRun' | 'rehearsal'>;

export function RuleDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenRuleDrawer {...props} /> : null;
}

const TEMPLATES = Object.keys(ruleTemplates) as RuleTemplateKey[];

/** The rule as a sentence, once its conditions are complete. */
function RuleSentence({ values }: { values: RuleValues }) {
  const t = useText();
  const language = useSentenceLanguage();
  const body = toRuleBody(values);
  const isComplete = listConditions(body.conditions).every((condition) => findConditionFault(condition) === null);
  return (
    <p className="ads-rule-sentence" aria-live="polite">
      {isComplete ? describeRule(body, language, toMoney(values.currency)) : t('hostrule.incomplete')}
    </p>
  );
}

function OpenRuleDrawer({ form, targets, dryRun, rehearsal }: Props) {
  const t = useText();
  const w = useWords();
  const language = useSentenceLanguage();
  const { values, origin, subject, conflict, change, field, drawer, faults } = useForm(form);
  const { options: accounts, control } = useOptions(targets);
  useLoadOptions(targets);
  const { action, level, every, currency } = values;
  const money = toMoney(currency);
  const nameOf = (id: number) => accounts.find((account) => account.id === id)?.label ?? `#${id}`;
  const chooseAccounts = (ids: readonly number[]) => {
    const first = accounts.find(({ id }) => id === ids[0]);
    change({ host_account_ids: [...ids], ...(first && { currency: first.currency }) });
  };
  const currencies = new Set(accounts.filter(({ id }) => values.host_account_ids.includes(id)).map((account) => account.currency));
  const trial = { name: values.name || t('hostrule.unnamed'), values };
  const labels = {
    name: w(ruleColumnWords.name),
    conditions: t('hostrule.conditions'),
    action: t('hostrule.action'),
    every: w(ruleColumnWords.schedule),
    priority: w(ruleColumnWords.priority),
    host_account_ids: w(ruleColumnWords.targets),
  };
  const words = (other: RuleValues) => {
    const body = toRuleBody(other);
    return {
      name: other.name,
      conditions: describeConditions(body.conditions, language),
      action: describeAction(body, language, toMoney(other.currency)),
      every: describeSchedule(body.schedule, language),
      priority: String(other.priority ?? ''),
      host_account_ids: other.host_account_ids.map(nameOf).join(', '),
    };
  };
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('hostrule.editTitle', { name: subject.name }) : t('hostrule.create')}
      {...(!subject && { done: values.name.trim() })}
      saveText={t(subject ? 'ui.save' : 'hostrule.create')}
      conflict={conflictChanges({ conflict, origin, values }, labels, words)}
    >
      {!subject && (
        <FormSection title={t('hostrule.sectionTemplates')}>
          <div className="ads-buttons">
            {TEMPLATES.map((key) => (
              <Button
                key={key}
                size="small"
                onClick={() => change({ ...fromTemplate(key), ...(values.name === '' && { name: t(`hostrule.template.${key}`) }) })}
              >
                {t(`hostrule.template.${key}`)}
              </Button>
            ))}
          </div>
        </FormSection>
      )}
      <FormSection title={t('hostrule.sectionSentence')}>
        <RuleSentence values={values} />
        <div className="ads-buttons">
          <Button size="small" onClick={() => dryRun.send({ type: 'detail.opened', subject: trial })}>
            {t('hostrule.dryRun')}
          </Button>
          <Button size="small" onClick={() => rehearsal.send({ type: 'detail.opened', subject: trial })}>
            {t('hostrule.rehearse')}
          </Button>
        </div>
      </FormSection>
      <FormSection title={t('hostrule.sectionBasics')}>
        <TextField label={labels.name} {...field('name')} required autoFocus />
        <MultiChoiceField
          label={labels.host_account_ids}
          {...field('host_account_ids')}
          {...control}
          options={accounts.map(({ id, label, auto_level }) => ({ value: id, label, note: w(autoLevelWords[auto_level]) }))}
          onChange={chooseAccounts}
          help={t('hostrule.targetsHelp')}
        />
        {currencies.size > 1 && isAmountAction(action) && !isPercentAction(action) && (
          <Remark kind="warn" title={t('hostrule.severalCurrencies')} />
        )}
        <ChoiceField
          label={w(ruleColumnWords.level)}
          {...field('level')}
          as="radio"
          options={entityLevels.map((one) => ({ value: one, label: w(entityLevelWords[one]) }))}
          onChange={(next) => next && change({ level: next, ...(isActionOf(action, next) ? {} : { action: 'pause' as const }) })}
          required
        />
      </FormSection>
      <FormSection title={t('hostrule.sectionConditions')}>
        <ConditionEditor value={values.conditions} fault={faults.conditions} onChange={(conditions) => change({ conditions })} />
      </FormSection>
      <FormSection title={t('hostrule.sectionGuards')} note={t('hostrule.guardsNote')}>
        <FormPair>
          <NumberField label={t('hostrule.minSpend')} {...field('min_spend')} unit="USD" />
          <NumberField label={t('hostrule.minAge')} {...field('min_age_hours')} unit="h" />
        </FormPair>
        <TextField label={t('hostrule.nameContains')} {...field('name_contains')} />
        <SwitchField
          label={t('hostrule.excludeLearning')}
          {...field('exclude_learning')}
          words={{ on: t('hostrule.yes'), isDisabled: t('hostrule.no') }}
        />
      </FormSection>
      <FormSection title={t('hostrule.sectionAction')}>
        <ChoiceField
          label={labels.action}
          {...field('action')}
          options={ruleActions.filter((one) => isActionOf(one, level)).map((one) => ({ value: one, label: w(ruleActionWords[one]) }))}
          onChange={(next) => next && change({ action: next, action_value: undefined, action_limit: undefined })}
          required
        />
        {isAmountAction(action) && (
          <FormPair>
            <NumberField
              label={t(isPercentAction(action) ? 'hostrule.percent' : 'hostrule.amount')}
              {...field('action_value')}
              unit={isPercentAction(action) ? '%' : currency}
              required
            />
            <NumberField
              label={t(action.endsWith('_inc') ? 'hostrule.upperLimit' : 'hostrule.lowerLimit')}
              {...field('action_limit')}
              unit={currency}
              required={isLimitRequired(action)}
              help={money === null ? undefined : t('hostrule.limitHelp')}
            />
          </FormPair>
        )}
      </FormSection>
      <FormSection title={t('hostrule.sectionSchedule')} note={t('hostrule.scheduleNote')}>
        <ChoiceField
          label={labels.every}
          {...field('every')}
          as="radio"
          options={rulePaces.map((pace) => ({ value: pace, label: w(rulePaceWords[pace]) }))}
          onChange={(next) => next && change({ every: next })}
          required
        />
        {every === 'day' ? (
          <TextField label={t('hostrule.at')} {...field('at')} placeholder="09:30" required />
        ) : (
          <FormPair>
            <NumberField label={t('hostrule.hoursFrom')} {...field('hours_from')} unit="h" />
            <NumberField label={t('hostrule.hoursTo')} {...field('hours_to')} unit="h" />
          </FormPair>
        )}
        <FormPair>
          <NumberField label={t('hostrule.cooldown')} {...field('cooldown_min')} unit="min" required />
          <NumberField label={t('hostrule.maxPerDay')} {...field('max_actions_per_day')} required />
        </FormPair>
        <NumberField label={labels.priority} {...field('priority')} help={t('hostrule.priorityHelp')} required />
        <SwitchField
          label={w(ruleColumnWords.dry_run)}
          {...field('dry_run')}
          words={{ on: t('hostrule.dryRunOn'), isDisabled: t('hostrule.dryRunOff') }}
        />
      </FormSection>
    </FormDrawer>
  );
}
