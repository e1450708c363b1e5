import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { postColumnWords, postTypes, postTypeWords } from '#contracts/vocabulary/posts.ts';
import {
  blankPost,
  kindFor,
  MAX_HEADLINE_LENGTH,
  MAX_MESSAGE_LENGTH,
  type PostValues,
  SHOWN_HEADLINE_LENGTH,
  SHOWN_MESSAGE_LENGTH,
} from '#machines/advertising-post/post-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { InstantField } from '#src/ui/date/instant-field.tsx';
import { FormDrawer, FormPair, FormSection } from '#src/ui/form/form-drawer.tsx';
import { TextAreaField, TextField } from '#src/ui/form/text-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField } from '#src/ui/pick/picker-fields.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { HomepageHint } from './homepage-hint.tsx';
import { LandingField } from './landing-field.tsx';
import type { PostParts } from './post-table.tsx';
import { usePostConflict } from './use-post-conflict.ts';

type Props = Pick<PostParts, 'form' | 'homepages' | 'materials' | 'landings' | 'buttons'>;

const countCharacters = (text: string) => [...text.trim()].length;

export function PostDrawer(props: Props) {
  const open = useSelector(props.form, (state) => state.hasTag('open'));
  return open ? <OpenPostDrawer {...props} /> : null;
}

function OpenPostDrawer({ form, homepages, materials, landings, buttons }: Props) {
  const t = useText();
  const w = useWords();
  const { values, subject, change, field, drawer, busy } = useForm(form);
  const conflict = usePostConflict(form, { homepages, materials, landings, buttons });
  const button = useDictionary(buttons);
  const changeType = (type: PostValues['type'] | undefined) => {
    if (!type) return;
    // A material of the other kind no longer fits, so it is removed.
    change(kindFor(type) === kindFor(values.type) ? { type } : { type, material_id: undefined });
  };
  const save = (isDraft: boolean) => {
    if (values.asDraft !== isDraft) change({ asDraft: isDraft });
    drawer.onSave();
  };
  const hint = (shown: number, text: string) => (countCharacters(text) > shown ? t('post.folded', { n: shown }) : undefined);

  return (
    <FormDrawer
      {...drawer}
      onSave={() => save(false)}
      title={subject ? t('post.editTitle', { post: subject.label }) : t('post.create')}
      saveText={t('post.createButton')}
      footerStart={
        <Button onClick={() => save(true)} disabled={busy}>
          {t('post.keepDraft')}
        </Button>
      }
      conflict={conflict}
    >
      <FormSection title={t('post.sectionWhere')}>
        <PickerField
          label={w(postColumnWords.homepage)}
          picker={homepages}
          narrowing={{ use: 'posts' }}
          {...field('homepage_id')}
          required
        />
        <HomepageHint homepages={homepages} />
        <ChoiceField
          as="radio"
          label={w(postColumnWords.type)}
          {...field('type')}
          options={postTypes.map((value) => ({ value, label: w(postTypeWords[value]), note: t(`post.typeNote.${value}`) }))}
          onChange={changeType}
          required
        />
        <PickerField
          label={w(postColumnWords.material)}
          picker={materials}
          narrowing={{ usable: true, kind: kindFor(values.type) }}
          {...field('material_id')}
          required
        />
      </FormSection>
      <FormSection title={t('post.sectionText')}>
        <TextAreaField
          label={w(postColumnWords.message)}
          {...field('message')}
          max={MAX_MESSAGE_LENGTH}
          help={hint(SHOWN_MESSAGE_LENGTH, values.message)}
          required
        />
        <FormPair>
          <TextField
            label={w(postColumnWords.headline)}
            {...field('headline')}
            help={hint(SHOWN_HEADLINE_LENGTH, values.headline) ?? t('post.upTo', { n: MAX_HEADLINE_LENGTH })}
          />
          <TextField label={w(postColumnWords.description)} {...field('description')} help={t('post.upTo', { n: MAX_HEADLINE_LENGTH })} />
        </FormPair>
        <ChoiceField
          label={w(postColumnWords.call_to_action)}
          {...field('call_to_action')}
          options={button.list}
          {...button.control}
          onChange={(call_to_action) => change({ call_to_action: call_to_action ?? blankPost.call_to_action })}
          required
        />
      </FormSection>
      <FormSection title={t('post.sectionLink')}>
        <ChoiceField
          as="radio"
          label={t('post.leads')}
          {...field('leads')}
          options={(['landing', 'link'] as const).map((value) => ({ value, label: t(`post.leads.${value}`) }))}
          onChange={(leads) => leads && change({ leads })}
          required
        />
        {values.leads === 'landing' ? (
          <LandingField
            landings={landings}
            materials={values.material_id === undefined ? [] : [values.material_id]}
            {...field('landing_page_id')}
            required
          />
        ) : (
          <TextField label={w(postColumnWords.link_url)} help={t('post.linkHelp')} placeholder="https://" {...field('link_url')} required />
        )}
      </FormSection>
      <FormSection title={t('post.sectionPublic')}>
        <SwitchField
          label={w(postColumnWords.published)}
          {...field('published')}
          words={{ on: t('post.public'), isDisabled: t('post.dark') }}
        />
        {values.published && (
          <InstantField label={w(postColumnWords.scheduled_at)} {...field('scheduled_at')} help={t('post.scheduleHelp')} />
        )}
      </FormSection>
    </FormDrawer>
  );
}
