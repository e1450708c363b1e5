import { useText } from '#src/locale/text-provider.tsx';
import type { ChartTransition } from '../model/chart.ts';
import { useFormatTrigger } from './chart-text.tsx';
import { ActionList, type PanelProps, PanelSection, SourceLink, StateLink, TransitionSection } from './panel-parts.tsx';

/** All transitions with the same source and trigger, in the order in which their guards are evaluated. */
const findAlternatives = (transitions: readonly ChartTransition[], { id }: ChartTransition): ChartTransition[] => {
  const group = id.slice(0, id.lastIndexOf(':'));
  return transitions.filter((one) => one.id.slice(0, one.id.lastIndexOf(':')) === group);
};

/** Details of a transition. */
export function TransitionPanel({ transition, ...props }: PanelProps & { transition: ChartTransition }) {
  const t = useText();
  const formatTrigger = useFormatTrigger();
  const { machine, place, index } = props;
  const { source, targets, trigger, guard, actions, reenter, description } = transition;
  const alternatives = findAlternatives(machine.chart.transitions, transition);
  return (
    <>
      <h2>{formatTrigger(trigger)}</h2>
      <p className="ads-vis-labels">
        <span>{t(`visualiser.triggerKind.${trigger.kind}`)}</span>
        {reenter && <span>{t('visualiser.reenters')}</span>}
      </p>
      {description && <p>{description}</p>}
      <SourceLink machine={machine} id={transition.id} />
      <p className="ads-vis-way">
        <StateLink place={place} index={index} id={source} />{' '}
        {targets.length === 0 ? (
          <span className="ads-vis-quiet">{t('visualiser.stays')}</span>
        ) : (
          targets.map((target, at) => (
            <span key={target}>
              {at === 0 ? '→ ' : ', '}
              <StateLink place={place} index={index} id={target} from={source} />
            </span>
          ))
        )}
      </p>
      <PanelSection title={t('visualiser.guard')} isEmpty={guard === undefined}>
        <p className="ads-vis-code">{guard}</p>
      </PanelSection>
      <PanelSection title={t('visualiser.actions')} isEmpty={actions.length === 0}>
        <ActionList machine={machine} names={actions} />
      </PanelSection>
      <TransitionSection
        title={t('visualiser.rivals')}
        transitions={alternatives.length < 2 ? [] : alternatives}
        place={place}
        index={index}
        isOrdered
      />
    </>
  );
}
