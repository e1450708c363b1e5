import { useSelector } from '@xstate/react';
import { schemeLimits } from '#contracts/rules/scheme-body.ts';
import { hitLevelWords, ratioWords } from '#contracts/vocabulary/materials.ts';
import type { MaterialChoice } from '#machines/advertising-publish/publish-parts.machine.ts';
import { MAX_CREATIVES } from '#machines/advertising-publish/publish-values.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Field } from '#src/ui/form/field.tsx';
import { FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextListField } from '#src/ui/form/text-list-field.tsx';
import { CardGrid } from '#src/ui/list/card-grid.tsx';
import { ChoiceFilter, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyBlock } from '#src/ui/page/block.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'dramas' | 'products' | 'materials' | 'posts'>;
}

/** The content, its creatives and texts. */
export function ContentStep({ form, parts: { dramas, products, materials, posts } }: Props) {
  const t = useText();
  const { values, scheme, field, counts } = form;
  const isOfPosts = values.source === 'post';
  const texts = scheme?.body.creative;
  return (
    <>
      <FormSection title={t('publish.step.content')}>
        <PickerField
          label={t(`publish.content.${values.biz || 'dj'}`)}
          picker={values.biz === 'ec' ? products : dramas}
          narrowing={{ usable: true }}
          {...field('content_id')}
          required
        />
        {isOfPosts ? (
          <PickerListField
            label={t('publish.posts')}
            help={t('publish.postsHelp', { most: MAX_CREATIVES })}
            picker={posts}
            narrowing={values.biz === 'ec' ? { product_id: values.content_id } : { drama_id: values.content_id }}
            {...field('post_ids')}
            required
          />
        ) : (
          <MaterialsField form={form} materials={materials} />
        )}
        {counts && (
          <p className="ads-publish-said" role="status">
            {t('publish.comesTo', { campaigns: counts.campaigns, groups: counts.groups, ads: counts.ads, slots: counts.slots })}
          </p>
        )}
      </FormSection>
      {!isOfPosts && texts && (
        <FormSection title={t('publish.section.texts')} note={t('publish.textsNote')}>
          <TextListField
            label={t('publish.scheme.primaryTexts')}
            help={values.primary_texts.length === 0 ? t('publish.asScheme', { text: texts.primary_texts.join(' / ') }) : undefined}
            {...field('primary_texts')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.textLength}
            isMultiline
            addText={t('publish.replaceTexts')}
          />
          <TextListField
            label={t('publish.scheme.headlines')}
            help={
              values.headlines.length === 0 && texts.headlines.length > 0
                ? t('publish.asScheme', { text: texts.headlines.join(' / ') })
                : undefined
            }
            {...field('headlines')}
            maxCount={schemeLimits.texts}
            maxLength={schemeLimits.headlineLength}
            addText={t('publish.replaceHeadlines')}
          />
        </FormSection>
      )}
    </>
  );
}

const KINDS = ['video', 'image'] as const;

function MaterialsField({ form, materials }: { form: Wizard; materials: WizardParts['materials'] }) {
  const t = useText();
  const filters = useSelector(materials, (state) => state.context.query.filters);
  const { table, pager } = useList(materials);
  const { value, onChange, fault } = form.field('material_ids');
  const changeFilters = (changes: typeof filters) => materials.send({ type: 'list.filtersChanged', changes });
  const toggle = ({ id }: MaterialChoice) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  if (form.values.content_id === undefined) return <EmptyBlock text={t('publish.contentFirst')} />;
  return (
    <Field label={t('publish.materials')} group isChosen fault={fault} note={`${value.length} / ${MAX_CREATIVES}`} required>
      {() => (
        <>
          <div className="ads-publish-search">
            <KeywordFilter
              label={t('publish.material.search')}
              value={filters.keyword}
              shortcut={false}
              onCommit={(keyword) => changeFilters({ keyword })}
            />
            <ChoiceFilter
              label={t('publish.material.kind')}
              value={filters.kind}
              options={KINDS.map((kind) => ({ value: kind, label: t(`publish.material.kind.${kind}`) }))}
              onChange={(kind) => changeFilters({ kind })}
            />
            {value.length > 0 && (
              <button type="button" className="ads-link-button" onClick={() => onChange([])}>
                {t('publish.chooseNone')}
              </button>
            )}
          </div>
          <div className="ads-publish-materials">
            <CardGrid
              {...table}
              label={t('publish.materials')}
              rowKey={({ id }) => id}
              rowName={({ title }) => title}
              chosen={value}
              allChosen={false}
              onChoose={onChange}
              onOpen={toggle}
              renderCard={(row) => <MaterialFacts row={row} />}
              onResetFilters={
                filters.keyword !== undefined || filters.kind !== undefined
                  ? () => changeFilters({ keyword: undefined, kind: undefined })
                  : undefined
              }
              empty={{ text: t('publish.noMaterials') }}
            />
          </div>
          {(pager.total ?? 0) > pager.pageSize && <Pager {...pager} />}
        </>
      )}
    </Field>
  );
}

/** A material as a picture with the facts that matter for the choice. */
function MaterialFacts({ row }: { row: MaterialChoice }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const facts = [row.ratio && w(ratioWords[row.ratio]), row.duration_ms !== null && format.runtime(row.duration_ms)];
  const toDate = (at: string) => ({ at: format.instant(at).slice(0, 10) });
  const use = () => {
    if (row.publish?.last_used_at) return t('publish.material.lastUsed', toDate(row.publish.last_used_at));
    if (row.first_used_at === null) return t('publish.material.unused');
    return row.publish ? t('publish.material.unusedHere') : t('publish.material.firstUsed', toDate(row.first_used_at));
  };
  return (
    <>
      <Cover url={row.cover_url} alt="" size="card" placeholder={t(`publish.material.kind.${row.kind}`)} />
      <div className="ads-publish-card">
        <NameText text={row.title} />
        <span className="ads-quiet">{facts.filter(Boolean).join(' · ')}</span>
        <span className="ads-quiet">
          {use()}
          {row.hit_level !== 'none' && ` · ${w(hitLevelWords[row.hit_level])}`}
        </span>
        {row.publish && (
          <span className="ads-quiet" title={row.publish.roi_d0 === null ? t('publish.noSpend') : undefined}>
            {t('publish.material.roi', { roi: format.decimal(row.publish.roi_d0, 2) })}
          </span>
        )}
      </div>
    </>
  );
}
