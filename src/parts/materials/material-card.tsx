import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import { materialKindWords, ratioWords, visibilityWords } from '#contracts/vocabulary/materials.ts';
import { contentOf, type MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import type { LibraryParts } from './library-parts.ts';
import type { MaterialActions } from './material-actions.ts';
import { HitTag, MaterialStatusTag } from './material-tags.tsx';
import './materials.css';

/** A pointer that only passes by asks for nothing. */
const REST_MS = 250;

interface Props {
  row: MaterialRow;
  glance: LibraryParts['glance'];
  actions: MaterialActions;
}

/** A material as a picture; a video plays without sound while the pointer rests on it. */
export function MaterialCard({ row, glance, actions }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const playing = useSelector(glance, (state) => (state.context.subject?.id === row.id ? state.context.answer?.url : undefined));
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const canPlay = row.kind === 'video' && row.status !== 'failed' && row.status !== 'uploading' && row.status !== 'processing';
  const rest = () => {
    clearTimeout(waiting.current);
    if (canPlay) waiting.current = setTimeout(() => glance.send({ type: 'detail.opened', subject: { id: row.id } }), REST_MS);
  };
  const leave = () => {
    clearTimeout(waiting.current);
    if (glance.getSnapshot().context.subject?.id === row.id) glance.send({ type: 'detail.closed' });
  };
  const facts = [row.ratio && w(ratioWords[row.ratio]), row.duration_ms !== null && format.runtime(row.duration_ms)];
  return (
    <>
      <button type="button" className="ads-material-picture" onClick={() => actions.show(row)} onPointerEnter={rest} onPointerLeave={leave}>
        <span className="ads-visually-hidden">{t('materials.previewOf', { title: row.title })} </span>
        <Cover url={row.cover_url} alt="" size="card" placeholder={w(materialKindWords[row.kind])} />
        {playing && <video src={playing} className="ads-material-glance" muted autoPlay loop playsInline />}
        <span className="ads-material-facts">{facts.filter(Boolean).join(' · ')}</span>
      </button>
      <div className="ads-material-words">
        <NameText text={row.title} {...(actions.canEdit(row) && { onOpen: () => actions.edit(row) })} />
        <small className="ads-quiet ads-material-line" title={contentOf(row)?.label}>
          {contentOf(row)?.label ?? DASH}
        </small>
        <span className="ads-material-line">
          <MaterialStatusTag row={row} />
          <HitTag level={row.hit_level} />
          <span className="ads-quiet">{w(visibilityWords[row.visibility])}</span>
        </span>
        <span className="ads-material-foot">
          <span className="ads-quiet ads-material-line" title={row.creator.label}>
            {row.creator.label}
          </span>
          <MenuButton label={t('ui.moreActions', { subject: row.title })} actions={actions.of(row)}>
            {t('ui.more')}
          </MenuButton>
        </span>
      </div>
    </>
  );
}
