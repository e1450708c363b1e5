import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey } from '../model/recording.ts';
import type { WorldActor } from '../model/world.ts';
import { type ActorBranch, buildBranches, listVisibleBranches } from './actor-branches.ts';
import { formatStateValue } from './trace-rows.ts';
import { getActorName, type Moment } from './use-moment.ts';

/** Only the last ended actors are shown; there may be thousands, and the log has all of them. */
const MAX_GONE = 100;

/** The state of an actor in a word or a line. */
function ActorState({ actor: { kind, state } }: { actor: WorldActor }) {
  const t = useText();
  const text = formatStateValue(state.value);
  if (text !== '') return <span className="ads-vis-code">{text}</span>;
  return <span>{kind === 'machine' ? t(`trace.status.${state.status}`) : t(`trace.kind.${kind}`)}</span>;
}

interface LineProps {
  branch: ActorBranch;
  isCollapsed: boolean;
  isSelected: boolean;
  /** Whether it took part in the current entry. */
  isInvolved: boolean;
  isTabStop: boolean;
  onSelect: () => void;
  onToggle: () => void;
}

function ActorLine({ branch: { actor, level, children }, isCollapsed, isSelected, isInvolved, isTabStop, onSelect, onToggle }: LineProps) {
  const t = useText();
  const { key, machine, isGone, isRestored, state } = actor;
  const name = getActorName(actor) ?? key;
  const classes = ['ads-trace-actor', isGone && 'ads-is-gone', isInvolved && 'ads-is-concerned'].filter(Boolean).join(' ');
  return (
    <li
      role="treeitem"
      className={classes}
      style={{ paddingLeft: 4 + (level - 1) * 14 }}
      aria-level={level}
      aria-selected={isSelected}
      aria-expanded={children.length > 0 ? !isCollapsed : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-actor={key}
      onClick={onSelect}
    >
      <span className="ads-trace-twig" aria-hidden="true" onClick={(event) => (event.stopPropagation(), onToggle())}>
        {children.length > 0 && (isCollapsed ? <IconCaretRight /> : <IconCaretDown />)}
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
      <span className="ads-trace-states">
        <ActorState actor={actor} />
      </span>
    </li>
  );
}

interface ActorTreeProps {
  trace: Trace;
  moment: Moment;
}

/** The tree of actors at the current moment. One tab stop: arrow keys move, expand and collapse, Enter selects. */
export function ActorTree({ trace, moment }: ActorTreeProps) {
  const t = useText();
  const heading = useId();
  const list = useRef<HTMLUListElement>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<ActorKey>>(new Set());
  const [isGoneShown, setIsGoneShown] = useState(false);
  const [focusedKey, setFocusedKey] = useState<ActorKey>();
  const { world, selected, entry } = moment;

  const gone = useMemo(() => [...world.values()].filter(({ isGone }) => isGone), [world]);
  const branches = useMemo(() => {
    const shownGone = new Set(isGoneShown ? gone.slice(-MAX_GONE).map(({ key }) => key) : []);
    const endedKey = entry?.kind === 'gone' ? entry.actor : undefined;
    return buildBranches(world, ({ key, isGone }) => !isGone || shownGone.has(key) || key === selected || key === endedKey);
  }, [world, gone, isGoneShown, selected, entry]);
  const lines = listVisibleBranches(branches, collapsed);
  const involvedKey =
    entry && (entry.kind === 'event' ? entry.to : entry.kind === 'born' ? entry.actor.key : entry.kind !== 'gap' && entry.actor);
  const tabStopKey = [focusedKey, selected].find((key) => lines.some(({ actor }) => actor.key === key)) ?? lines[0]?.actor.key;

  const toggle = (key: ActorKey) =>
    setCollapsed((before) => (before.has(key) ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key])));
  const focus = (key: ActorKey | undefined) => {
    if (key === undefined) return;
    setFocusedKey(key);
    list.current?.querySelector<HTMLElement>(`[data-actor="${CSS.escape(key)}"]`)?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = lines.findIndex(({ actor }) => actor.key === tabStopKey);
    const current = lines[index];
    if (!current) return;
    const { key, parent } = current.actor;
    const isCollapsed = collapsed.has(key);
    const hasChildren = current.children.length > 0;
    if (event.key === 'ArrowDown') focus(lines[index + 1]?.actor.key);
    else if (event.key === 'ArrowUp') focus(lines[index - 1]?.actor.key);
    else if (event.key === 'Home') focus(lines[0]?.actor.key);
    else if (event.key === 'End') focus(lines.at(-1)?.actor.key);
    else if (event.key === 'ArrowRight' && hasChildren && isCollapsed) toggle(key);
    else if (event.key === 'ArrowRight' && hasChildren) focus(lines[index + 1]?.actor.key);
    else if (event.key === 'ArrowLeft' && hasChildren && !isCollapsed) toggle(key);
    else if (event.key === 'ArrowLeft') focus(current.level > 1 ? parent : undefined);
    else if (event.key === 'Enter' || event.key === ' ') trace.send({ type: 'actor.selected', key });
    else return;
    event.preventDefault();
  };

  return (
    <section className="ads-trace-tree" aria-labelledby={heading}>
      <header className="ads-trace-head">
        <h2 id={heading}>{t('trace.actors', { count: world.size - gone.length })}</h2>
        {gone.length > 0 && (
          <button type="button" className="ads-trace-toggle" aria-pressed={isGoneShown} onClick={() => setIsGoneShown(!isGoneShown)}>
            {t('trace.showGone', { count: gone.length })}
          </button>
        )}
      </header>
      {lines.length === 0 ? (
        <p className="ads-trace-nothing">{t('trace.nobody')}</p>
      ) : (
        <ul ref={list} role="tree" aria-labelledby={heading} onKeyDown={handleKey}>
          {lines.map((branch) => {
            const { key } = branch.actor;
            return (
              <ActorLine
                key={key}
                branch={branch}
                isCollapsed={collapsed.has(key)}
                isSelected={key === selected}
                isInvolved={key === involvedKey}
                isTabStop={key === tabStopKey}
                onSelect={() => {
                  setFocusedKey(key);
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
