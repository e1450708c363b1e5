import { useSelector } from '@xstate/react';
import { postColumnWords, postTypeWords } from '#contracts/vocabulary/posts.ts';
import { yesNoWords } from '#contracts/vocabulary/vocabulary.ts';
import type { PostValues } from '#machines/advertising-post/post-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useWords } from '#src/locale/use-words.ts';
import { conflictChanges } from '#src/ui/form/conflict-changes.ts';
import type { FormDrawerProps } from '#src/ui/form/form-drawer.tsx';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { usePicker } from '#src/ui/pick/use-picker.ts';
import type { PostParts } from './post-table.tsx';

type Form = PostParts['form'];
type Pickers = Pick<PostParts, 'homepages' | 'materials' | 'landings' | 'buttons'>;

/** Both values of a conflict, to find the names of the chosen rows. */
const collectChosen = (
  { values, conflict }: ReturnType<Form['getSnapshot']>['context'],
  name: 'homepage_id' | 'material_id' | 'landing_page_id',
) => [values[name], conflict?.latest.values[name]].flatMap((id) => id ?? []);

/** Who changed the post in the meantime, when, and what. */
export function usePostConflict(form: Form, { homepages, materials, landings, buttons }: Pickers): FormDrawerProps['conflict'] {
  const w = useWords();
  const format = useFormat();
  const button = useDictionary(buttons);
  const collision = useSelector(form, (state) => state.context);
  const names = {
    homepage_id: usePicker(homepages, { chosen: collectChosen(collision, 'homepage_id') }).nameOf,
    material_id: usePicker(materials, { chosen: collectChosen(collision, 'material_id') }).nameOf,
    landing_page_id: usePicker(landings, { chosen: collectChosen(collision, 'landing_page_id') }).nameOf,
  };
  const nameOf = (name: keyof typeof names, id: number | undefined) => (id === undefined ? '' : (names[name](id) ?? `#${id}`));
  const labels = {
    homepage_id: w(postColumnWords.homepage),
    type: w(postColumnWords.type),
    material_id: w(postColumnWords.material),
    message: w(postColumnWords.message),
    headline: w(postColumnWords.headline),
    description: w(postColumnWords.description),
    call_to_action: w(postColumnWords.call_to_action),
    landing_page_id: w(postColumnWords.landing),
    link_url: w(postColumnWords.link_url),
    published: w(postColumnWords.published),
    scheduled_at: w(postColumnWords.scheduled_at),
  };
  return conflictChanges(collision, labels, (post: PostValues) => ({
    homepage_id: nameOf('homepage_id', post.homepage_id),
    type: w(postTypeWords[post.type]),
    material_id: nameOf('material_id', post.material_id),
    message: post.message,
    headline: post.headline,
    description: post.description,
    call_to_action: button.nameOf(post.call_to_action),
    landing_page_id: post.leads === 'landing' ? nameOf('landing_page_id', post.landing_page_id) : '',
    link_url: post.leads === 'link' ? post.link_url : '',
    published: w(post.published ? yesNoWords.yes : yesNoWords.no),
    scheduled_at: post.scheduled_at.endsWith('Z') ? format.instant(post.scheduled_at) : post.scheduled_at,
  }));
}
