import { useText } from '#src/locale/text-provider.tsx';
import type { ChartState } from '../model/chart.ts';
import { ActionList, ActorName, type PanelProps, PanelSection, SourceLink, StateLink, TransitionSection } from './panel-parts.tsx';

/** Details of a state. */
export function StatePanel({ state, ...props }: PanelProps & { state: ChartState }) {
  const t = useText();
  const { machine, place, index, onToggle } = props;
  const { id, key, kind, history, description, tags, entry, exit, invokes, initial, initialActions = [], children } = state;
  const [outgoing, incoming] = [index.transitionsFrom(id), index.transitionsTo(id)];
  const parent = index.parents.get(id);
  const isCollapsed = place.collapsed.includes(id);
  return (
    <>
      <h2>{key}</h2>
      <p className="ads-vis-labels">
        <span>{history ? t(`visualiser.history.${history}`) : t(`visualiser.state.${kind}`)}</span>
        {tags.map((tag) => (
          <span key={tag} className="ads-vis-code">
            {tag}
          </span>
        ))}
      </p>
      {description && <p>{description}</p>}
      <SourceLink machine={machine} id={id} />
      {parent && index.parents.has(parent.id) && (
        <p>
          <span className="ads-vis-quiet">{t('visualiser.within')}</span> <StateLink place={place} index={index} id={parent.id} />
        </p>
      )}
      {children.length > 0 && (
        <p>
          <button type="button" className="ads-link-button ads-vis-flush" aria-expanded={!isCollapsed} onClick={() => onToggle(id)}>
            {t(isCollapsed ? 'visualiser.unfold' : 'visualiser.fold', { state: key })}
          </button>
        </p>
      )}
      <PanelSection title={t('visualiser.initial')} isEmpty={initial.length === 0}>
        <ul className="ads-vis-plain">
          {initial.map((first) => (
            <li key={first}>
              <StateLink place={place} index={index} id={first} from={id} />
              {initialActions.length > 0 && <span className="ads-vis-code ads-vis-quiet ads-vis-actions">{initialActions.join(', ')}</span>}
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('visualiser.entry')} isEmpty={entry.length === 0}>
        <ActionList machine={machine} names={entry} />
      </PanelSection>
      <PanelSection title={t('visualiser.exit')} isEmpty={exit.length === 0}>
        <ActionList machine={machine} names={exit} />
      </PanelSection>
      <PanelSection title={t('visualiser.invokes')} isEmpty={invokes.length === 0}>
        <ul className="ads-vis-plain">
          {invokes.map((invoke) => (
            <li key={invoke.id}>
              <ActorName machine={machine} src={invoke.src} />
              {invoke.id !== invoke.src && <span className="ads-vis-code ads-vis-quiet"> {invoke.id}</span>}
            </li>
          ))}
        </ul>
      </PanelSection>
      <TransitionSection title={t('visualiser.leaving')} transitions={outgoing} place={place} index={index} />
      <TransitionSection title={t('visualiser.arriving')} transitions={incoming} place={place} index={index} isIncoming />
    </>
  );
}
