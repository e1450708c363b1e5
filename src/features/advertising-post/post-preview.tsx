import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { postColumnWords, postStatusWords } from '#contracts/vocabulary/posts.ts';
import type { postButtons, postPreview } from '#machines/advertising-post/post-management.machine.ts';
import type { PostRow } from '#machines/advertising-post/post-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { ErrorBlock, Spinner } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { useDictionary } from '#src/ui/pick/use-dictionary.ts';
import { CopyButton } from '#src/ui/text/copy-text.tsx';
import { PhoneFrame } from '#src/ui/text/phone-frame.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { statusKinds } from './post-words.ts';

type Buttons = ActorRefFrom<typeof postButtons>;

/** The phone preview. */
function Phone({ post, buttons }: { post: PostRow; buttons: Buttons }) {
  const t = useText();
  const button = useDictionary(buttons);
  return (
    <PhoneFrame
      label={t('post.phone')}
      page={post.homepage?.label ?? DASH}
      note={t(post.published ? 'post.public' : 'post.sponsored')}
      text={post.message}
      picture={post.cover_url && <img src={post.cover_url} alt={post.material?.label ?? ''} />}
      link={post.link_url}
      headline={post.headline}
      description={post.description}
      button={post.call_to_action === 'NO_BUTTON' ? undefined : button.nameOf(post.call_to_action)}
    />
  );
}

export function PostPreview({ preview, buttons }: { preview: ActorRefFrom<typeof postPreview>; buttons: Buttons }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const open = useSelector(preview, (state) => state.hasTag('open'));
  const { answer: post, busy, failure, refresh } = useDetail(preview);
  return (
    <DetailDrawer open={open} title={t('post.preview')} onClose={() => preview.send({ type: 'detail.closed' })}>
      {busy && <Spinner />}
      {failure && <ErrorBlock {...failure} onRetry={refresh} />}
      {post && (
        <div className="ads-post-look">
          <Phone post={post} buttons={buttons} />
          <dl className="ads-post-facts">
            <dt>{w(postColumnWords.status)}</dt>
            <dd>
              <StatusTag kind={statusKinds[post.status]} text={w(postStatusWords[post.status])} />
            </dd>
            {post.status === 'creating' && (
              <dd>
                <small>{t('post.creatingHint')}</small>
              </dd>
            )}
            {post.error && (
              <>
                <dt>{w(postColumnWords.error)}</dt>
                <dd>{post.error}</dd>
              </>
            )}
            <dt>
              {w(postColumnWords.message)} <CopyButton text={post.message} label={w(postColumnWords.message)} />
            </dt>
            <dd className="ads-post-words">{post.message}</dd>
            {post.platform_post_id && (
              <>
                <dt>{w(postColumnWords.platform_post_id)}</dt>
                <dd>
                  {post.platform_post_id} <CopyButton text={post.platform_post_id} label={w(postColumnWords.platform_post_id)} />
                </dd>
              </>
            )}
            <dt>{t('post.interactions')}</dt>
            <dd>
              {t('post.interactionCounts', {
                reactions: format.number(post.reactions),
                comments: format.number(post.comments),
                shares: format.number(post.shares),
              })}
              {post.synced_at && <small> {t('post.asOf', { at: format.instant(post.synced_at) })}</small>}
            </dd>
            {post.scheduled_at && (
              <>
                <dt>{w(postColumnWords.scheduled_at)}</dt>
                <dd>{format.instant(post.scheduled_at)}</dd>
              </>
            )}
          </dl>
        </div>
      )}
    </DetailDrawer>
  );
}
