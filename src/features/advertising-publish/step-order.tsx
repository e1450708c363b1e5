import { useSelector } from '@xstate/react';
import type { PublishPlan } from '#machines/advertising-publish/publish-plan.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { LoadingBlock, Remark } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { countFindings, FindingList } from './finding-list.tsx';
import { LostSubmission } from './lost-submission.tsx';
import { PlatformCheck } from './platform-check.tsx';
import type { Wizard } from './use-wizard.ts';

interface Props {
  form: Wizard;
  plan: PublishPlan;
}

/** The total; large spend is confirmed here. */
export function OrderStep({ form, plan }: Props) {
  const { scheme, values } = form;
  const t = useText();
  const format = useFormat();
  const { answer, failure, confirmed } = useSelector(plan, (state) => state.context);
  const isLost = useSelector(plan, (state) => state.matches('unconfirmed'));
  const isBusy = useSelector(plan, (state) => state.hasTag('writing'));
  if (!answer) return isLost ? <LostSubmission plan={plan} /> : <LoadingBlock label={t('publish.planning')} />;
  const { counts, budgets, total_usd_day, yesterday_usd, warnings } = answer;
  const status = values.initial_status === 'scheme' ? scheme?.body.launch.initial_status : values.initial_status;
  const usd = format.money(total_usd_day, 'USD');
  return (
    <>
      <LostSubmission plan={plan} />
      {failure && !isLost && <FailureRemark failure={failure} />}
      <FormSection title={t('publish.step.order')}>
        <p>
          {t('publish.orderText', {
            accounts: counts.accounts,
            campaigns: counts.campaigns,
            groups: counts.groups,
            ads: counts.ads,
            uploads: counts.uploads,
          })}
        </p>
        {status && <p>{t(`publish.orderStatus.${status}`)}</p>}
        <table className="ads-publish-budgets">
          <caption>{t('publish.sum.budgetDay')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('publish.account.currency')}</th>
              <th scope="col">{t('publish.amount')}</th>
              <th scope="col">USD</th>
            </tr>
          </thead>
          <tbody>
            {budgets.map(({ currency, amount, usd: inUsd }) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>{format.money(amount, currency)}</td>
                <td>{format.money(inUsd, 'USD')}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t('publish.total')}</th>
              <td />
              <td>{usd}</td>
            </tr>
          </tbody>
        </table>
        <p className="ads-quiet">{t('publish.yesterday', { amount: format.money(yesterday_usd, 'USD') })}</p>
      </FormSection>
      {warnings.length > 0 && (
        <Remark kind="warn" title={t('publish.warned', { count: countFindings(warnings) })}>
          <FindingList findings={warnings} />
        </Remark>
      )}
      <PlatformCheck form={form} plan={plan} />
      {answer.confirm_budget && (
        <label className="ads-choice ads-publish-confirm">
          <CheckBox
            checked={confirmed}
            disabled={isBusy || isLost}
            onChange={(yes) => plan.send({ type: 'plan.confirmationChanged', confirmed: yes })}
          />
          <strong>{t('publish.confirmBudget', { usd })}</strong>
        </label>
      )}
    </>
  );
}
