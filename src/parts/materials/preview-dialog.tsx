import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { materialColumnWords } from '#contracts/vocabulary/materials.ts';
import { contentOf, type MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import type { LibraryParts } from './library-parts.ts';
import { contentWords } from './material-words.ts';
import './materials.css';

/** A material as it is: the video plays, the picture is shown whole. */
export function PreviewDialog({ preview }: Pick<LibraryParts, 'preview'>) {
  const t = useText();
  const row = useSelector(preview, (state) => (state.hasTag('open') ? state.context.subject : undefined));
  const { answer, failure, refresh } = useDetail(preview);
  if (!row) return null;
  const close = () => preview.send({ type: 'detail.closed' });
  return (
    <Overlay
      title={row.title}
      shape="dialog"
      closeText={t('ui.close')}
      onDismiss={close}
      footer={<Button onClick={close}>{t('ui.close')}</Button>}
    >
      <div className="ads-player">
        {failure && <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />}
        {!failure && !answer && <LoadingBlock />}
        {answer && row.kind === 'image' && <img src={answer.url} alt={row.title} />}
        {answer && row.kind === 'video' && (
          <video src={answer.url} controls autoPlay playsInline aria-label={row.title}>
            {/* What is said is written into the picture of an ad: it comes without a second track. */}
            <track kind="captions" />
          </video>
        )}
      </div>
      <Facts row={row} />
    </Overlay>
  );
}

function Facts({ row }: { row: MaterialRow }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { width, height, duration_ms, size_bytes } = row;
  const facts: [string, string][] = [
    [w(materialColumnWords.code), row.code],
    [w(contentWords[row.biz]), contentOf(row)?.label ?? DASH],
    [t('materials.dimensions'), width && height ? `${width} × ${height}` : DASH],
    ...(row.kind === 'video' ? [[t('materials.duration'), format.runtime(duration_ms)] as [string, string]] : []),
    [t('materials.size'), format.bytes(size_bytes)],
    [w(materialColumnWords.creator), row.creator.label],
    [w(materialColumnWords.created_at), format.instant(row.created_at)],
  ];
  return (
    <dl className="ads-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="ads-fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
