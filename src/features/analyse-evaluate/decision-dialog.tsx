import { useSelector } from '@xstate/react';
import { canMoveStage, isNoteRequired, NOTE_MAX, stagesAfter } from '#contracts/rules/drama-evaluation.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import {
  evaluationColumnWords,
  evaluationDecisions,
  evaluationDecisionWords,
  evaluationSuggestionWords,
} from '#contracts/vocabulary/evaluations.ts';
import { type DecisionValues, stageOfDecision } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { ConflictRemark } from '#src/ui/form/conflict-remark.tsx';
import { TextAreaField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import type { EvaluationParts } from './evaluation-table.tsx';
import { stageKinds } from './evaluation-tags.tsx';

/** Scales, keeps or stops a drama, and shows the stage it then is in. */
export function DecisionDialog({ decision: form }: Pick<EvaluationParts, 'decision'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { values, subject, field, change, dialog, drawer } = useForm(form);
  const collision = useSelector(form, (state) => state.context);
  if (!subject || !dialog.open) return null;
  const decisionText = ({ decision }: DecisionValues) => (decision ? w(evaluationDecisionWords[decision]) : '');
  const conflict = conflictChanges(
    collision,
    { decision: w(evaluationColumnWords.decision), note: w(evaluationColumnWords.note) },
    (typed) => ({ decision: decisionText(typed), note: typed.note }),
  );
  const stage = stageOfDecision(values, subject);
  const stageText = (one: typeof subject.stage) => w(dramaStageWords[one]);
  const isDifferent = values.decision !== undefined && isNoteRequired(values.decision, subject.suggest);
  return (
    <ConfirmDialog
      {...dialog}
      title={t('evaluate.decideTitle', { drama: subject.drama, round: subject.round })}
      text={
        subject.score === null
          ? t('evaluate.noSuggestion')
          : t('evaluate.suggested', { score: format.decimal(subject.score, 1), suggest: w(evaluationSuggestionWords[subject.suggest]) })
      }
      confirmText={values.decision ? decisionText(values) : t('evaluate.decide')}
      danger={values.decision === 'stop'}
      disabled={conflict !== undefined}
      done={t('evaluate.decided', { drama: subject.drama })}
    >
      {conflict && <ConflictRemark conflict={conflict} busy={dialog.busy} onLatest={drawer.onLatest} onOverwrite={drawer.onOverwrite} />}
      <ChoiceField
        as="radio"
        label={w(evaluationColumnWords.decision)}
        {...field('decision')}
        options={evaluationDecisions.map((value) => {
          const next = stageOfDecision({ ...values, decision: value }, subject) ?? subject.stage;
          return {
            value,
            label: w(evaluationDecisionWords[value]),
            ...(!canMoveStage(subject.stage, next) && {
              disabled: t('evaluate.onlyStages', { stages: stagesAfter(subject.stage).map(stageText).join(t('evaluate.comma')) }),
            }),
          };
        })}
        required
      />
      {stage && (
        <p className="ads-evaluate-stage">
          {t('evaluate.stageBecomes')}
          <StatusTag kind={stageKinds[subject.stage]} text={stageText(subject.stage)} />
          {stage !== subject.stage && (
            <>
              <span aria-hidden="true">→</span>
              <StatusTag kind={stageKinds[stage]} text={stageText(stage)} />
            </>
          )}
        </p>
      )}
      <TextAreaField
        label={w(evaluationColumnWords.note)}
        {...field('note')}
        max={NOTE_MAX}
        required={isDifferent}
        {...(isDifferent && { help: t('evaluate.noteHelp') })}
      />
      {values.decision === 'stop' && (
        <div className="ads-evaluate-close">
          <label>
            <CheckBox
              checked={values.close_campaigns}
              disabled={subject.campaigns_closable === 0}
              onChange={(close_campaigns) => change({ close_campaigns })}
            />
            {t('evaluate.alsoClose', { count: subject.campaigns_closable })}
          </label>
          {subject.campaigns_running > subject.campaigns_closable && (
            <small>{t('evaluate.othersRun', { count: subject.campaigns_running - subject.campaigns_closable })}</small>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
