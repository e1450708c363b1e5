import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import type { EntityDetail } from '#machines/parts/launches/entity-rows.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { EmptyBlock, Remark } from '#src/ui/page/block.tsx';
import { OutsideLink } from '#src/ui/text/outside-link.tsx';
import { PhoneFrame } from '#src/ui/text/phone-frame.tsx';
import { useLaunchWords } from './launch-words.ts';
import { LIBRARIES } from './level-columns.tsx';
import { RecordLink } from './record-link.tsx';

type Creative = NonNullable<EntityDetail['creative']>;

/** An ad as it appears on a phone. */
export function EntityCreative({ detail }: { detail: Pick<EntityDetail, 'creative' | 'ad'> }) {
  const t = useText();
  const w = useWords();
  const { creative, ad } = detail;
  if (!creative) return <EmptyBlock text={t('launches.noCreative')} />;
  const feedback = Object.entries(ad?.review_feedback ?? {});
  return (
    <div className="ads-entity-creative">
      <Phone creative={creative} />
      <div>
        {feedback.map(([policy, text]) => (
          <Remark key={policy} kind="error" title={policy}>
            <p>{text}</p>
          </Remark>
        ))}
        <dl className="ads-entity-facts">
          <div>
            <dt>{w(launchColumnWords.material)}</dt>
            <dd>{ad ? <RecordLink one={ad.material} path={LIBRARIES[ad.biz]} /> : DASH}</dd>
          </div>
          <div>
            <dt>{w(launchColumnWords.post)}</dt>
            <dd>
              <RecordLink one={ad?.post ?? null} path="/advertising/post" />
            </dd>
          </div>
          <div>
            <dt>{w(launchColumnWords.landing)}</dt>
            <dd>
              {creative.link_url === null ? (
                DASH
              ) : (
                <OutsideLink url={creative.link_url}>{ad?.landing?.label ?? creative.link_url}</OutsideLink>
              )}
            </dd>
          </div>
        </dl>
      </div>
    </div>
  );
}

function Phone({ creative }: { creative: Creative }) {
  const t = useText();
  const words = useLaunchWords();
  const { kind, play_url, cover_url, page_name, message, headline, description, call_to_action, link_url } = creative;
  return (
    <PhoneFrame
      label={t('launches.phone')}
      page={page_name ?? ''}
      note={t('launches.sponsored')}
      text={message}
      headline={headline}
      description={description}
      button={words.callToAction(call_to_action)}
      link={link_url}
      picture={
        kind === 'video' && play_url !== null ? (
          <video src={play_url} poster={cover_url ?? undefined} controls playsInline preload="none" aria-label={headline ?? message}>
            {/* Ad videos have burned-in captions and no separate track. */}
            <track kind="captions" />
          </video>
        ) : (
          cover_url !== null && <img src={cover_url} alt="" />
        )
      }
    />
  );
}
