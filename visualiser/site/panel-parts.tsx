import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { createMachinePlace, type MachinePlace, revealState, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';
import type { ChartIndex } from '../model/chart-index.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { useFormatTrigger } from './chart-text.tsx';
import { useGallery } from './gallery-provider.tsx';

/** Props of all parts of the panel. */
export interface PanelProps {
  machine: GalleryMachine;
  place: MachinePlace;
  index: ChartIndex;
  /** Called to collapse or expand a state. */
  onToggle: (state: string) => void;
}

/** A section that is hidden if it is empty. */
export function PanelSection({ title, isEmpty = false, children }: { title: string; isEmpty?: boolean; children: ReactNode }) {
  if (isEmpty) return null;
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** The address that opens a line of the source of a machine in the editor; undefined where there is no editor. */
function useSourceAddress({ at }: GalleryMachine, line: number | undefined): string | undefined {
  const { editor } = useGallery().gallery;
  if (editor === undefined || line === undefined) return undefined;
  const file = encodeURI(at.split(' ', 1)[0] ?? at);
  return editor.replace('{file}', file).replace('{line}', String(line));
}

/** The name of an action, with its parameters in brackets, which opens its source where that is known. */
function ActionName({ machine, name }: { machine: GalleryMachine; name: string }) {
  const t = useText();
  const line = machine.actionLines?.[name.split('(', 1)[0] ?? name];
  const address = useSourceAddress(machine, line);
  if (address === undefined || line === undefined) return name;
  return (
    <a className="ads-vis-link" href={address} title={t('visualiser.openSource', { line })}>
      {name}
    </a>
  );
}

export function ActionList({ machine, names }: { machine: GalleryMachine; names: readonly string[] }) {
  return (
    <ol className="ads-vis-plain">
      {names.map((name, index) => (
        // The same action may appear twice.
        <li key={`${index} ${name}`} className="ads-vis-code">
          <ActionName machine={machine} name={name} />
        </li>
      ))}
    </ol>
  );
}

interface StateLinkProps extends Pick<PanelProps, 'place' | 'index'> {
  id: string;
  /** The state that the name is relative to. */
  from?: string;
}

/** The name of a state relative to another one: only the parts that differ. */
function toRelativeName(index: ChartIndex, id: string, from: string | undefined): string {
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
    <a className="ads-vis-link ads-vis-code" href={toHash({ ...revealState(place, id), selected: id })} title={id}>
      {toRelativeName(index, id, from)}
    </a>
  );
}

interface TransitionLineProps extends Pick<PanelProps, 'place' | 'index'> {
  transition: ChartTransition;
  /** Whether to show the source instead of the targets. */
  isIncoming?: boolean;
}

/** A transition in one or two lines. */
function TransitionLine({ place, index, transition, isIncoming = false }: TransitionLineProps) {
  const t = useText();
  const formatTrigger = useFormatTrigger();
  const { id, source, targets, trigger, guard, actions } = transition;
  const ends = isIncoming ? [source] : targets;
  return (
    <li className="ads-vis-transition">
      <a
        className="ads-vis-link ads-vis-code"
        href={toHash({ ...revealState(place, `${source}.`), selected: id })}
        aria-current={place.selected === id ? 'true' : undefined}
      >
        {formatTrigger(trigger)}
      </a>
      {guard !== undefined && <span className="ads-vis-code ads-vis-quiet"> [{guard}]</span>}{' '}
      <span className="ads-vis-quiet">{isIncoming ? t('visualiser.from') : targets.length > 0 && '→'}</span>{' '}
      {ends.map((end, position) => (
        <span key={end}>
          {position > 0 && ', '}
          <StateLink place={place} index={index} id={end} from={isIncoming ? (targets[0] ?? source) : source} />
        </span>
      ))}
      {!isIncoming && targets.length === 0 && <span className="ads-vis-quiet">{t('visualiser.stays')}</span>}
      {actions.length > 0 && <span className="ads-vis-code ads-vis-quiet ads-vis-actions">{actions.join(', ')}</span>}
    </li>
  );
}

interface TransitionSectionProps extends Pick<PanelProps, 'place' | 'index'> {
  title: string;
  transitions: readonly ChartTransition[];
  isIncoming?: boolean;
  /** Whether the order matters, because the first possible transition is taken. */
  isOrdered?: boolean;
}

/** Transitions under a title; hidden if there are none. */
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

/** Opens the source of a state, of a transition or of the whole machine in the editor; nothing where the source is not known. */
export function SourceLink({ machine, id }: { machine: GalleryMachine; id: string }) {
  const t = useText();
  const line = machine.lines?.[id];
  const address = useSourceAddress(machine, line);
  if (address === undefined || line === undefined) return null;
  return (
    <a className="ads-vis-link" href={address}>
      {t('visualiser.openSource', { line })}
    </a>
  );
}

/** Name of an actor's logic, linked if it is a machine of the gallery. */
export function ActorName({ machine, src }: { machine: GalleryMachine; src: string }) {
  const { machines } = useGallery();
  const found = machines.get(machine.actors[src] ?? '');
  if (!found) return <span className="ads-vis-code">{src}</span>;
  return (
    <a className="ads-vis-link ads-vis-code" href={toHash(createMachinePlace(found.key))} title={found.chart.description}>
      {src}
    </a>
  );
}
