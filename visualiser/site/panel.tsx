import { useText } from '#src/locale/text-provider.tsx';
import { toHash } from '#visualiser/machines/visualiser-place.ts';
import { MachinePanel } from './machine-panel.tsx';
import type { PanelProps } from './panel-parts.tsx';
import { Splitter } from './splitter.tsx';
import { StatePanel } from './state-panel.tsx';
import { TransitionPanel } from './transition-panel.tsx';

/** Details of the selection, or of the whole machine. */
export function Panel(props: PanelProps) {
  const t = useText();
  const { machine, place, index } = props;
  const state = index.states.get(place.selected);
  const transition = index.transitions.get(place.selected);
  const isWhole = !transition && (!state || state.id === machine.chart.root.id);
  return (
    <aside className="ads-vis-panel" aria-label={t('visualiser.details')}>
      <Splitter pane={t('visualiser.details')} variable="--ads-vis-panel" edge="right" container="ads-vis-body" />
      {!isWhole && (
        <p className="ads-vis-back">
          <a className="ads-vis-link" href={toHash({ ...place, selected: '' })}>
            {t('visualiser.backToMachine', { machine: machine.chart.id })}
          </a>
        </p>
      )}
      {transition && <TransitionPanel {...props} transition={transition} />}
      {state && !isWhole && <StatePanel {...props} state={state} />}
      {isWhole && <MachinePanel {...props} />}
    </aside>
  );
}
