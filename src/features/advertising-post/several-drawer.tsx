import { useSelector } from '@xstate/react';
import { combinations, combinationWords, postColumnWords } from '#contracts/vocabulary/posts.ts';
import { blankSeveral, countOfPosts, MAX_HEADLINE_LENGTH, MAX_MESSAGE_LENGTH, MAX_POSTS } from '#machines/advertising-post/post-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { FormDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextListField } from '#src/ui/form/text-list-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField } from '#src/ui/pick/choice-fields.tsx';
import { PickerListField } from '#src/ui/pick/picker-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { HomepageHint } from './homepage-hint.tsx';
import { LandingField } from './landing-field.tsx';
import type { PostParts } from './post-table.tsx';

type Props = Pick<PostParts, 'several' | 'homepages' | 'materials' | 'landings' | 'buttons'>;

export function SeveralDrawer(props: Props) {
  const open = useSelector(props.several, (state) => state.hasTag('open'));
  return open ? <OpenSeveralDrawer {...props} /> : null;
}

function OpenSeveralDrawer({ several, homepages, materials, landings, buttons }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { values, change, field, drawer } = useForm(several);
  const button = useDictionary(buttons);
  const count = countOfPosts(values);
  return (
    <FormDrawer
      {...drawer}
      title={t('post.several')}
      done={false}
      saveText={t('post.severalButton', { count, shown: format.number(count) })}
      footerStart={
        <span className={count > MAX_POSTS ? 'ads-post-count ads-post-over' : 'ads-post-count'} role="status">
          {t('post.severalCount', { count, shown: format.number(count), max: MAX_POSTS })}
        </span>
      }
    >
      <FormSection title={t('post.sectionWhere')}>
        <PickerListField label={t('post.homepages')} picker={homepages} narrowing={{ use: 'posts' }} {...field('homepage_ids')} required />
        <HomepageHint homepages={homepages} />
        <PickerListField label={t('post.materials')} picker={materials} narrowing={{ usable: true }} {...field('material_ids')} required />
        <ChoiceField
          as="radio"
          label={t('post.combine')}
          {...field('combine')}
          options={combinations.map((value) => ({
            value,
            label: w(combinationWords[value]),
            note: t(`post.combineNote.${value}`),
          }))}
          onChange={(combine) => combine && change({ combine })}
          required
        />
      </FormSection>
      <FormSection title={t('post.sectionText')} note={t('post.inTurn')}>
        <TextListField
          label={t('post.texts')}
          {...field('texts')}
          maxCount={5}
          minCount={1}
          maxLength={MAX_MESSAGE_LENGTH}
          isMultiline
          addText={t('post.addText')}
          required
        />
        <TextListField
          label={t('post.headlines')}
          {...field('headlines')}
          maxCount={5}
          maxLength={MAX_HEADLINE_LENGTH}
          addText={t('post.addHeadline')}
        />
        <ChoiceField
          label={w(postColumnWords.call_to_action)}
          {...field('call_to_action')}
          options={button.list}
          {...button.control}
          onChange={(call_to_action) => change({ call_to_action: call_to_action ?? blankSeveral.call_to_action })}
          required
        />
      </FormSection>
      <FormSection title={t('post.sectionLink')}>
        <LandingField landings={landings} materials={values.material_ids} {...field('landing_page_id')} required />
      </FormSection>
    </FormDrawer>
  );
}
