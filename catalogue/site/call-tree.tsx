import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Place, toHash } from '#catalogue/machines/catalogue-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import { useCatalogue, useWords } from './catalogue-provider.tsx';

const SECTIONS = ['overview', 'reasons', 'states', 'changes', 'verify'] as const;
type Section = (typeof SECTIONS)[number];

const SECTION_PLACES: Record<Section, Place> = {
  overview: { kind: 'overview' },
  reasons: { kind: 'reasons', reason: '' },
  states: { kind: 'states', name: '' },
  changes: { kind: 'changes' },
  verify: { kind: 'verify' },
};

/** Key of the tree item for a place; undefined if there is none. */
const toItemKey = (place: Place): string | undefined =>
  place.kind === 'call' ? `call ${place.name}` : SECTIONS.some((section) => section === place.kind) ? place.kind : undefined;

/** All sections and calls. One tab stop; arrow keys move, left and right collapse and expand. */
export function CallTree({ place, onFolded: onClose }: { place: Place; onFolded: () => void }) {
  const t = useText();
  const words = useWords();
  const { resources } = useCatalogue();
  const id = useId();
  const tree = useRef<HTMLUListElement>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [focusedKey, setFocusedKey] = useState<string>();
  const current = toItemKey(place);
  const tabStopKey = focusedKey ?? current ?? 'overview';
  const resource = place.kind === 'call' ? resources.find(({ calls }) => calls.some(({ name }) => name === place.name))?.name : undefined;

  useEffect(() => {
    setFocusedKey(undefined);
    if (resource !== undefined)
      setCollapsed((before) => (before.has(resource) ? new Set([...before].filter((one) => one !== resource)) : before));
  }, [current, resource]);
  useEffect(() => {
    if (current) tree.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const setGroupCollapsed = (name: string, isCollapsed: boolean) =>
    setCollapsed((before) => new Set(isCollapsed ? [...before, name] : [...before].filter((one) => one !== name)));
  const listVisibleItems = () =>
    [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])].filter((item) => !item.closest('[hidden]'));
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = listVisibleItems();
    const index = all.findIndex((item) => item === document.activeElement);
    const currentItem = all[index];
    if (!currentItem) return;
    const group = currentItem.dataset.group;
    let next: HTMLElement | undefined;
    if (event.key === 'ArrowDown') next = all[index + 1];
    else if (event.key === 'ArrowUp') next = all[index - 1];
    else if (event.key === 'Home') next = all[0];
    else if (event.key === 'End') next = all.at(-1);
    else if (event.key === 'ArrowLeft' && group !== undefined) setGroupCollapsed(group, true);
    else if (event.key === 'ArrowLeft')
      next = all.find((item) => item.dataset.group !== undefined && item.dataset.group === currentItem.dataset.within);
    else if (event.key === 'ArrowRight' && group !== undefined && collapsed.has(group)) setGroupCollapsed(group, false);
    else if (event.key === 'ArrowRight' && group !== undefined) next = all[index + 1];
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    next?.focus();
  };
  const getFocusProps = (key: string) => ({ tabIndex: key === tabStopKey ? 0 : -1, onFocus: () => setFocusedKey(key) });

  return (
    <ul ref={tree} className="ads-cat-tree" role="tree" aria-label={t('contracts.contents')} onKeyDown={handleKey}>
      {SECTIONS.map((section) => (
        <li key={section} role="none">
          <a
            role="treeitem"
            className="ads-cat-item"
            href={toHash(SECTION_PLACES[section])}
            aria-current={current === section ? 'page' : undefined}
            {...getFocusProps(section)}
          >
            <span>{t(`contracts.${section}`)}</span>
          </a>
        </li>
      ))}
      {resources.map(({ name, calls }) => {
        const isCollapsed = collapsed.has(name);
        return (
          <li key={name} role="none">
            <button
              type="button"
              role="treeitem"
              className="ads-cat-group"
              aria-expanded={!isCollapsed}
              aria-owns={`${id}-${name}`}
              data-group={name}
              onClick={() => setGroupCollapsed(name, !isCollapsed)}
              {...getFocusProps(`group ${name}`)}
            >
              {isCollapsed ? <IconCaretRight aria-hidden="true" /> : <IconCaretDown aria-hidden="true" />}
              <span>{name}</span>
              <small>{calls.length}</small>
            </button>
            <ul id={`${id}-${name}`} role="group" hidden={isCollapsed}>
              {calls.map((call) => {
                const key = `call ${call.name}`;
                return (
                  <li key={key} role="none">
                    <a
                      role="treeitem"
                      className="ads-cat-item"
                      href={toHash({ kind: 'call', name: call.name, example: '' })}
                      aria-current={current === key ? 'page' : undefined}
                      data-within={name}
                      title={`${call.path} ${words(call.summary)}`}
                      {...getFocusProps(key)}
                    >
                      <span className="ads-cat-verb">{call.name.slice(name.length + 1) || call.name}</span>
                      <small>{words(call.summary)}</small>
                    </a>
                  </li>
                );
              })}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
