import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { rangesOf, termsOf } from '#src/ui/list/search-terms.ts';
import { useSlashFocus } from '#src/ui/list/slash-focus.ts';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { IconSearch } from '#src/ui/text/icons.ts';
import { MarkedText } from '#src/ui/text/marked-text.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { createMachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { useGallery } from './gallery-provider.tsx';
import { type SearchItem, type SearchResult, searchMachines } from './search.ts';
import { Splitter } from './splitter.tsx';

/** Maximum number of matches shown for a machine. */
const MAX_ITEMS = 6;

interface LinkProps {
  machine: GalleryMachine;
  isCurrent: boolean;
  terms: readonly string[];
  tabIndex: number;
  onFocus: () => void;
}

function MachineLink({ machine, isCurrent, terms, tabIndex, onFocus }: LinkProps) {
  const { key, chart } = machine;
  return (
    <a
      className="ads-vis-item"
      href={toHash(createMachinePlace(key))}
      aria-current={isCurrent ? 'page' : undefined}
      title={chart.description}
      data-key={key}
      tabIndex={tabIndex}
      onFocus={onFocus}
    >
      <MarkedText text={chart.id} ranges={rangesOf(chart.id, terms)} />
    </a>
  );
}

function ItemLink({ machine, item, terms }: { machine: GalleryMachine; item: SearchItem; terms: readonly string[] }) {
  const t = useText();
  return (
    <a className="ads-vis-hit" href={toHash(createMachinePlace(machine.key, item.id))} tabIndex={-1} title={item.text}>
      <small>{t(`visualiser.kind.${item.kind}`)}</small>
      <span className={item.kind === 'description' ? undefined : 'ads-vis-code'}>
        <MarkedText text={item.text} ranges={rangesOf(item.text, terms)} />
      </span>
    </a>
  );
}

/** All machines by folder, or the search results. One tab stop; arrow keys move between machines. */
export function MachineList({ site }: { site: Visualiser }) {
  const t = useText();
  const { groups, folders, items } = useGallery();
  const query = useSelector(site, (state) => state.context.query);
  const current = useSelector(site, ({ context: { place } }) => (place.kind === 'machine' ? place.key : undefined));
  const isOpen = useSelector(site, (state) => state.matches({ list: 'open' }));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [focusedKey, setFocusedKey] = useState<string>();
  const terms = useMemo(() => termsOf(query), [query]);
  const found = useMemo(() => searchMachines(items, query), [items, query]);
  const isSearching = terms.length > 0;
  const shown: readonly { name: string; found: readonly SearchResult[] }[] = useMemo(
    () =>
      isSearching
        ? found.map((one) => ({ name: folders.get(one.machine.key) ?? '', found: [one] }))
        : groups.map(({ name, machines }) => ({ name, found: machines.map((machine) => ({ machine, items: [], ids: [] })) })),
    [isSearching, found, groups, folders],
  );
  const count = isSearching ? t('visualiser.found', { count: found.length }) : t('visualiser.machines', { count: found.length });
  useAnnouncement(isSearching ? count : undefined);
  useSlashFocus(field);
  useEffect(() => setFocusedKey(undefined), [current, query]);
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const keys = found.map(({ machine }) => machine.key);
  const tabStopKey = [focusedKey, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  const listLinks = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const handleListKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const allLinks = listLinks();
    const index = allLinks.findIndex((link) => link === document.activeElement);
    let next: HTMLElement | null | undefined;
    if (event.key === 'ArrowDown') next = allLinks[index + 1];
    else if (event.key === 'ArrowUp') next = allLinks[index - 1] ?? field.current;
    else if (event.key === 'Home') next = allLinks[0];
    else if (event.key === 'End') next = allLinks.at(-1);
    else if (event.key === 'Escape') handleEscape();
    else return;
    event.preventDefault();
    next?.focus();
  };
  const handleEscape = () => {
    if (query !== '') site.send({ type: 'search.cleared' });
    else if (isOpen) site.send({ type: 'list.toggled' });
  };

  return (
    <nav className="ads-vis-list" aria-label={t('visualiser.list')}>
      <Splitter pane={t('visualiser.list')} variable="--ads-vis-list" edge="left" container="ads-vis-body" />
      <div className="ads-vis-search" role="search">
        <IconSearch aria-hidden="true" />
        <input
          ref={field}
          type="search"
          aria-label={t('visualiser.searchHint')}
          aria-keyshortcuts="/"
          placeholder={t('visualiser.search')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => site.send({ type: 'search.changed', query: event.target.value })}
          onKeyDown={(event) => {
            // Keys pressed during text composition belong to the input method.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') handleEscape();
            else if (event.key === 'ArrowDown') listLinks()[0]?.focus();
            else if (event.key === 'Enter') listLinks()[0]?.click();
            else return;
            event.preventDefault();
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <p className="ads-vis-count">{count}</p>
      <div ref={list} className="ads-vis-groups" onKeyDown={handleListKey}>
        {shown.map(({ name, found: members }) => (
          <div
            key={members[0]?.machine.key}
            role="group"
            aria-label={name || undefined}
            className={name === '' ? undefined : 'ads-vis-group'}
          >
            {name !== '' && <p className="ads-vis-folder">{name}</p>}
            <ul>
              {members.map(({ machine, items: hits }) => (
                <li key={machine.key}>
                  <MachineLink
                    machine={machine}
                    isCurrent={machine.key === current}
                    terms={terms}
                    tabIndex={machine.key === tabStopKey ? 0 : -1}
                    onFocus={() => setFocusedKey(machine.key)}
                  />
                  {hits.slice(0, MAX_ITEMS).map((item) => (
                    <ItemLink key={`${item.kind} ${item.id} ${item.text}`} machine={machine} item={item} terms={terms} />
                  ))}
                  {hits.length > MAX_ITEMS && (
                    <p className="ads-vis-more">{t('visualiser.moreHits', { count: hits.length - MAX_ITEMS })}</p>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
