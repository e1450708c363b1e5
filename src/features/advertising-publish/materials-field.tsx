import { useSelector } from '@xstate/react';
import {
  hitLevelWords,
  materialColumnWords,
  materialKinds,
  materialKindWords,
  ratios,
  ratioWords,
} from '#contracts/vocabulary/materials.ts';
import { type MaterialChoice, materialChoiceSorts } from '#machines/advertising-publish/publish-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { MaterialPicture, PreviewDialog, useTagChoice } from '#src/parts/materials/index.ts';
import { ChoiceFilter, KeywordFilter, SeveralFilter } from '#src/ui/list/filter-line.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyBlock } from '#src/ui/page/block.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { CreativeGrid } from './creative-grid.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'materials' | 'glance' | 'preview' | 'tags'>;
}

/** The materials of the content, to choose from. */
export function MaterialsField({ form, parts: { materials, glance, preview, tags } }: Props) {
  const t = useText();
  const w = useWords();
  const { filters, sort } = useSelector(materials, (state) => state.context.query);
  const list = useList(materials);
  const tagChoice = useTagChoice(tags);
  if (form.values.content_id === undefined) return <EmptyBlock text={t('publish.contentFirst')} />;
  const { keyword, kind, ratio, tag, used } = filters;
  const change = (changes: typeof filters) => materials.send({ type: 'list.filtersChanged', changes });
  const isNarrowed = [keyword, kind, ratio, tag, used].some((value) => value !== undefined);
  return (
    <>
      <CreativeGrid<MaterialChoice>
        label={t('publish.materials')}
        field={form.field('material_ids')}
        list={list}
        filters={
          <>
            <KeywordFilter
              label={t('publish.material.search')}
              value={keyword}
              shortcut={false}
              onCommit={(typed) => change({ keyword: typed })}
            />
            <ChoiceFilter
              width={152}
              label={w(materialColumnWords.kind)}
              value={kind}
              options={materialKinds.map((value) => ({ value, label: w(materialKindWords[value]) }))}
              onChange={(chosen) => change({ kind: chosen })}
            />
            <ChoiceFilter
              width={152}
              label={w(materialColumnWords.ratio)}
              value={ratio}
              options={ratios.map((value) => ({ value, label: w(ratioWords[value]) }))}
              onChange={(chosen) => change({ ratio: chosen })}
            />
            <SeveralFilter
              width={152}
              label={w(materialColumnWords.tags)}
              value={tag}
              onChange={(chosen) => change({ tag: chosen })}
              {...tagChoice}
            />
            <ChoiceFilter
              width={152}
              label={t('publish.material.use')}
              value={used === undefined ? undefined : used ? 'used' : 'unused'}
              options={(['unused', 'used'] as const).map((value) => ({ value, label: t(`publish.material.use.${value}`) }))}
              onChange={(chosen) => change({ used: chosen && chosen === 'used' })}
            />
            <ChoiceFilter
              width={152}
              label={t('publish.sort')}
              placeholder={t('publish.sort.created_at')}
              value={materialChoiceSorts.find((field) => field === sort?.field)}
              options={materialChoiceSorts.map((value) => ({ value, label: t(`publish.sort.${value}`) }))}
              onChange={(field) => materials.send({ type: 'list.sortChosen', sort: field && { field, order: 'desc' } })}
            />
          </>
        }
        rowName={({ title }) => title}
        renderCard={(row) => (
          <>
            <MaterialPicture row={row} glance={glance} />
            <MaterialFacts row={row} onPlay={() => preview.send({ type: 'detail.opened', subject: row })} />
          </>
        )}
        onResetFilters={
          isNarrowed ? () => change({ keyword: undefined, kind: undefined, ratio: undefined, tag: undefined, used: undefined }) : undefined
        }
        emptyText={t('publish.noMaterials')}
      />
      <PreviewDialog preview={preview} />
    </>
  );
}

/** The facts of a material that matter for the choice. */
function MaterialFacts({ row, onPlay }: { row: MaterialChoice; onPlay: () => void }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const toDate = (at: string) => ({ at: format.instant(at).slice(0, 10) });
  const use = () => {
    if (row.publish?.last_used_at) return t('publish.material.lastUsed', toDate(row.publish.last_used_at));
    if (row.first_used_at === null) return t('publish.material.unused');
    return row.publish ? t('publish.material.unusedHere') : t('publish.material.firstUsed', toDate(row.first_used_at));
  };
  const spend = row.m?.['spend'] ?? null;
  return (
    <div className="ads-publish-card">
      <NameText text={row.title} />
      <span className="ads-quiet">
        {use()}
        {row.hit_level !== 'none' && ` · ${w(hitLevelWords[row.hit_level])}`}
      </span>
      <span className="ads-quiet" title={t('publish.material.days')}>
        {spend === null || spend === 0
          ? t('publish.noSpend')
          : t('publish.material.figures', {
              spend: format.money(spend, 'USD'),
              roi: format.decimal(row.m?.['roi_d0'] ?? null, 2),
            })}
      </span>
      <button type="button" className="ads-link-button" aria-label={t('publish.material.previewOf', { title: row.title })} onClick={onPlay}>
        {t('publish.material.preview')}
      </button>
    </div>
  );
}
