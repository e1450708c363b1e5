import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import type { PublishPlan } from '#machines/advertising-publish/publish-plan.machine.ts';
import type { Plan } from '#machines/advertising-publish/publish-values.ts';
import { fieldsOn, firstWrongBefore } from '#machines/advertising-publish/publish-values.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { InstantField } from '#src/ui/date/instant-field.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField } from '#src/ui/form/text-fields.tsx';
import { ErrorBlock, LoadingBlock, Remark } from '#src/ui/page/block.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { countFindings, FindingList } from './finding-list.tsx';
import { LostSubmission } from './lost-submission.tsx';
import { PlanTable } from './plan-table.tsx';
import type { Wizard } from './use-wizard.ts';

interface Props {
  form: Wizard;
  plan: PublishPlan;
}

/** The objects to be created; names, budget, times and status can still be changed. */
export function PreviewStep({ form, plan }: Props) {
  const t = useText();
  const { values, change } = form;
  const { answer, failure, others, changed } = useSelector(plan, (state) => state.context);
  const isBusy = useSelector(plan, (state) => state.hasTag('busy'));
  const isFailed = useSelector(plan, (state) => state.matches({ planning: 'failed' }));
  const isRefused = useSelector(plan, (state) => state.matches({ planning: 'refused' }));
  const renew = () => plan.send({ type: 'plan.refreshRequested' });
  const rename = useCallback(
    (node: string, name: string) => change({ renames: { ...values.renames, [node]: name } }),
    [change, values.renames],
  );
  const leaveOut = useCallback((left_out: string[]) => change({ left_out }), [change]);
  return (
    <>
      {changed && <Remark kind="warn" title={t('publish.planChanged')} />}
      <LostSubmission plan={plan} />
      <Overrides form={form} />
      {isRefused && <FaultyStep form={form} others={others} />}
      {isFailed && failure && (
        <ErrorBlock title={t('publish.planFailed')} message={failure.message} traceId={failure.traceId} onRetry={renew} />
      )}
      {answer ? (
        <>
          <Findings
            answer={answer}
            onRenew={renew}
            onShare={() => form.goTo('identity')}
            onPages={() => form.goTo(values.source === 'post' ? 'content' : 'identity')}
            onLeaveOut={(accounts) => change({ ad_account_ids: values.ad_account_ids.filter((id) => !accounts.includes(id)) })}
          />
          <PlanTable
            nodes={answer.tree}
            busy={isBusy}
            renames={values.renames}
            onRename={rename}
            leftOut={values.left_out}
            onLeftOut={leaveOut}
          />
        </>
      ) : (
        isBusy && <LoadingBlock label={t('publish.planning')} />
      )}
    </>
  );
}

/** Overrides of the scheme for this publish. */
function Overrides({ form: { values, field, change, scheme } }: Pick<Props, 'form'>) {
  const t = useText();
  const body = scheme?.body;
  const toSchemeText = (text: string) => t('publish.wish.scheme', { text });
  return (
    <FormSection title={t('publish.wishes')}>
      <div className="ads-publish-three">
        <NumberField
          label={t('scheme.budget')}
          {...field('budget_usd')}
          unit="USD"
          placeholder={body?.money.budget_usd ? toSchemeText(String(body.money.budget_usd / 100)) : undefined}
        />
        <ChoiceField
          label={t('scheme.startMode')}
          {...field('start')}
          options={[
            { value: 'scheme' as const, label: body ? toSchemeText(t(`scheme.startMode.${body.time.start_mode}`)) : DASH_TEXT },
            { value: 'now' as const, label: t('scheme.startMode.now') },
            { value: 'at' as const, label: t('scheme.startMode.at') },
          ]}
          onChange={(start) => start && change({ start, ...(start !== 'at' && { start_at: '' }) })}
        />
        <ChoiceField
          label={t('scheme.initialStatus')}
          {...field('initial_status')}
          options={[
            { value: 'scheme' as const, label: body ? toSchemeText(t(`scheme.initialStatus.${body.launch.initial_status}`)) : DASH_TEXT },
            { value: 'ACTIVE' as const, label: t('scheme.initialStatus.ACTIVE') },
            { value: 'PAUSED' as const, label: t('scheme.initialStatus.PAUSED') },
          ]}
          onChange={(initial_status) => initial_status && change({ initial_status })}
        />
        {values.start === 'at' && <InstantField label={t('scheme.startAt')} {...field('start_at')} required />}
        <ChoiceField
          label={t('publish.wish.end')}
          {...field('end')}
          options={[
            {
              value: 'scheme' as const,
              label: toSchemeText(body?.time.end_at ? body.time.end_at.slice(0, 10) : t('publish.wish.endNone')),
            },
            { value: 'none' as const, label: t('publish.wish.endNone') },
            { value: 'at' as const, label: t('publish.wish.endAt') },
          ]}
          onChange={(end) => end && change({ end, ...(end !== 'at' && { end_at: '' }) })}
        />
        {values.end === 'at' && <InstantField label={t('scheme.endAt')} {...field('end_at')} required />}
      </div>
    </FormSection>
  );
}

const DASH_TEXT = '—';

/** The steps with faults, and links to them. */
function FaultyStep({ form, others }: { form: Wizard; others: readonly string[] }) {
  const t = useText();
  const wrongStep = firstWrongBefore('preview', form.faults);
  const isOnThisStep = fieldsOn.preview.some((name) => form.faults[name]);
  const messages = Object.values(form.faults).flatMap((fault) => (fault && 'message' in fault ? fault.message : []));
  return (
    <Remark kind="error" title={t('publish.planRefused')}>
      {messages.length + others.length > 0 && (
        <ul>
          {[...messages, ...others].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {wrongStep && !isOnThisStep && (
        <button type="button" className="ads-link-button" onClick={() => form.goTo(wrongStep)}>
          {t('publish.mend', { step: t(`publish.step.${wrongStep}`) })}
        </button>
      )}
    </Remark>
  );
}

/** Accounts with errors while others have none: the publish can continue without them. */
function faultyAccounts({ tree }: Plan): { id: number; label: string }[] {
  const all = new Map(tree.filter(({ left_out }) => !left_out).map(({ account }) => [account.id, account]));
  const faulty = new Map(tree.flatMap(({ account, errors }) => (errors.length > 0 ? [[account.id, account] as const] : [])));
  return faulty.size < all.size ? [...faulty.values()] : [];
}

interface FindingsProps {
  answer: Plan;
  onRenew: () => void;
  onShare: () => void;
  onPages: () => void;
  onLeaveOut: (accounts: readonly number[]) => void;
}

/** Findings of the plan and ways to solve them; each table row shows its own. */
function Findings({ answer, onRenew, onShare, onPages, onLeaveOut }: FindingsProps) {
  const t = useText();
  const { errors, warnings } = answer;
  const faulty = faultyAccounts(answer);
  const hasReason = (reason: string) => errors.some((error) => error.reason === reason);
  return (
    <>
      {errors.length > 0 && (
        <Remark kind="error" title={t('publish.blocked', { count: countFindings(errors) })}>
          <FindingList findings={errors} />
          <div className="ads-publish-mending">
            {faulty.length > 0 && (
              <button type="button" className="ads-link-button" onClick={() => onLeaveOut(faulty.map(({ id }) => id))}>
                {t('publish.leaveOut', { count: faulty.length, names: faulty.map(({ label }) => label).join(t('publish.comma')) })}
              </button>
            )}
            {hasReason('HOMEPAGE_UNUSABLE') && (
              <button type="button" className="ads-link-button" onClick={onPages}>
                {t('publish.toPages')}
              </button>
            )}
            {hasReason('PIXEL_NOT_SHARED') && (
              <button type="button" className="ads-link-button" onClick={onShare}>
                {t('publish.toSharing')}
              </button>
            )}
            <button type="button" className="ads-link-button" onClick={onRenew}>
              {t('publish.previewAgain')}
            </button>
          </div>
        </Remark>
      )}
      {warnings.length > 0 && (
        <Remark kind="warn" title={t('publish.warned', { count: countFindings(warnings) })}>
          <FindingList findings={warnings} />
        </Remark>
      )}
    </>
  );
}
