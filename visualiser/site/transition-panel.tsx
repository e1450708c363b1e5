import { useText } from '#src/locale/text-provider.tsx';
import type { ChartTransition } from '../model/chart.ts';
import { useTriggerText } from './chart-words.tsx';
import { CodeList, type PanelProps, PanelSection, StateLink, TransitionSection } from './panel-parts.tsx';

/** All with the same source and trigger, in the order in which their guards are asked. */
const rivalsOf = (all: readonly ChartTransition[], { id }: ChartTransition): ChartTransition[] => {
  const group = id.slice(0, id.lastIndexOf(':'));
  return all.filter((one) => one.id.slice(0, one.id.lastIndexOf(':')) === group);
};

/** A transition: what makes it happen, on what condition, and what it does. */
export function TransitionPanel({ transition, ...props }: PanelProps & { transition: ChartTransition }) {
  const t = useText();
  const triggerText = useTriggerText();
  const { machine, place, index } = props;
  const { source, targets, trigger, guard, actions, reenter, description } = transition;
  const rivals = rivalsOf(machine.chart.transitions, transition);
  return (
    <>
      <h2>{triggerText(trigger)}</h2>
      <p className="ads-vis-labels">
        <span>{t(`visualiser.triggerKind.${trigger.kind}`)}</span>
        {reenter && <span>{t('visualiser.reenters')}</span>}
      </p>
      {description && <p>{description}</p>}
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
        <CodeList names={actions} />
      </PanelSection>
      <TransitionSection
        title={t('visualiser.rivals')}
        transitions={rivals.length < 2 ? [] : rivals}
        place={place}
        index={index}
        isOrdered
      />
    </>
  );
}
