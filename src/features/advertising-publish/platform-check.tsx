import { useSelector } from '@xstate/react';
import { type PlanCheck, type PlanProblem, problemsOf } from '#machines/advertising-publish/plan-check.ts';
import type { PublishPlan } from '#machines/advertising-publish/publish-plan.machine.ts';
import { fieldsOn, type Step, steps } from '#machines/advertising-publish/publish-values.ts';
import { useFormat } from '#src/locale/format.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { LoadingBlock, Remark } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import type { Wizard } from './use-wizard.ts';

const FIELD_LABELS: Readonly<Record<string, MessageId>> = {
  'goal.objective': 'scheme.objective',
  'goal.optimization_goal': 'scheme.goal',
  'goal.custom_event_type': 'scheme.event',
  'goal.billing_event': 'scheme.billing',
  'goal.attribution': 'scheme.attribution',
  'goal.special_ad_categories': 'scheme.categories',
  'goal.special_ad_countries': 'scheme.categoryCountries',
  'goal.app_id': 'scheme.appId',
  'money.budget_usd': 'scheme.budget',
  'money.bid_usd': 'scheme.bid',
  'money.roas_floor_bp': 'scheme.roasFloor',
  'audience.countries': 'scheme.countries',
  'audience.age_min': 'scheme.ageMin',
  'audience.age_max': 'scheme.ageMax',
  'audience.genders': 'scheme.genders',
  'audience.locales': 'scheme.locales',
  'audience.interests': 'scheme.interests',
  'audience.placements': 'scheme.placements',
  'time.start_at': 'scheme.startAt',
  'time.end_at': 'scheme.endAt',
  'time.dayparting': 'scheme.dayparting',
  'creative.primary_texts': 'scheme.primaryTexts',
  'creative.headlines': 'scheme.headlines',
  'creative.call_to_action': 'scheme.callToAction',
  'identity.site_id': 'scheme.site',
  'identity.pixel_id': 'scheme.pixel',
  'identity.homepage_ids': 'scheme.homepages',
  'identity.landing_page_ids': 'scheme.landings',
  'identity.beneficiary': 'scheme.beneficiary',
  'identity.payer': 'scheme.payer',
};

/** The same objection to objects of several accounts. */
interface Objection {
  problem: PlanProblem;
  accounts: string[];
  objects: number;
}

function groupObjections(problems: readonly PlanProblem[]): Objection[] {
  const objections = new Map<string, Objection>();
  for (const problem of problems) {
    const key = [problem.text, problem.field, problem.level].join(' ');
    const known = objections.get(key) ?? { problem, accounts: [], objects: 0 };
    const accounts = known.accounts.includes(problem.account.label) ? known.accounts : [...known.accounts, problem.account.label];
    objections.set(key, { ...known, accounts, objects: known.objects + problem.alike });
  }
  return [...objections.values()];
}

interface Props {
  form: Wizard;
  plan: PublishPlan;
}

/** The objections of the platforms to the plan, and when its launch is expected to end. */
export function PlatformCheck({ form, plan }: Props) {
  const t = useText();
  const { answer, checkFailure } = useSelector(plan, (state) => state.context);
  const isChecking = useSelector(plan, (state) => state.matches('checking'));
  const check = answer?.check;
  const checkAgain = () => plan.send({ type: 'plan.checkRequested' });
  return (
    <FormSection title={t('publish.check.title')}>
      {isChecking && <LoadingBlock label={t('publish.check.running')} />}
      {checkFailure && <FailureRemark failure={checkFailure} title={t('publish.check.failed')} onRetry={checkAgain} />}
      {check && (
        <>
          <Objections check={check} form={form} onCheckAgain={checkAgain} />
          <Warnings check={check} plan={plan} onCheckAgain={checkAgain} />
          {check.problems.length === 0 && <p>{t('publish.check.sound', { count: check.asked })}</p>}
          {check.unchecked.length > 0 && (
            <ul className="ads-publish-findings ads-quiet">
              {check.unchecked.map(({ level, reason, objects }) => (
                <li key={`${level} ${reason}`}>
                  {t(`publish.check.unchecked.${reason}`, { objects: t(`publish.check.objects.${level}`, { count: objects }) })}
                </li>
              ))}
            </ul>
          )}
          <Schedule check={check} />
        </>
      )}
    </FormSection>
  );
}

function ObjectionItem({ objection: { problem, accounts, objects } }: { objection: Objection }) {
  const t = useText();
  const label = FIELD_LABELS[problem.field ?? ''];
  const values = {
    text: problem.text,
    objects: t(`publish.check.objects.${problem.level}`, { count: objects }),
    accounts: accounts.join(t('publish.comma')),
  };
  return <li>{label ? t('publish.check.atField', { ...values, field: t(label) }) : t('publish.check.atObject', values)}</li>;
}

/** The first step with a field that a platform objects to. */
const stepAtFault = ({ blamed }: Wizard): Step | undefined => steps.find((step) => fieldsOn[step].some((field) => blamed[field]));

function Objections({ check, form, onCheckAgain }: { check: PlanCheck; form: Wizard; onCheckAgain: () => void }) {
  const t = useText();
  const errors = groupObjections(problemsOf(check, 'error'));
  if (errors.length === 0) return null;
  const step = stepAtFault(form);
  return (
    <Remark kind="error" title={t('publish.check.errors', { count: errors.length })}>
      <ul className="ads-publish-findings">
        {errors.map((objection) => (
          <ObjectionItem key={`${objection.problem.node} ${objection.problem.text}`} objection={objection} />
        ))}
      </ul>
      <div className="ads-publish-mending">
        {step && (
          <button type="button" className="ads-link-button" onClick={() => form.goTo(step)}>
            {t('publish.mend', { step: t(`publish.step.${step}`) })}
          </button>
        )}
        <button type="button" className="ads-link-button" onClick={onCheckAgain}>
          {t('publish.check.again')}
        </button>
      </div>
    </Remark>
  );
}

/** What the platforms could not confirm; it is submitted only when the user accepts that. */
function Warnings({ check, plan, onCheckAgain }: { check: PlanCheck; plan: PublishPlan; onCheckAgain: () => void }) {
  const t = useText();
  const isAccepted = useSelector(plan, (state) => state.context.acceptsWarnings);
  const warnings = groupObjections(problemsOf(check, 'warning'));
  if (warnings.length === 0) return null;
  return (
    <Remark kind="warn" title={t('publish.check.warnings', { count: warnings.length })}>
      <ul className="ads-publish-findings">
        {warnings.map((objection) => (
          <ObjectionItem key={`${objection.problem.node} ${objection.problem.text}`} objection={objection} />
        ))}
      </ul>
      <label className="ads-choice">
        <CheckBox checked={isAccepted} onChange={(accepted) => plan.send({ type: 'plan.acceptanceChanged', accepted })} />
        {t('publish.check.accept')}
      </label>
      <div className="ads-publish-mending">
        <button type="button" className="ads-link-button" onClick={onCheckAgain}>
          {t('publish.check.again')}
        </button>
      </div>
    </Remark>
  );
}

/** When the launch is expected to end, and which accounts have a small quota. */
function Schedule({ check: { ends_at, schedule } }: { check: PlanCheck }) {
  const t = useText();
  const format = useFormat();
  const limited = schedule.filter(({ tier }) => tier === 'limited');
  return (
    <>
      <p>{ends_at ? t('publish.check.endsAt', { at: format.instant(ends_at) }) : t('publish.check.endUnknown')}</p>
      {limited.length > 0 && (
        <Remark kind="warn" title={t('publish.check.limited', { count: limited.length })}>
          <ul className="ads-publish-findings">
            {limited.map(({ account, writes, ends_at: at }) => (
              <li key={account.id}>
                {t('publish.check.limitedAccount', {
                  account: account.label,
                  writes,
                  at: at ? format.instant(at) : t('publish.check.unknown'),
                })}
              </li>
            ))}
          </ul>
        </Remark>
      )}
    </>
  );
}
