import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey } from '../model/recording.ts';
import type { WorldActor } from '../model/world.ts';
import { type ActorBranch, branchesOf, linesOf } from './actor-branches.ts';
import { valueText } from './trace-rows.ts';
import { type Moment, nameOfActor } from './use-moment.ts';

/** Of those who are gone, the last ones: who began and ended by the thousand is read in the log. */
const MOST_GONE = 100;

/** Where an actor stands, in a word or a line. */
function Standing({ actor: { kind, state } }: { actor: WorldActor }) {
  const t = useText();
  const text = valueText(state.value);
  if (text !== '') return <span className="ads-vis-code">{text}</span>;
  return <span>{kind === 'machine' ? t(`trace.status.${state.status}`) : t(`trace.kind.${kind}`)}</span>;
}

interface LineProps {
  branch: ActorBranch;
  isFolded: boolean;
  isSelected: boolean;
  /** It took part in what happened at the moment. */
  isConcerned: boolean;
  isStop: boolean;
  onSelect: () => void;
  onToggle: () => void;
}

function ActorLine({ branch: { actor, level, children }, isFolded, isSelected, isConcerned, isStop, onSelect, onToggle }: LineProps) {
  const t = useText();
  const { key, machine, isGone, isRestored, state } = actor;
  const name = nameOfActor(actor) ?? key;
  const classes = ['ads-trace-actor', isGone && 'ads-is-gone', isConcerned && 'ads-is-concerned'].filter(Boolean).join(' ');
  return (
    <li
      role="treeitem"
      className={classes}
      style={{ paddingLeft: 4 + (level - 1) * 14 }}
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={children.length > 0 ? !isFolded : undefined}
      tabIndex={isStop ? 0 : -1}
      data-actor={key}
      onClick={onSelect}
    >
      <span className="ads-trace-twig" aria-hidden="true" onClick={(event) => (event.stopPropagation(), onToggle())}>
        {children.length > 0 && (isFolded ? <IconCaretRight /> : <IconCaretDown />)}
      </span>
      <span className="ads-trace-name" title={`${name} · ${key}`}>
        <strong>{name}</strong>
        {machine && machine.id !== name && <small>{machine.id}</small>}
      </span>
      {isRestored && (
        <span className="ads-trace-mark ads-is-restored" title={t('trace.restoredText')}>
          {t('trace.restored')}
        </span>
      )}
      {isGone && <span className="ads-trace-mark">{t('trace.gone')}</span>}
      {state.status === 'error' && <span className="ads-trace-mark ads-is-bad">{t('trace.status.error')}</span>}
      <span className="ads-trace-standing">
        <Standing actor={actor} />
      </span>
    </li>
  );
}

interface ActorTreeProps {
  trace: Trace;
  moment: Moment;
}

/** Who lives at the moment, by who started whom. One stop of the tab key: arrows walk, unfold and fold, Enter selects. */
export function ActorTree({ trace, moment }: ActorTreeProps) {
  const t = useText();
  const heading = useId();
  const list = useRef<HTMLUListElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<ActorKey>>(new Set());
  const [showsGone, setShowsGone] = useState(false);
  const [walked, setWalked] = useState<ActorKey>();
  const { world, selected, entry } = moment;

  const gone = useMemo(() => [...world.values()].filter(({ isGone }) => isGone), [world]);
  const branches = useMemo(() => {
    const last = new Set(showsGone ? gone.slice(-MOST_GONE).map(({ key }) => key) : []);
    const departed = entry?.kind === 'gone' ? entry.actor : undefined;
    return branchesOf(world, ({ key, isGone }) => !isGone || last.has(key) || key === selected || key === departed);
  }, [world, gone, showsGone, selected, entry]);
  const lines = linesOf(branches, folded);
  const concerned =
    entry && (entry.kind === 'event' ? entry.to : entry.kind === 'born' ? entry.actor.key : entry.kind !== 'gap' && entry.actor);
  const stop = [walked, selected].find((key) => lines.some(({ actor }) => actor.key === key)) ?? lines[0]?.actor.key;

  const toggle = (key: ActorKey) =>
    setFolded((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])));
  const focus = (key: ActorKey | undefined) => {
    if (key === undefined) return;
    setWalked(key);
    list.current?.querySelector<HTMLElement>(`[data-actor="${CSS.escape(key)}"]`)?.focus();
  };
  const walk = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = lines.findIndex(({ actor }) => actor.key === stop);
    const here = lines[at];
    if (!here) return;
    const { key, parent } = here.actor;
    const isFolded = folded.has(key);
    const hasBelow = here.children.length > 0;
    if (event.key === 'ArrowDown') focus(lines[at + 1]?.actor.key);
    else if (event.key === 'ArrowUp') focus(lines[at - 1]?.actor.key);
    else if (event.key === 'Home') focus(lines[0]?.actor.key);
    else if (event.key === 'End') focus(lines.at(-1)?.actor.key);
    else if (event.key === 'ArrowRight' && hasBelow && isFolded) toggle(key);
    else if (event.key === 'ArrowRight' && hasBelow) focus(lines[at + 1]?.actor.key);
    else if (event.key === 'ArrowLeft' && hasBelow && !isFolded) toggle(key);
    else if (event.key === 'ArrowLeft') focus(here.level > 1 ? parent : undefined);
    else if (event.key === 'Enter' || event.key === ' ') trace.send({ type: 'actor.selected', key });
    else return;
    event.preventDefault();
  };

  return (
    <section className="ads-trace-tree" aria-labelledby={heading}>
      <header className="ads-trace-head">
        <h2 id={heading}>{t('trace.actors', { count: world.size - gone.length })}</h2>
        {gone.length > 0 && (
          <button type="button" className="ads-trace-toggle" aria-pressed={showsGone} onClick={() => setShowsGone(!showsGone)}>
            {t('trace.showGone', { count: gone.length })}
          </button>
        )}
      </header>
      {lines.length === 0 ? (
        <p className="ads-trace-nothing">{t('trace.nobody')}</p>
      ) : (
        <ul ref={list} role="tree" aria-labelledby={heading} onKeyDown={walk}>
          {lines.map((branch) => {
            const { key } = branch.actor;
            return (
              <ActorLine
                key={key}
                branch={branch}
                isFolded={folded.has(key)}
                isSelected={key === selected}
                isConcerned={key === concerned}
                isStop={key === stop}
                onSelect={() => {
                  setWalked(key);
                  trace.send({ type: 'actor.selected', key });
                }}
                onToggle={() => toggle(key)}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
}
