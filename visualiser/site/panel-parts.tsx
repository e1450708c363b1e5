import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { hashOf, type MachinePlace, machinePlace, revealing } from '#visualiser/machines/visualiser-place.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';
import type { ChartIndex } from '../model/chart-index.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { useTriggerText } from './chart-words.tsx';
import { useShelf } from './shelf.tsx';

/** What every part of the panel is told. */
export interface PanelProps {
  machine: GalleryMachine;
  place: MachinePlace;
  index: ChartIndex;
  /** Folds or opens a state. */
  onToggle: (state: string) => void;
}

/** Nothing at all where there is nothing to list. */
export function PanelSection({ title, isEmpty = false, children }: { title: string; isEmpty?: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export function CodeList({ names }: { names: readonly string[] }) {
  return (
    <ol className="ads-vis-plain">
      {names.map((name, at) => (
        // The same action may stand there twice.
        <li key={`${at} ${name}`} className="ads-vis-code">
          {name}
        </li>
      ))}
    </ol>
  );
}

interface StateLinkProps extends Pick<PanelProps, 'place' | 'index'> {
  id: string;
  /** From which state it is seen: only what differs is named. */
  from?: string;
}

/** The name of a state as a neighbour would say it: its last part, with what stands above it where that is not shared. */
function nameFrom(index: ChartIndex, id: string, from: string | undefined): string {
  const parts: string[] = [];
  let state: ChartState | undefined = index.states.get(id);
  while (state) {
    parts.unshift(state.key);
    const parent = index.parents.get(state.id);
    if (!parent || !index.parents.has(parent.id) || from === undefined || from.startsWith(`${parent.id}.`) || from === parent.id) break;
    state = parent;
  }
  return parts.join('.');
}

export function StateLink({ place, index, id, from }: StateLinkProps) {
  return (
    <a className="ads-vis-link ads-vis-code" href={hashOf({ ...revealing(place, id), selected: id })} title={id}>
      {nameFrom(index, id, from)}
    </a>
  );
}

interface TransitionLineProps extends Pick<PanelProps, 'place' | 'index'> {
  transition: ChartTransition;
  /** Where it comes from instead of where it leads. */
  isArriving?: boolean;
}

/** A transition in one or two lines. */
function TransitionLine({ place, index, transition, isArriving = false }: TransitionLineProps) {
  const t = useText();
  const triggerText = useTriggerText();
  const { id, source, targets, trigger, guard, actions } = transition;
  const ends = isArriving ? [source] : targets;
  return (
    <li className="ads-vis-transition">
      <a
        className="ads-vis-link ads-vis-code"
        href={hashOf({ ...revealing(place, `${source}.`), selected: id })}
        aria-current={place.selected === id ? 'true' : undefined}
      >
        {triggerText(trigger)}
      </a>
      {guard !== undefined && <span className="ads-vis-code ads-vis-quiet"> [{guard}]</span>}{' '}
      <span className="ads-vis-quiet">{isArriving ? t('visualiser.from') : targets.length > 0 && '→'}</span>{' '}
      {ends.map((end, at) => (
        <span key={end}>
          {at > 0 && ', '}
          <StateLink place={place} index={index} id={end} from={isArriving ? (targets[0] ?? source) : source} />
        </span>
      ))}
      {!isArriving && targets.length === 0 && <span className="ads-vis-quiet">{t('visualiser.stays')}</span>}
      {actions.length > 0 && <span className="ads-vis-code ads-vis-quiet ads-vis-actions">{actions.join(', ')}</span>}
    </li>
  );
}

interface TransitionSectionProps extends Pick<PanelProps, 'place' | 'index'> {
  title: string;
  transitions: readonly ChartTransition[];
  isArriving?: boolean;
  /** The first that may be taken is taken. */
  isOrdered?: boolean;
}

/** Transitions under a title; nothing where there are none. */
export function TransitionSection({ title, transitions, isOrdered = false, ...line }: TransitionSectionProps) {
  const List = isOrdered ? 'ol' : 'ul';
  return (
    <PanelSection title={title} isEmpty={transitions.length === 0}>
      <List className={isOrdered ? 'ads-vis-plain ads-vis-numbered' : 'ads-vis-plain'}>
        {transitions.map((transition) => (
          <TransitionLine key={transition.id} {...line} transition={transition} />
        ))}
      </List>
    </PanelSection>
  );
}

/** An actor by the name of its logic; a link where it is a machine of the gallery. */
export function ActorName({ machine, src }: { machine: GalleryMachine; src: string }) {
  const { machines } = useShelf();
  const found = machines.get(machine.actors[src] ?? '');
  if (!found) return <span className="ads-vis-code">{src}</span>;
  return (
    <a className="ads-vis-link ads-vis-code" href={hashOf(machinePlace(found.key))} title={found.chart.description}>
      {src}
    </a>
  );
}
