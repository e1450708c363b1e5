import { useSelector } from '@xstate/react';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Visualiser } from '#machines/visualiser/visualiser.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/announcer.tsx';
import { ErrorBlock, Spinner } from '#src/ui/block.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { IconFullscreen, IconMinus, IconPlus } from '#src/ui/icons.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import type { Box, Layout } from '../model/chart.ts';
import type { ChartIndex } from '../model/chart-index.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { useDrawingNames } from './chart-words.tsx';
import { search } from './search.ts';
import { useShelf } from './shelf.tsx';
import { useView } from './use-view.ts';

/** Drawn anew only when it changes, not whenever it is moved. */
const StillDrawing = memo(ChartDrawing);

/** Where a state or a transition stands; what stays in a state stands in its box. */
const boxOf = ({ states, lines }: Layout, index: ChartIndex, id: string): Box | undefined =>
  states[id] ?? lines[id]?.label ?? states[index.stateOf(id)?.id ?? ''];

/** Ids of what was searched for in this machine; nothing while nothing is. */
function useFound(site: Visualiser, machine: GalleryMachine): ReadonlySet<string> {
  const { items } = useShelf();
  const query = useSelector(site, (state) => state.context.query);
  return useMemo(() => {
    const own = items.filter((one) => one.machine === machine);
    return new Set(search(own, query).flatMap(({ ids }) => ids));
  }, [items, machine, query]);
}

interface StageProps {
  site: Visualiser;
  machine: GalleryMachine;
  index: ChartIndex;
  selected: string;
  /** Stands above the drawing, beside the means to zoom it. */
  head: ReactNode;
}

/** The drawing of a machine, to be moved and zoomed, and what was selected in it. */
export function Stage({ site, machine, index, selected, head }: StageProps) {
  const t = useText();
  const { key, chart } = machine;
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | undefined>(undefined);
  const layout = useSelector(site, ({ context: { drawing } }) => (drawing?.key === key ? drawing.layout : undefined));
  const isArranging = useSelector(site, (state) => state.matches({ drawing: 'arranging' }));
  const failure = useSelector(site, (state) => (state.matches({ drawing: 'failed' }) ? state.context.failure : undefined));
  const found = useFound(site, machine);
  const names = useDrawingNames();
  const { view, zoomIn, zoomOut, whole, fit, bring, wasDragged, handlers } = useView(frame, layout);
  const percent = t('visualiser.percent', { percent: Math.round((view?.scale ?? 1) * 100) });
  useAnnouncement(view && percent);

  const hasView = view !== undefined;
  useEffect(() => {
    const box = layout && hasView ? boxOf(layout, index, selected) : undefined;
    // What was pressed in the drawing is seen already.
    if (box && selected !== '' && pressed.current !== selected) bring(box);
    pressed.current = undefined;
  }, [layout, hasView, index, selected, bring]);

  const select = useCallback(
    (id: string) => {
      if (wasDragged()) return;
      pressed.current = id;
      site.send({ type: 'selection.changed', id });
    },
    [site, wasDragged],
  );
  const toggle = useCallback((id: string) => site.send({ type: 'state.toggled', id }), [site]);
  const toggleName = useCallback(
    (id: string, isClosed: boolean) => t(isClosed ? 'visualiser.unfold' : 'visualiser.fold', { state: index.states.get(id)?.key ?? id }),
    [t, index],
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected !== '') site.send({ type: 'selection.changed', id: '' });
    else handlers.onKeyDown(event);
  };

  return (
    <>
      <header className="ads-vis-head">
        {head}
        <div className="ads-vis-tools" role="group" aria-label={t('visualiser.zoom')}>
          <IconButton label={t('visualiser.zoomOut')} icon={<IconMinus />} onClick={zoomOut} />
          <button type="button" className="ads-link-button ads-numbers" title={t('visualiser.whole')} onClick={whole}>
            {percent}
          </button>
          <IconButton label={t('visualiser.zoomIn')} icon={<IconPlus />} onClick={zoomIn} />
          <IconButton label={t('visualiser.fit')} icon={<IconFullscreen />} onClick={fit} />
        </div>
      </header>
      <div className="ads-vis-window">
        <div
          ref={frame}
          className="ads-vis-stage"
          role="group"
          tabIndex={0}
          aria-label={t('visualiser.stage')}
          {...handlers}
          onKeyDown={press}
          onClick={() => select('')}
        >
          {layout && (
            <div
              className="ads-vis-sheet"
              style={view ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` } : { visibility: 'hidden' }}
            >
              <StillDrawing
                chart={chart}
                layout={layout}
                label={t('visualiser.drawingOf', { machine: chart.id })}
                chosen={selected}
                found={found}
                names={names}
                onChoose={select}
                onToggle={toggle}
                toggleName={toggleName}
              />
            </div>
          )}
        </div>
        {isArranging && (
          <div className="ads-vis-busy">
            <Spinner size={layout ? 'small' : 'large'} label={t('visualiser.arranging')} />
          </div>
        )}
        {failure && (
          <div className="ads-vis-fault">
            <ErrorBlock title={t('visualiser.notDrawn')} message={failure.message} onRetry={() => site.send({ type: 'drawing.retried' })} />
          </div>
        )}
      </div>
    </>
  );
}
