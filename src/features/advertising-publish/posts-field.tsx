import { useSelector } from '@xstate/react';
import { postColumnWords, postTypeWords } from '#contracts/vocabulary/posts.ts';
import { type PostChoice, postChoiceSorts } from '#machines/advertising-publish/publish-parts.machine.ts';
import { MAX_CREATIVES } from '#machines/advertising-publish/publish-values.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ChoiceFilter, KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyBlock } from '#src/ui/page/block.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { CreativeGrid } from './creative-grid.tsx';
import type { Wizard, WizardParts } from './use-wizard.ts';

interface Props {
  form: Wizard;
  parts: Pick<WizardParts, 'posts' | 'homepages'>;
}

/** The posts of the content that ads may use, to choose from. */
export function PostsField({ form, parts: { posts, homepages } }: Props) {
  const t = useText();
  const w = useWords();
  const { filters, sort } = useSelector(posts, (state) => state.context.query);
  const list = useList(posts);
  if (form.values.content_id === undefined) return <EmptyBlock text={t('publish.contentFirst')} />;
  const { keyword, homepage_id } = filters;
  const change = (changes: typeof filters) => posts.send({ type: 'list.filtersChanged', changes });
  return (
    <CreativeGrid<PostChoice>
      label={t('publish.posts')}
      help={t('publish.postsHelp', { most: MAX_CREATIVES })}
      field={form.field('post_ids')}
      list={list}
      filters={
        <>
          <KeywordFilter
            label={t('publish.post.search')}
            value={keyword}
            shortcut={false}
            onCommit={(typed) => change({ keyword: typed })}
          />
          <PickerFilter
            label={w(postColumnWords.homepage)}
            picker={homepages}
            value={homepage_id}
            onChange={(chosen) => change({ homepage_id: chosen })}
          />
          <ChoiceFilter
            width={152}
            label={t('publish.sort')}
            placeholder={t('publish.sort.created_at')}
            value={postChoiceSorts.find((field) => field === sort?.field)}
            options={postChoiceSorts.map((value) => ({ value, label: t(`publish.sort.${value}`) }))}
            onChange={(field) => posts.send({ type: 'list.sortChosen', sort: field && { field, order: 'desc' } })}
          />
        </>
      }
      rowName={toPostName}
      renderCard={(row) => <PostFacts row={row} />}
      onResetFilters={
        keyword !== undefined || homepage_id !== undefined ? () => change({ keyword: undefined, homepage_id: undefined }) : undefined
      }
      emptyText={t('publish.noPosts')}
    />
  );
}

const toPostName = ({ headline, message }: PostChoice) => headline || message;

/** The cover of a post and what tells it from the others. */
function PostFacts({ row }: { row: PostChoice }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { use_count, reactions, comments } = row;
  return (
    <>
      <Cover url={row.cover_url} alt="" size="card" placeholder={w(postTypeWords[row.type])} />
      <div className="ads-publish-card">
        <NameText text={toPostName(row)} />
        <span className="ads-quiet ads-publish-clamped" title={row.message}>
          {row.message}
        </span>
        <span className="ads-quiet">{[row.homepage?.label ?? DASH, row.material?.label].filter(Boolean).join(' · ')}</span>
        <span className="ads-quiet">
          {t('publish.post.figures', {
            uses: format.number(use_count),
            reactions: format.number(reactions),
            comments: format.number(comments),
          })}
        </span>
        <span className="ads-quiet">{format.instant(row.created_at)}</span>
      </div>
    </>
  );
}
