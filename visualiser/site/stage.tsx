import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { ErrorBlock, Spinner } from '#src/ui/page/block.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconFullscreen, IconMinus, IconPlus } from '#src/ui/text/icons.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import type { Box, Chart, Layout } from '../model/chart.ts';
import type { ChartIndex } from '../model/chart-index.ts';
import { useDrawingNames } from './chart-words.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Minimap } from './minimap.tsx';
import { useView } from './use-view.ts';

/** Drawn anew only when it changes, not whenever it is moved. */
const StillDrawing = memo(ChartDrawing);

/** Where a state or a transition stands; what stays in a state stands in its box. */
const boxOf = ({ states, lines }: Layout, index: ChartIndex, id: string): Box | undefined =>
  states[id] ?? lines[id]?.label ?? states[index.findState(id)?.id ?? ''];

export interface StageProps {
  chart: Chart;
  index: ChartIndex;
  /** Of this chart; undefined until there is one. */
  layout: Layout | undefined;
  isArranging: boolean;
  /** Why it could not be arranged. */
  failure: { message: string } | undefined;
  onRetry: () => void;
  /** Id of a state or a transition; empty for none. It is brought into sight. */
  selected: string;
  /** A state or a transition that is brought into sight whenever it becomes another one, without being selected. */
  sight?: string | undefined;
  /** Empty for none. */
  onSelect: (id: string) => void;
  /** A state is to be folded, or opened; without it none can be. */
  onToggle?: ((state: string) => void) | undefined;
  /** Stands above the drawing, beside the means to zoom it. */
  head: ReactNode;
  /** States the machine is in. Sets should stay the same ones while they say the same. */
  active?: ReadonlySet<string> | undefined;
  /** Transitions that were taken last. */
  taken?: ReadonlySet<string> | undefined;
  /** States and transitions that were reached; all others are pale. */
  reached?: ReadonlySet<string> | undefined;
  /** Address of the machine as JSON, where it is to be had. */
  json?: string | undefined;
  /** What was searched for. */
  found?: ReadonlySet<string> | undefined;
}

/** A chart in its layout, to be moved and zoomed, and what was selected in it. Needs texts around it, and nothing else. */
export function Stage(props: StageProps) {
  const { chart, index, layout, isArranging, failure, onRetry, selected, onSelect, onToggle, head } = props;
  const { active, taken, reached, found, json, sight } = props;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | undefined>(undefined);
  const names = useDrawingNames();
  const { view, room, zoomIn, zoomOut, whole, fit, bring, look, wasDragged, handlers } = useView(frame, layout);
  const percent = t('visualiser.percent', { percent: Math.round((view?.scale ?? 1) * 100) });
  useAnnouncement(view && percent);

  const hasView = view !== undefined;
  useEffect(() => {
    const box = layout && hasView ? boxOf(layout, index, selected) : undefined;
    // What was pressed in the drawing is seen already.
    if (box && selected !== '' && pressed.current !== selected) bring(box);
    pressed.current = undefined;
  }, [layout, hasView, index, selected, bring]);
  useEffect(() => {
    const box = layout && hasView && sight !== undefined ? boxOf(layout, index, sight) : undefined;
    if (box) bring(box);
  }, [layout, hasView, index, sight, bring]);

  const select = useCallback(
    (id: string) => {
      if (wasDragged()) return;
      pressed.current = id;
      onSelect(id);
    },
    [onSelect, wasDragged],
  );
  const toggleName = useCallback(
    (id: string, isClosed: boolean) => t(isClosed ? 'visualiser.unfold' : 'visualiser.fold', { state: index.states.get(id)?.key ?? id }),
    [t, index],
  );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && selected !== '') onSelect('');
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
          {layout && <ExportMenu order={{ chart, layout, marks: { active, taken, reached, found, chosen: selected }, json }} />}
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
                active={active}
                taken={taken}
                reached={reached}
                found={found}
                names={names}
                onChoose={select}
                onToggle={onToggle}
                getToggleName={toggleName}
              />
            </div>
          )}
        </div>
        {layout && view && room && <Minimap layout={layout} view={view} room={room} active={active} onLook={look} />}
        {isArranging && (
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
