import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { canBeEvaluated } from '#contracts/rules/drama-evaluation.ts';
import { dramaStageWords } from '#contracts/vocabulary/dramas.ts';
import { evaluationColumnWords } from '#contracts/vocabulary/evaluations.ts';
import type { EvaluationDefaults, EvaluationValues } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { NumberField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Remark } from '#src/ui/page/block.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import type { EvaluationParts } from './evaluation-table.tsx';

type Props = Pick<EvaluationParts, 'form' | 'defaults' | 'dramas' | 'owners'>;

export function EvaluationDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenEvaluationDrawer {...props} /> : null;
}

const USABLE = { usable: true };
const plain = (value: number | undefined) => (value === undefined ? '' : String(value));

/** Why the chosen drama cannot be evaluated now. */
function ObstacleRemark({ defaults, chosen }: { defaults: EvaluationDefaults | undefined; chosen: number | undefined }) {
  const t = useText();
  const w = useWords();
  if (defaults === undefined || defaults.drama.id !== chosen) return null;
  const { drama, stage, open_round } = defaults;
  if (open_round !== null) {
    return (
      <Remark kind="warn" title={t('evaluate.roundOpen', { round: open_round.round })}>
        <Link className="ads-link-button" to={`/analyse/evaluate?drama_id=${drama.id}`}>
          {t('evaluate.showRound')}
        </Link>
      </Remark>
    );
  }
  return canBeEvaluated(stage) ? null : <Remark kind="warn" title={t('evaluate.wrongStage', { stage: w(dramaStageWords[stage]) })} />;
}

function useConflict({ form, owners }: Pick<Props, 'form' | 'owners'>) {
  const t = useText();
  const w = useWords();
  const collision = useSelector(form, (state) => state.context);
  const latest = collision.conflict?.latest.values.owner_user_id;
  const ids = [collision.values.owner_user_id, collision.origin.owner_user_id, latest].filter((id) => id !== undefined);
  const { names } = usePicker(owners, { chosen: [...new Set(ids)] }).list;
  const nameOf = (id: number | undefined) => (id === undefined ? '' : (names.get(id) ?? `#${id}`));
  const labels = {
    date_from: t('evaluate.firstDay'),
    date_to: t('evaluate.lastDay'),
    test_budget: w(evaluationColumnWords.test_budget),
    min_spend: w(evaluationColumnWords.min_spend),
    roi_d0: w(evaluationColumnWords.roi_d0),
    pay_rate: w(evaluationColumnWords.pay_rate),
    cost_per_payer: w(evaluationColumnWords.cost_per_payer),
    ctr_link: w(evaluationColumnWords.ctr_link),
    hold_rate: w(evaluationColumnWords.hold_rate),
    owner_user_id: w(evaluationColumnWords.owner),
  };
  return conflictChanges(collision, labels, (values: EvaluationValues) => ({
    date_from: values.date_from,
    date_to: values.date_to,
    test_budget: plain(values.test_budget),
    min_spend: plain(values.min_spend),
    roi_d0: plain(values.roi_d0),
    pay_rate: plain(values.pay_rate),
    cost_per_payer: plain(values.cost_per_payer),
    ctr_link: plain(values.ctr_link),
    hold_rate: plain(values.hold_rate),
    owner_user_id: nameOf(values.owner_user_id),
  }));
}

function OpenEvaluationDrawer({ form, defaults, dramas, owners }: Props) {
  const t = useText();
  const w = useWords();
  const { values, subject, change, field, drawer } = useForm(form);
  const conflict = useConflict({ form, owners });
  const known = useSelector(defaults, (state) => state.context.answer);
  const isLoading = useSelector(defaults, (state) => state.hasTag('busy'));
  const chooseDrama = (drama_id: number | undefined) => {
    change({ drama_id });
    defaults.send(drama_id === undefined ? { type: 'defaults.forgotten' } : { type: 'defaults.requested', dramaId: drama_id });
  };
  return (
    <FormDrawer
      {...drawer}
      title={subject ? t('evaluate.editTitle', { drama: subject.drama, round: subject.round }) : t('evaluate.create')}
      saveText={t(subject ? 'ui.save' : 'evaluate.create')}
      conflict={conflict}
    >
      <FormSection title={t('evaluate.sectionRound')}>
        <PickerField
          label={w(evaluationColumnWords.drama)}
          picker={dramas}
          narrowing={USABLE}
          {...field('drama_id')}
          onChange={chooseDrama}
          disabled={subject !== undefined}
          help={t(subject ? 'evaluate.dramaFixed' : 'evaluate.dramaHelp')}
          required
        />
        {!subject && <ObstacleRemark defaults={known} chosen={values.drama_id} />}
        <FormPair>
          <TextField label={t('evaluate.firstDay')} {...field('date_from')} placeholder="YYYY-MM-DD" required />
          <TextField label={t('evaluate.lastDay')} {...field('date_to')} placeholder="YYYY-MM-DD" help={t('evaluate.lastDayHelp')} />
        </FormPair>
        <FormPair>
          <NumberField label={w(evaluationColumnWords.test_budget)} {...field('test_budget')} unit="USD" required />
          <NumberField
            label={w(evaluationColumnWords.min_spend)}
            {...field('min_spend')}
            unit="USD"
            help={t('evaluate.minSpendHelp')}
            required
          />
        </FormPair>
        <PickerField label={w(evaluationColumnWords.owner)} picker={owners} {...field('owner_user_id')} required />
      </FormSection>
      <FormSection title={t('evaluate.sectionThresholds')} note={t(isLoading ? 'ui.loading' : 'evaluate.thresholdsNote')}>
        <FormPair>
          <NumberField label={w(evaluationColumnWords.roi_d0)} {...field('roi_d0')} required />
          <NumberField label={w(evaluationColumnWords.pay_rate)} {...field('pay_rate')} unit="%" required />
        </FormPair>
        <FormPair>
          <NumberField
            label={w(evaluationColumnWords.cost_per_payer)}
            {...field('cost_per_payer')}
            unit="USD"
            help={t('evaluate.costHelp')}
            required
          />
          <NumberField label={w(evaluationColumnWords.ctr_link)} {...field('ctr_link')} unit="%" required />
        </FormPair>
        <NumberField label={w(evaluationColumnWords.hold_rate)} {...field('hold_rate')} unit="%" required />
      </FormSection>
    </FormDrawer>
  );
}
