import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { ErrorBlock, Spinner } from '#src/ui/page/block.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconFullscreen, IconMinus, IconPlus } from '#src/ui/text/icons.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import type { Box, Chart, Layout } from '../model/chart.ts';
import type { ChartIndex } from '../model/chart-index.ts';
import { useDrawingNames } from './chart-text.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Minimap } from './minimap.tsx';
import { useView } from './use-view.ts';
import { isFullyVisible } from './view.ts';

/** Rendered again only when the drawing changes, not when it is moved. */
const MemoizedDrawing = memo(ChartDrawing);

/** Box of a state or transition; a transition without a target is inside the box of its state. */
const findBox = ({ states, lines }: Layout, index: ChartIndex, id: string): Box | undefined =>
  states[id] ?? lines[id]?.label ?? states[index.findState(id)?.id ?? ''];

export interface StageProps {
  chart: Chart;
  index: ChartIndex;
  /** Layout of this chart; undefined until it is computed. */
  layout: Layout | undefined;
  isComputing: boolean;
  /** Why the layout failed. */
  failure: { message: string } | undefined;
  onRetry: () => void;
  /** Id of the selected state or transition; empty for none. It is scrolled into view. */
  selected: string;
  /** A state or transition that is scrolled into view whenever it changes, without being selected. */
  highlighted?: string | undefined;
  /** Called with an empty id for none. */
  onSelect: (id: string) => void;
  /** Called to collapse or expand a state; without it, there are no buttons for that. */
  onToggle?: ((state: string) => void) | undefined;
  /** Shown above the drawing, beside the zoom buttons. */
  head: ReactNode;
  /** Ids of active states. Unchanged sets should keep their identity. */
  active?: ReadonlySet<string> | undefined;
  /** Ids of the transitions that were taken last. */
  taken?: ReadonlySet<string> | undefined;
  /** Ids that were reached; all others are faded. */
  reached?: ReadonlySet<string> | undefined;
  /** Address of the machine as JSON, if available. */
  json?: string | undefined;
  /** Ids that match the search. */
  found?: ReadonlySet<string> | undefined;
}

/** A drawing that can be moved and zoomed. Only needs a text provider around it. */
export function Stage(props: StageProps) {
  const { chart, index, layout, isComputing, failure, onRetry, selected, onSelect, onToggle, head } = props;
  const { active, taken, reached, found, json, highlighted } = props;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const pressedId = useRef<string | undefined>(undefined);
  const names = useDrawingNames();
  const { view, sizes, zoomIn, zoomOut, showFullSize, fitToRoom, reveal, centreOn, wasDragged, handlers } = useView(frame, layout, chart);
  const percent = t('visualiser.percent', { percent: Math.round((view?.scale ?? 1) * 100) });
  useAnnouncement(view && percent);

  const hasView = view !== undefined;
  useEffect(() => {
    const box = layout && hasView ? findBox(layout, index, selected) : undefined;
    // A part that was pressed in the drawing is already visible.
    if (box && selected !== '' && pressedId.current !== selected) reveal(box);
    pressedId.current = undefined;
  }, [layout, hasView, index, selected, reveal]);
  useEffect(() => {
    const box = layout && hasView && highlighted !== undefined ? findBox(layout, index, highlighted) : undefined;
    if (box) reveal(box);
  }, [layout, hasView, index, highlighted, reveal]);

  const handleChoose = useCallback(
    (id: string) => {
      if (wasDragged()) return;
      pressedId.current = id;
      onSelect(id);
    },
    [onSelect, wasDragged],
  );
  const getToggleName = useCallback(
    (id: string, isClosed: boolean) => t(isClosed ? 'visualiser.unfold' : 'visualiser.fold', { state: index.states.get(id)?.key ?? id }),
    [t, index],
  );
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected !== '') onSelect('');
    else handlers.onKeyDown(event);
  };

  return (
    <>
      <header className="ads-vis-head">
        {head}
        <div className="ads-vis-tools" role="group" aria-label={t('visualiser.zoom')}>
          <IconButton label={t('visualiser.zoomOut')} icon={<IconMinus />} onClick={zoomOut} />
          <button type="button" className="ads-link-button ads-numbers" title={t('visualiser.whole')} onClick={showFullSize}>
            {percent}
          </button>
          <IconButton label={t('visualiser.zoomIn')} icon={<IconPlus />} onClick={zoomIn} />
          <IconButton label={t('visualiser.fit')} icon={<IconFullscreen />} onClick={fitToRoom} />
          {layout && <ExportMenu request={{ chart, layout, marks: { active, taken, reached, found, chosen: selected }, json }} />}
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
          onKeyDown={handleKeyDown}
          onClick={() => handleChoose('')}
        >
          {layout && (
            <div
              className="ads-vis-sheet"
              style={view ? { transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` } : { visibility: 'hidden' }}
            >
              <MemoizedDrawing
                chart={chart}
                layout={layout}
                label={t('visualiser.drawingOf', { machine: chart.id })}
                chosen={selected}
                active={active}
                taken={taken}
                reached={reached}
                found={found}
                names={names}
                onChoose={handleChoose}
                onToggle={onToggle}
                getToggleName={getToggleName}
              />
            </div>
          )}
        </div>
        {layout && view && sizes && !isFullyVisible(view, layout, sizes.room) && (
          <Minimap layout={layout} view={view} viewport={sizes.viewport} active={active} onLook={centreOn} />
        )}
        {isComputing && (
          <div className="ads-vis-busy">
            <Spinner size={layout ? 'small' : 'large'} label={t('visualiser.arranging')} />
          </div>
        )}
        {failure && (
          <div className="ads-vis-fault">
            <ErrorBlock title={t('visualiser.notDrawn')} message={failure.message} onRetry={onRetry} />
          </div>
        )}
      </div>
    </>
  );
}
