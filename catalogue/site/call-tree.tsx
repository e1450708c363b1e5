import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { hashOf, type Place } from '#catalogue/machines/catalogue-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { IconCaretDown, IconCaretRight } from '#src/ui/text/icons.ts';
import { useShelf, useWords } from './shelf.tsx';

const sections = ['overview', 'reasons', 'states', 'changes', 'verify'] as const;
type Section = (typeof sections)[number];

const sectionPlace: Record<Section, Place> = {
  overview: { kind: 'overview' },
  reasons: { kind: 'reasons', reason: '' },
  states: { kind: 'states', name: '' },
  changes: { kind: 'changes' },
  verify: { kind: 'verify' },
};

/** The item of the tree that stands for a place; undefined for one that none stands for. */
const itemOf = (place: Place): string | undefined =>
  place.kind === 'call' ? `call ${place.name}` : sections.some((section) => section === place.kind) ? place.kind : undefined;

/** All sections and calls. One stop of the tab key; arrows walk, left and right fold. */
export function CallTree({ place, onFolded }: { place: Place; onFolded: () => void }) {
  const t = useText();
  const words = useWords();
  const { resources } = useShelf();
  const id = useId();
  const tree = useRef<HTMLUListElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [walked, setWalked] = useState<string>();
  const current = itemOf(place);
  const stop = walked ?? current ?? 'overview';
  const resource = place.kind === 'call' ? resources.find(({ calls }) => calls.some(({ name }) => name === place.name))?.name : undefined;

  useEffect(() => {
    setWalked(undefined);
    if (resource !== undefined)
      setFolded((before) => (before.has(resource) ? new Set([...before].filter((one) => one !== resource)) : before));
  }, [current, resource]);
  useEffect(() => {
    if (current) tree.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const fold = (name: string, isFolded: boolean) =>
    setFolded((before) => new Set(isFolded ? [...before, name] : [...before].filter((one) => one !== name)));
  const items = () =>
    [...(tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])].filter((item) => !item.closest('[hidden]'));
  const walk = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const here = all[at];
    if (!here) return;
    const group = here.dataset.group;
    let next: HTMLElement | undefined;
    if (event.key === 'ArrowDown') next = all[at + 1];
    else if (event.key === 'ArrowUp') next = all[at - 1];
    else if (event.key === 'Home') next = all[0];
    else if (event.key === 'End') next = all.at(-1);
    else if (event.key === 'ArrowLeft' && group !== undefined) fold(group, true);
    else if (event.key === 'ArrowLeft')
      next = all.find((item) => item.dataset.group !== undefined && item.dataset.group === here.dataset.within);
    else if (event.key === 'ArrowRight' && group !== undefined && folded.has(group)) fold(group, false);
    else if (event.key === 'ArrowRight' && group !== undefined) next = all[at + 1];
    else if (event.key === 'Escape') onFolded();
    else return;
    event.preventDefault();
    next?.focus();
  };
  const stopAt = (key: string) => ({ tabIndex: key === stop ? 0 : -1, onFocus: () => setWalked(key) });

  return (
    <ul ref={tree} className="ads-cat-tree" role="tree" aria-label={t('contracts.contents')} onKeyDown={walk}>
      {sections.map((section) => (
        <li key={section} role="none">
          <a
            role="treeitem"
            className="ads-cat-item"
            href={hashOf(sectionPlace[section])}
            aria-current={current === section ? 'page' : undefined}
            {...stopAt(section)}
          >
            <span>{t(`contracts.${section}`)}</span>
          </a>
        </li>
      ))}
      {resources.map(({ name, calls }) => {
        const isFolded = folded.has(name);
        return (
          <li key={name} role="none">
            <button
              type="button"
              role="treeitem"
              className="ads-cat-group"
              aria-expanded={!isFolded}
              aria-owns={`${id}-${name}`}
              data-group={name}
              onClick={() => fold(name, !isFolded)}
              {...stopAt(`group ${name}`)}
            >
              {isFolded ? <IconCaretRight aria-hidden="true" /> : <IconCaretDown aria-hidden="true" />}
              <span>{name}</span>
              <small>{calls.length}</small>
            </button>
            <ul id={`${id}-${name}`} role="group" hidden={isFolded}>
              {calls.map((call) => {
                const key = `call ${call.name}`;
                return (
                  <li key={key} role="none">
                    <a
                      role="treeitem"
                      className="ads-cat-item"
                      href={hashOf({ kind: 'call', name: call.name, example: '' })}
                      aria-current={current === key ? 'page' : undefined}
                      data-within={name}
                      title={`${call.path} ${words(call.summary)}`}
                      {...stopAt(key)}
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
