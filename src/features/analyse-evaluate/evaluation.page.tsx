import { evaluationFilters } from '#contracts/vocabulary/evaluations.ts';
import type { EvaluationPage } from '#machines/analyse-evaluate/evaluation.machine.ts';
import { blankEvaluation, evaluationQuery } from '#machines/analyse-evaluate/evaluation-rules.ts';
import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ListPage } from '#src/ui/list/list-page.tsx';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { IconPlus } from '#src/ui/text/icons.ts';
import { ClosingDialog } from './closing-dialog.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { EvaluationDetailDrawer } from './evaluation-detail.tsx';
import { EvaluationDrawer } from './evaluation-drawer.tsx';
import { type EvaluationParts, EvaluationTable } from './evaluation-table.tsx';
import './evaluate.css';

const FOLDED = ['drama_id', 'owner_user_id', 'language', 'date_from', 'date_to', 'still_running'] as const;

function EvaluationFilterLine({ list, dramas, owners, languages }: EvaluationParts) {
  const { list: options, control } = useDictionary(languages);
  return (
    <VocabularyFilterLine
      vocabulary={evaluationFilters}
      list={list}
      pickers={{ drama_id: dramas, owner_user_id: owners }}
      codes={{ language: { options, ...control } }}
      folded={FOLDED}
    />
  );
}

/** Rounds of dramas: what they show, and what is decided. */
export function EvaluationPageView({ page }: { page: EvaluationPage }) {
  const t = useText();
  const viewer = useViewer();
  const { timezone } = useFormat();
  const isEvaluator = viewer.can('material') || viewer.can('publish');
  // A new round begins today and belongs to the one who opens it; a drama of the filters is chosen at once.
  const create = ({ form, defaults, list }: EvaluationParts) => {
    const { drama_id: filtered = [] } = list.getSnapshot().context.query.filters;
    const drama_id = filtered.length === 1 ? filtered[0] : undefined;
    const values = { ...blankEvaluation, drama_id, date_from: dateIn(new Date(), timezone), owner_user_id: viewer.id };
    form.send({ type: 'form.opened', draft: { values, subject: undefined } });
    defaults.send(drama_id === undefined ? { type: 'defaults.forgotten' } : { type: 'defaults.requested', dramaId: drama_id });
  };
  const createButton = (parts: EvaluationParts) =>
    isEvaluator && (
      <ActionButton action="create" type="primary" icon={<IconPlus />} onClick={() => create(parts)}>
        {t('evaluate.create')}
      </ActionButton>
    );
  return (
    <ListPage
      page={page}
      query={evaluationQuery}
      title={t('evaluate.title')}
      actions={createButton}
      filters={(parts) => <EvaluationFilterLine {...parts} />}
    >
      {(parts) => (
        <>
          <EvaluationTable parts={parts} create={createButton(parts)} />
          <EvaluationDrawer {...parts} />
          <DecisionDialog {...parts} />
          <ClosingDialog {...parts} />
          <EvaluationDetailDrawer {...parts} />
        </>
      )}
    </ListPage>
  );
}
