import { visibilityWords } from '#contracts/vocabulary/materials.ts';
import { contentOf, type MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import type { LibraryParts } from './library-parts.ts';
import type { MaterialActions } from './material-actions.ts';
import { MaterialPicture } from './material-picture.tsx';
import { HitTag, MaterialStatusTag } from './material-tags.tsx';
import './materials.css';

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
  return (
    <>
      <MaterialPicture row={row} glance={glance} onShow={() => actions.show(row)} />
      <div className="ads-material-words">
        <NameText text={row.title} {...(actions.canEdit(row) && { onOpen: () => actions.edit(row) })} />
        <small className="ads-quiet ads-material-line" title={contentOf(row)?.label}>
          {contentOf(row)?.label ?? DASH}
        </small>
        <span className="ads-material-line ads-material-tags">
          <MaterialStatusTag row={row} />
          <HitTag level={row.hit_level} />
          <span className="ads-quiet">{w(visibilityWords[row.visibility])}</span>
        </span>
        {row.m && (
          <span className="ads-quiet">
            {t('materials.figures', {
              spend: format.money(row.m['spend'] ?? null, 'USD'),
              roi: format.decimal(row.m['roi_d0'] ?? null, 2),
            })}
          </span>
        )}
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
