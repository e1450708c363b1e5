import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { IconSearch } from '#src/ui/text/icons.ts';
import type { PaletteProps } from './palette.tsx';
import type { Part } from './parts.ts';
import { paletteKeys, usePaletteKeys } from './use-palette-keys.ts';
import './palette-button.css';

const Palette = onDemand<PaletteProps>(() => import('./palette.tsx'), { as: 'layer', leave: ({ onClose }) => onClose() });
const fetchPalette = () => void Palette.preload();

/** Opens the command palette, and says by which keys it opens as well. */
export function PaletteButton({ palette }: { palette: Part<'palette'> }) {
  const t = useText();
  const open = useSelector(palette, (state) => state.hasTag('open'));
  const keys = paletteKeys();
  return (
    <button
      type="button"
      className="ads-palette-button"
      aria-haspopup="dialog"
      aria-expanded={open}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('palette.title')} (${keys})`}
      onPointerEnter={fetchPalette}
      onFocus={fetchPalette}
      onClick={() => palette.send({ type: 'palette.toggled' })}
    >
      <IconSearch aria-hidden="true" />
      <span className="ads-palette-button-text">{t('palette.search')}</span>
      <kbd>{keys}</kbd>
    </button>
  );
}

/** Stands outside of the frame, so that a refresh of it closes nothing, and listens for the keys. */
export function PaletteLayer({ palette, workspace }: { palette: Part<'palette'>; workspace: Part<'workspace'> }) {
  const open = useSelector(palette, (state) => state.hasTag('open'));
  usePaletteKeys(useCallback(() => palette.send({ type: 'palette.toggled' }), [palette]));
  return open ? <Palette palette={palette} workspace={workspace} onClose={() => palette.send({ type: 'palette.dismissed' })} /> : null;
}
