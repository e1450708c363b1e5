import { Fragment } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyButton } from '#src/ui/text/copy-text.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import { createMachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';
import { useGallery } from './gallery-provider.tsx';
import { ActionList, ActorName, type PanelProps, PanelSection, SourceLink, StateLink, TransitionSection } from './panel-parts.tsx';

function StateTree({ state, ...props }: PanelProps & { state: ChartState }) {
  const t = useText();
  const { place, index, onToggle } = props;
  const isCollapsed = place.collapsed.includes(state.id);
  const { key, children } = state;
  return (
    <li>
      <span className="ads-vis-branch">
        {children.length > 0 && (
          <IconButton
            label={t(isCollapsed ? 'visualiser.unfold' : 'visualiser.fold', { state: key })}
            icon={isCollapsed ? <IconCaretRight /> : <IconCaretDown />}
            expanded={!isCollapsed}
            onClick={() => onToggle(state.id)}
          />
        )}
        <StateLink place={place} index={index} id={state.id} />
        {state.kind !== 'atomic' && state.kind !== 'compound' && <small>{t(`visualiser.state.${state.kind}`)}</small>}
      </span>
      {children.length > 0 && !isCollapsed && (
        <ul>
          {children.map((child) => (
            <StateTree key={child.id} {...props} state={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Every event once, with the first transition that it triggers. */
function listEvents(transitions: readonly ChartTransition[]): [event: string, id: string][] {
  const found = new Map<string, string>();
  for (const { id, trigger } of transitions) if (trigger.kind === 'event' && !found.has(trigger.event)) found.set(trigger.event, id);
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Details of the whole machine. */
export function MachinePanel(props: PanelProps) {
  const t = useText();
  const { machine, place, index } = props;
  const { users } = useGallery();
  const { chart, at, key, actors } = machine;
  const invoked = [...index.states.values()].flatMap(({ invokes }) => invokes.map(({ src }) => src));
  const sources = [...new Set([...invoked, ...Object.keys(actors)])];
  const usedBy = users.get(key) ?? [];
  const events = listEvents(chart.transitions);
  const { id, kind, tags, entry, exit } = chart.root;
  const rootTransitions = index.transitionsFrom(id);
  return (
    <>
      <h2>{chart.id}</h2>
      <p className="ads-vis-labels">
        <span>{t('visualiser.machine')}</span>
        {kind === 'parallel' && <span>{t('visualiser.state.parallel')}</span>}
        {tags.map((tag) => (
          <span key={tag} className="ads-vis-code">
            {tag}
          </span>
        ))}
      </p>
      {chart.description && <p>{chart.description}</p>}
      <p className="ads-vis-file">
        <span className="ads-vis-code ads-vis-quiet">
          {at.split(/(?<=[/. ])/).map((part, index) => (
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </span>
        <CopyButton text={at.split(' ', 1)[0] ?? at} label={t('visualiser.file')} />
        <SourceLink machine={machine} id={chart.root.id} />
      </p>
      <PanelSection title={t('visualiser.entry')} isEmpty={entry.length === 0}>
        <ActionList machine={machine} names={entry} />
      </PanelSection>
      <PanelSection title={t('visualiser.exit')} isEmpty={exit.length === 0}>
        <ActionList machine={machine} names={exit} />
      </PanelSection>
      <PanelSection title={t('visualiser.invokes')} isEmpty={sources.length === 0}>
        <ul className="ads-vis-plain">
          {sources.map((src) => (
            <li key={src}>
              <ActorName machine={machine} src={src} />
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('visualiser.usedBy')} isEmpty={usedBy.length === 0}>
        <ul className="ads-vis-plain">
          {usedBy
            .toSorted((one, other) => (one.chart.id < other.chart.id ? -1 : 1))
            .map((user) => (
              <li key={user.key}>
                <a className="ads-vis-link ads-vis-code" href={toHash(createMachinePlace(user.key))} title={user.chart.description}>
                  {user.chart.id}
                </a>
              </li>
            ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('visualiser.states')} isEmpty={chart.root.children.length === 0}>
        <ul className="ads-vis-tree">
          {chart.root.children.map((child) => (
            <StateTree key={child.id} {...props} state={child} />
          ))}
        </ul>
      </PanelSection>
      <TransitionSection title={t('visualiser.everywhere')} transitions={rootTransitions} place={place} index={index} />
      <PanelSection title={t('visualiser.events')} isEmpty={events.length === 0}>
        <ul className="ads-vis-plain">
          {events.map(([event, id]) => (
            <li key={event}>
              <a className="ads-vis-link ads-vis-code" href={toHash({ ...place, collapsed: [], selected: id })}>
                {event}
              </a>
            </li>
          ))}
        </ul>
      </PanelSection>
    </>
  );
}
