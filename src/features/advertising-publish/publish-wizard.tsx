import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { isAcceptable } from '#machines/advertising-publish/plan-check.ts';
import { steps } from '#machines/advertising-publish/publish-values.ts';
import type { PublishWizard } from '#machines/advertising-publish/publish-wizard.machine.ts';
import { isStepOpen } from '#machines/advertising-publish/wizard-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { RedoNote } from '#src/parts/launches/index.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { DraftBar, DraftNote } from '#src/ui/form/draft-bar.tsx';
import { useFirstInvalidField } from '#src/ui/form/first-invalid-field.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { Steps } from '#src/ui/form/steps.tsx';
import { useDraft } from '#src/ui/form/use-draft.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { FailureRemedyDialog, openRemedy } from './failure-remedy-dialog.tsx';
import { PublishStarted } from './publish-started.tsx';
import { PublishSummary } from './publish-summary.tsx';
import { SharingDialog } from './sharing-dialog.tsx';
import { AccountsStep } from './step-accounts.tsx';
import { ContentStep } from './step-content.tsx';
import { IdentityStep } from './step-identity.tsx';
import { OrderStep } from './step-order.tsx';
import { PreviewStep } from './step-preview.tsx';
import { useWizard, useWizardParts, type WizardParts } from './use-wizard.ts';
import './publish.css';

/** The publish wizard. */
export function PublishWizardView({ wizard }: { wizard: PublishWizard }) {
  const parts = useWizardParts(wizard);
  return parts ? <LoadedWizard wizard={wizard} parts={parts} /> : null;
}

function LoadedWizard({ wizard, parts }: { wizard: PublishWizard; parts: WizardParts }) {
  const form = useWizard(wizard);
  const isPublished = useSelector(wizard, (state) => state.matches({ steps: 'ordered' }));
  const sharingProgress = useSelector(parts.sharing, (state) => state.children.progress);
  return (
    <>
      <RedoNote redo={parts.redo} />
      {isPublished && form.ordered ? (
        <PublishStarted ordered={form.ordered} progress={parts.progress} onStartNew={form.beginAnew} />
      ) : (
        <WizardSteps wizard={wizard} parts={parts} form={form} />
      )}
      <SharingDialog sharing={parts.sharing} />
      <BatchDialog progress={sharingProgress} />
      <BatchDialog progress={parts.progress} onRemedy={openRemedy(parts.remedy)} />
      <FailureRemedyDialog remedy={parts.remedy} homepages={parts.homepages} pixels={parts.pixels} />
    </>
  );
}

function WizardSteps({ wizard, parts, form }: { wizard: PublishWizard; parts: WizardParts; form: ReturnType<typeof useWizard> }) {
  const t = useText();
  const { step, values, refusals } = form;
  const context = useSelector(wizard, (state) => state.context);
  const isStarted = values.scheme_id !== undefined || values.ad_account_ids.length > 0;
  const draft = useDraft(parts.draft, true, isStarted);
  const submitting = useSelector(parts.plan, (state) => state.hasTag('writing'));
  const isLost = useSelector(parts.plan, (state) => state.matches('unconfirmed'));
  const stepsRef = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [discarding, setDiscarding] = useState(false);
  useFirstInvalidField(body, refusals);
  // A new step starts at its top.
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current !== step) stepsRef.current?.scrollIntoView?.({ block: 'start' });
    seen.current = step;
  }, [step]);

  const at = steps.indexOf(step);
  const isLocked = submitting || isLost;
  const previous = steps[at - 1];
  return (
    <div ref={stepsRef} className="ads-publish-way ads-within-window">
      {draft && !isLocked && <DraftBar {...draft} />}
      <Steps
        label={t('publish.wizard.steps')}
        shown={step}
        onShow={form.goTo}
        steps={steps.map((key, place) => {
          const following = steps[place + 1];
          const isOpen = isStepOpen(context, key) && !isLocked;
          return {
            key,
            text: t(`publish.step.${key}`),
            done: following !== undefined && place < at && isStepOpen({ ...context, step: 'accounts' }, following),
            refusal: isOpen || key === step ? undefined : t('publish.stepClosed'),
          };
        })}
      />
      <div className={step === 'preview' ? 'ads-publish-columns ads-publish-columns-wide' : 'ads-publish-columns'}>
        <div ref={body} className="ads-publish-step">
          {step === 'accounts' && <AccountsStep form={form} parts={parts} />}
          {step === 'content' && <ContentStep form={form} parts={parts} />}
          {step === 'identity' && <IdentityStep form={form} parts={parts} />}
          {step === 'preview' && <PreviewStep form={form} plan={parts.plan} />}
          {step === 'order' && <OrderStep form={form} plan={parts.plan} />}
        </div>
        <PublishSummary form={form} parts={parts} />
      </div>
      <footer className="ads-publish-foot">
        <span className="ads-leave">
          {draft && <DraftNote {...draft} />}
          {isStarted && !isLocked && (
            <button type="button" className="ads-link-button" onClick={() => setDiscarding(true)}>
              {t('publish.discard')}
            </button>
          )}
        </span>
        {previous && (
          <Button disabled={isLocked} onClick={() => form.goTo(previous)}>
            {t('publish.back')}
          </Button>
        )}
        {step !== 'order' && (
          <Button type="primary" onClick={form.next} disabled={step === 'preview' && !form.isPlanned}>
            {t('publish.next')}
          </Button>
        )}
        {step === 'order' && <SubmitButton plan={parts.plan} busy={submitting} isLost={isLost} />}
      </footer>
      <ConfirmDialog
        open={discarding}
        danger
        title={t('publish.discardTitle')}
        text={t('publish.discardText')}
        confirmText={t('publish.discard')}
        onCancel={() => setDiscarding(false)}
        onConfirm={() => {
          setDiscarding(false);
          form.discard();
        }}
      />
    </div>
  );
}

function SubmitButton({ plan, busy, isLost }: { plan: WizardParts['plan']; busy: boolean; isLost: boolean }) {
  const t = useText();
  const answer = useSelector(plan, (state) => state.context.answer);
  const isConfirmed = useSelector(plan, (state) => state.context.confirmed);
  const acceptsWarnings = useSelector(plan, (state) => state.context.acceptsWarnings);
  const isChecking = useSelector(plan, (state) => state.matches('checking'));
  const isReady =
    answer !== undefined &&
    answer.errors.length === 0 &&
    !isChecking &&
    (isConfirmed || !answer.confirm_budget) &&
    isAcceptable(answer.check, acceptsWarnings);
  if (isLost) return null;
  return (
    <Button type="primary" loading={busy} disabled={!isReady} onClick={() => plan.send({ type: 'plan.submitted', key: newRequestKey() })}>
      {t('publish.submit', { count: answer?.counts.ads ?? 0 })}
    </Button>
  );
}
