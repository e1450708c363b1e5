import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { nameRatio } from '#contracts/rules/ratio-words.ts';
import { materialKindWords } from '#contracts/vocabulary/materials.ts';
import type { materialGlance } from '#machines/parts/materials/material-parts.machine.ts';
import type { MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { Cover } from '#src/ui/text/cover.tsx';
import './materials.css';

/** How long the pointer rests on a picture before its video is loaded. */
const REST_MS = 250;

interface Props {
  row: Pick<MaterialRow, 'id' | 'title' | 'kind' | 'status' | 'ratio' | 'width' | 'height' | 'duration_ms' | 'cover_url'>;
  glance: ActorRefFrom<typeof materialGlance>;
  /** Opens the preview. Without it the picture is no button, so that a click reaches the card. */
  onShow?: () => void;
}

/** The cover of a material with its ratio and length; a video plays without sound while the pointer rests on it. */
export function MaterialPicture({ row, glance, onShow }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const playing = useSelector(glance, (state) => (state.context.subject?.id === row.id ? state.context.answer?.url : undefined));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const canPlay = row.kind === 'video' && row.status !== 'failed' && row.status !== 'uploading' && row.status !== 'processing';
  const onPointerEnter = () => {
    clearTimeout(waiting.current);
    if (canPlay) waiting.current = setTimeout(() => glance.send({ type: 'detail.opened', subject: { id: row.id } }), REST_MS);
  };
  const onPointerLeave = () => {
    clearTimeout(waiting.current);
    if (glance.getSnapshot().context.subject?.id === row.id) glance.send({ type: 'detail.closed' });
  };
  const ratio = nameRatio(row);
  const facts = [ratio && w(ratio), row.duration_ms !== null && format.runtime(row.duration_ms)];
  const content = (
    <>
      <Cover url={row.cover_url} alt="" size="card" placeholder={w(materialKindWords[row.kind])} />
      {playing && <video src={playing} className="ads-material-glance" muted autoPlay loop playsInline />}
      <span className="ads-material-facts">{facts.filter(Boolean).join(' · ')}</span>
    </>
  );
  const pointer = { onPointerEnter, onPointerLeave, className: 'ads-material-picture' };
  if (!onShow) return <div {...pointer}>{content}</div>;
  return (
    <button type="button" {...pointer} onClick={onShow}>
      <span className="ads-visually-hidden">{t('materials.previewOf', { title: row.title })} </span>
      {content}
    </button>
  );
}
