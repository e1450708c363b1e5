import {
  attributions,
  type BidStrategy,
  budgetLevels,
  budgetModes,
  customEventTypes,
  type OptimizationGoal,
  optimizationGoals,
  schemeLimits,
} from '#contracts/rules/scheme-body.ts';
import {
  bidStrategiesOf,
  billingEventsOf,
  goalsOf,
  needsApp,
  needsBid,
  needsDisclaimer,
  needsOpenAudience,
  needsPixel,
  needsRoasFloor,
  takesDayparting,
} from '#contracts/rules/scheme-rules.ts';
import {
  bidStrategyWords,
  budgetLevelWords,
  budgetModeWords,
  type Objective,
  objectives,
  objectiveWords,
  optimizationGoalWords,
  type SpecialAdCategory,
  specialAdCategories,
  specialAdCategoryWords,
} from '#contracts/vocabulary/schemes.ts';
import { toMajor } from '#machines/kernel/form/money.ts';
import { type SchemeFields, withGoal, withObjective, withStrategy } from '#machines/parts/schemes/scheme-values.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCountries } from '#src/parts/launches/index.ts';
import { FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { ChoiceField, MultiChoiceField } from '#src/ui/pick/choice-fields.tsx';
import type { SchemeForm } from './use-scheme-form.ts';
import type { SchemePickers } from './use-scheme-words.ts';

interface Props {
  form: SchemeForm;
  labels: Record<keyof SchemeFields, string>;
}

/** Options that are not allowed here are listed with the reason. */
const choices = <Value extends string>(
  all: readonly Value[],
  allowed: readonly Value[],
  label: (value: Value) => string,
  refusal: string,
) => all.map((value) => ({ value, label: label(value), ...(!allowed.includes(value) && { disabled: refusal }) }));

/** What the chosen categories ask for. */
function categoryHelp(categories: readonly SpecialAdCategory[]): MessageId[] {
  const asked: MessageId[] = [
    ...(needsOpenAudience(categories) ? (['publish.categoriesOpen'] as const) : []),
    ...(needsDisclaimer(categories) ? (['publish.categoriesPolitical'] as const) : []),
  ];
  return asked.length > 0 ? asked : ['publish.categoriesHelp'];
}

/** Objective and billing. */
export function GoalFields({
  form: { values, field, change },
  labels,
  pickers: { countries },
}: Props & { pickers: Pick<SchemePickers, 'countries'> }) {
  const t = useText();
  const w = useWords();
  const { objective, optimization_goal: goal } = values;
  const billing = billingEventsOf(goal);
  const country = useCountries(countries);
  return (
    <FormSection title={t('publish.section.goal')}>
      <FormPair>
        <ChoiceField
          label={labels.objective}
          {...field('objective')}
          options={objectives.map((value) => ({ value, label: w(objectiveWords[value]) }))}
          onChange={(chosen: Objective | undefined) => chosen && change(withObjective(values, chosen))}
          required
        />
        <ChoiceField
          label={labels.optimization_goal}
          {...field('optimization_goal')}
          options={choices(
            optimizationGoals,
            goalsOf[objective],
            (value) => w(optimizationGoalWords[value]),
            t('publish.fault.goalOfObjective'),
          )}
          onChange={(chosen: OptimizationGoal | undefined) => chosen && change(withGoal(values, chosen))}
          required
        />
      </FormPair>
      <FormPair>
        <ChoiceField
          label={labels.custom_event_type}
          help={needsPixel(goal) ? undefined : t('publish.eventUnneeded')}
          {...field('custom_event_type')}
          options={customEventTypes.map((value) => ({ value, label: t(`scheme.event.${value}`) }))}
          required={needsPixel(goal)}
          disabled={!needsPixel(goal)}
          clearable
        />
        <ChoiceField
          label={labels.billing_event}
          {...field('billing_event')}
          options={billing.map((value) => ({ value, label: t(`scheme.billing.${value}`) }))}
          onChange={(billing_event) => billing_event && change({ billing_event })}
          required
        />
      </FormPair>
      <ChoiceField
        label={labels.attribution}
        {...field('attribution')}
        options={attributions.map((value) => ({ value, label: t(`scheme.attribution.${value}`) }))}
        onChange={(attribution) => attribution && change({ attribution })}
        required
      />
      {needsApp(objective) && (
        <FormPair>
          <TextField label={labels.app_id} help={t('publish.appIdHelp')} {...field('app_id')} required />
          <TextField label={labels.app_store_url} help={t('publish.appStoreHelp')} {...field('app_store_url')} required />
        </FormPair>
      )}
      <MultiChoiceField
        label={labels.special_ad_categories}
        help={categoryHelp(values.special_ad_categories)
          .map((id) => t(id))
          .join(' ')}
        {...field('special_ad_categories')}
        options={specialAdCategories.map((value) => ({ value, label: w(specialAdCategoryWords[value]) }))}
      />
      {values.special_ad_categories.length > 0 && (
        <MultiChoiceField
          label={labels.special_ad_countries}
          help={t('publish.categoryCountriesHelp')}
          {...field('special_ad_countries')}
          options={country.choices}
          {...country.control}
        />
      )}
    </FormSection>
  );
}

/** Budgets and bids in dollars. */
export function MoneyFields({ form: { values, field, change }, labels }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { budget_mode, bid_strategy, optimization_goal } = values;
  const [least, most] = schemeLimits.budgetUsd.map((cents) => format.number(toMajor(cents, 'USD')));
  return (
    <FormSection title={t('publish.section.money')}>
      <FormPair>
        <ChoiceField
          as="radio"
          label={labels.budget_level}
          {...field('budget_level')}
          options={budgetLevels.map((value) => ({ value, label: w(budgetLevelWords[value]) }))}
          onChange={(budget_level) => budget_level && change({ budget_level })}
          required
        />
        <ChoiceField
          as="radio"
          label={labels.budget_mode}
          {...field('budget_mode')}
          options={budgetModes.map((value) => ({ value, label: w(budgetModeWords[value]) }))}
          // Hours can only be chosen with a lifetime budget.
          onChange={(chosen) => chosen && change({ budget_mode: chosen, ...(!takesDayparting(chosen) && { dayparting: [] }) })}
          required
        />
      </FormPair>
      <FormPair>
        <NumberField
          label={labels.budget_usd}
          help={t('publish.budgetHelp', { least: least ?? '', most: most ?? '', mode: w(budgetModeWords[budget_mode]) })}
          {...field('budget_usd')}
          unit="USD"
          required
        />
        <ChoiceField
          label={labels.bid_strategy}
          {...field('bid_strategy')}
          options={bidStrategiesOf(optimization_goal).map((value) => ({ value, label: w(bidStrategyWords[value]) }))}
          onChange={(chosen: BidStrategy | undefined) => chosen && change(withStrategy(values, chosen))}
          required
        />
      </FormPair>
      {needsBid(bid_strategy) && <NumberField label={labels.bid_usd} {...field('bid_usd')} unit="USD" required />}
      {needsRoasFloor(bid_strategy) && (
        <NumberField label={labels.roas_floor} help={t('publish.roasFloorHelp')} {...field('roas_floor')} required />
      )}
    </FormSection>
  );
}
