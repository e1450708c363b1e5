import { useSelector } from '@xstate/react';
import { contentsOf, creativesOf } from '#machines/advertising-publish/publish-values.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import { countFindings } from './finding-list.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'plan' | 'dramas' | 'products'>;
}

/** The running summary: counts, maximum daily spend, and obstacles. */
export function PublishSummary({ form: { values, scheme, counts, step }, parts: { plan, dramas, products } }: Props) {
  const t = useText();
  const format = useFormat();
  const newest = useSelector(plan, (state) => state.context.answer);
  // On earlier steps the plan belongs to older choices.
  const shownPlan = step === 'preview' || step === 'order' ? newest : undefined;
  const isBusy = useSelector(plan, (state) => state.hasTag('busy'));
  const contents = contentsOf(values);
  const { nameOf } = usePicker(values.biz === 'ec' ? products : dramas, { chosen: contents.map(({ content_id }) => content_id) });
  const names = contents.map(({ content_id }) => nameOf(content_id) ?? DASH).join(t('publish.comma'));
  const creatives = contents.reduce((sum, choice) => sum + creativesOf(choice, scheme), 0);
  const formatCount = (value: number | undefined) => (value === undefined ? DASH : format.number(value));
  const shown = shownPlan?.counts;
  const lines: [string, string][] = [
    [t('publish.sum.scheme'), scheme ? `${scheme.name} v${scheme.shown_version}` : DASH],
    [t('publish.sum.accounts'), formatCount(values.ad_account_ids.length)],
    [t('publish.sum.content'), names || DASH],
    [t('publish.sum.creatives'), formatCount(contents.length === 0 ? creativesOf(values, scheme) : creatives)],
    [t('publish.sum.campaigns'), formatCount(shown?.campaigns ?? counts?.campaigns)],
    [t('publish.sum.groups'), formatCount(shown?.groups ?? counts?.groups)],
    [t('publish.sum.ads'), formatCount(shown?.ads ?? counts?.ads)],
  ];
  return (
    <aside className="ads-publish-sum" aria-label={t('publish.summary')} aria-busy={isBusy}>
      <h2>{t('publish.summary')}</h2>
      <dl>
        {lines.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        {shownPlan && (
          <>
            <div>
              <dt>{t('publish.sum.uploads')}</dt>
              <dd>{format.number(shownPlan.counts.uploads)}</dd>
            </div>
            <div>
              <dt>{t('publish.sum.budgetDay')}</dt>
              <dd>
                {shownPlan.budgets.map(({ currency, amount }) => (
                  <span key={currency} className="ads-publish-amount">
                    {format.money(amount, currency)} {currency}
                  </span>
                ))}
                <span className="ads-publish-amount ads-quiet">
                  {t('publish.sum.usd', { amount: format.money(shownPlan.total_usd_day, 'USD') })}
                </span>
              </dd>
            </div>
          </>
        )}
      </dl>
      {shownPlan && (
        <p className="ads-publish-found" role="status">
          <span className={shownPlan.errors.length > 0 ? 'ads-publish-error' : 'ads-quiet'}>
            {t('publish.errorCount', { count: countFindings(shownPlan.errors) })}
          </span>
          <span className={shownPlan.warnings.length > 0 ? 'ads-publish-warning' : 'ads-quiet'}>
            {t('publish.warningCount', { count: countFindings(shownPlan.warnings) })}
          </span>
        </p>
      )}
    </aside>
  );
}
