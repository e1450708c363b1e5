import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { rangesOf, termsOf } from '#src/ui/list/search-terms.ts';
import { useSlashFocus } from '#src/ui/list/slash-focus.ts';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { IconSearch } from '#src/ui/text/icons.ts';
import { MarkedText } from '#src/ui/text/marked-text.tsx';
import type { Visualiser } from '#visualiser/machines/visualiser.machine.ts';
import { hashOf, machinePlace } from '#visualiser/machines/visualiser-place.ts';
import type { GalleryMachine } from '../model/gallery.ts';
import { type Found, type Item, search } from './search.ts';
import { useShelf } from './shelf.tsx';

/** More of them say nothing more. */
const MOST_ITEMS = 6;

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
      href={hashOf(machinePlace(key))}
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

function ItemLink({ machine, item, terms }: { machine: GalleryMachine; item: Item; terms: readonly string[] }) {
  const t = useText();
  return (
    <a className="ads-vis-hit" href={hashOf(machinePlace(machine.key, item.id))} tabIndex={-1} title={item.text}>
      <small>{t(`visualiser.kind.${item.kind}`)}</small>
      <span className={item.kind === 'description' ? undefined : 'ads-vis-code'}>
        <MarkedText text={item.text} ranges={rangesOf(item.text, terms)} />
      </span>
    </a>
  );
}

/** All machines by folder, or those that were found with what was found in them. One stop of the tab key; arrows walk. */
export function MachineList({ site }: { site: Visualiser }) {
  const t = useText();
  const { groups, folders, items } = useShelf();
  const query = useSelector(site, (state) => state.context.query);
  const current = useSelector(site, ({ context: { place } }) => (place.kind === 'machine' ? place.key : undefined));
  const isUnfolded = useSelector(site, (state) => state.matches({ list: 'unfolded' }));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [walked, setWalked] = useState<string>();
  const terms = useMemo(() => termsOf(query), [query]);
  const found = useMemo(() => search(items, query), [items, query]);
  const isSearching = terms.length > 0;
  const shown: readonly { name: string; found: readonly Found[] }[] = useMemo(
    () =>
      isSearching
        ? found.map((one) => ({ name: folders.get(one.machine.key) ?? '', found: [one] }))
        : groups.map(({ name, machines }) => ({ name, found: machines.map((machine) => ({ machine, items: [], ids: [] })) })),
    [isSearching, found, groups, folders],
  );
  const count = isSearching ? t('visualiser.found', { count: found.length }) : t('visualiser.machines', { count: found.length });
  useAnnouncement(isSearching ? count : undefined);
  useSlashFocus(field);
  useEffect(() => setWalked(undefined), [current, query]);
  useEffect(() => {
    if (current) list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  }, [current]);

  const keys = found.map(({ machine }) => machine.key);
  const stop = [walked, current].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const walk = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    let next: HTMLElement | null | undefined;
    if (event.key === 'ArrowDown') next = all[at + 1];
    else if (event.key === 'ArrowUp') next = all[at - 1] ?? field.current;
    else if (event.key === 'Home') next = all[0];
    else if (event.key === 'End') next = all.at(-1);
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
    next?.focus();
  };
  const leave = () => {
    if (query !== '') site.send({ type: 'search.left' });
    else if (isUnfolded) site.send({ type: 'list.toggled' });
  };

  return (
    <nav className="ads-vis-list" aria-label={t('visualiser.list')}>
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
          onChange={(event) => site.send({ type: 'search.typed', query: event.target.value })}
          onKeyDown={(event) => {
            // While an input method is at work, the keys are its own.
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Escape') leave();
            else if (event.key === 'ArrowDown') links()[0]?.focus();
            else if (event.key === 'Enter') links()[0]?.click();
            else return;
            event.preventDefault();
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </div>
      <p className="ads-vis-count">{count}</p>
      <div ref={list} className="ads-vis-groups" onKeyDown={walk}>
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
                    tabIndex={machine.key === stop ? 0 : -1}
                    onFocus={() => setWalked(machine.key)}
                  />
                  {hits.slice(0, MOST_ITEMS).map((item) => (
                    <ItemLink key={`${item.kind} ${item.id} ${item.text}`} machine={machine} item={item} terms={terms} />
                  ))}
                  {hits.length > MOST_ITEMS && (
                    <p className="ads-vis-more">{t('visualiser.moreHits', { count: hits.length - MOST_ITEMS })}</p>
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
