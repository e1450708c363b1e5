import { useSelector } from '@xstate/react';
import { type DragEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Tab } from '#machines/workspace/tab-list.ts';
import type { Workspace } from '#machines/workspace/workspace.machine.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { Floating } from '#src/ui/overlay/floating.tsx';
import { type MenuAction, MenuButton, MenuList } from '#src/ui/overlay/menu-button.tsx';
import { IconDown, IconPushpin } from '#src/ui/text/icons.ts';
import type { Part } from './parts.ts';
import './tab-strip.css';

interface Props {
  workspace: Workspace;
  menu: Part<'menu'>;
}

/**
 * The title of each tab. Several of one page are counted; one below another page, such as a level of the ad data, also names that page
 * where an open page has the same title.
 */
function useTitles(tabs: readonly Tab[], menu: Part<'menu'>): Map<string, string> {
  const locale = useLocaleName();
  const own = useSelector(menu, (state) => state.context.own);
  const entries = useSelector(menu, (state) => state.context.entries);
  const titles = new Map<string, string>();
  const counts = new Map<string, number>();
  const entryOf = (path: string) => entries.find((one) => one.path === path) ?? own.find((one) => one.path === path);
  const nameOf = (path: string) => {
    const entry = entryOf(path);
    return (locale === 'en' ? entry?.titleEn : entry?.title) ?? path;
  };
  for (const { key, path } of tabs) {
    const name = nameOf(path);
    const above = entryOf(path)?.activeMenu;
    const isAmbiguous = tabs.some((other) => other.path !== path && nameOf(other.path) === name);
    const title = above && isAmbiguous ? `${nameOf(above)} · ${name}` : name;
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    titles.set(key, count === 1 ? title : `${title} ${count}`);
  }
  return titles;
}

/** The open pages. Each is a living place of work: leaving it loses nothing. */
export function TabStrip({ workspace, menu }: Props) {
  const t = useText();
  const tabs = useSelector(workspace, (state) => state.context.tabs);
  const active = useSelector(workspace, (state) => state.context.active);
  const titles = useTitles(tabs, menu);
  const strip = useRef<HTMLUListElement>(null);
  const [menuOf, setMenuOf] = useState<{ key: string; anchor: HTMLElement }>();
  useTabKeys(workspace);

  const shownTab = tabs.findIndex(({ key }) => key === active);
  useEffect(() => {
    const row = strip.current;
    const shown = row?.children[shownTab];
    if (!row || !(shown instanceof HTMLElement)) return;
    // Not by the browser's own scrolling into view: that also moves where the next Tab key begins.
    const end = shown.offsetLeft + shown.offsetWidth - row.clientWidth;
    row.scrollLeft = Math.max(Math.min(row.scrollLeft, shown.offsetLeft), end);
  }, [shownTab]);

  const titleOf = ({ key }: Pick<Tab, 'key'>) => titles.get(key) ?? '';
  const actionsFor = (key: string): MenuAction[] => {
    const at = tabs.findIndex((tab) => tab.key === key);
    const tab = tabs[at];
    if (!tab) return [];
    const others = tabs.filter((one) => one !== tab && !one.pinned);
    const nothing = (is: boolean) => (is ? t('tabs.nothingToClose') : undefined);
    const isNext = (one: Tab | undefined) => one !== undefined && one.pinned === tab.pinned;
    return [
      { key: 'pin', text: t(tab.pinned ? 'tabs.unpin' : 'tabs.pin'), onRun: () => workspace.send({ type: 'tab.pinToggled', key }) },
      { key: 'copy', text: t('tabs.duplicate'), onRun: () => workspace.send({ type: 'tab.duplicateRequested', key }) },
      ...(isNext(tabs[at - 1])
        ? [{ key: 'left', text: t('tabs.moveLeft'), onRun: () => workspace.send({ type: 'tab.dragged', key, index: at - 1 }) }]
        : []),
      ...(isNext(tabs[at + 1])
        ? [{ key: 'right', text: t('tabs.moveRight'), onRun: () => workspace.send({ type: 'tab.dragged', key, index: at + 1 }) }]
        : []),
      { key: 'close', text: t('tabs.close'), onRun: () => workspace.send({ type: 'tab.closeRequested', key }) },
      {
        key: 'others',
        text: t('tabs.closeOthers'),
        refusal: nothing(others.length === 0),
        onRun: () => workspace.send({ type: 'tab.othersCloseRequested', key }),
      },
      {
        key: 'closeRight',
        text: t('tabs.closeRight'),
        refusal: nothing(tabs.slice(at + 1).every(({ pinned }) => pinned)),
        onRun: () => workspace.send({ type: 'tab.rightCloseRequested', key }),
      },
    ];
  };

  return (
    <nav className="ads-strip" aria-label={t('tabs.label')}>
      <ul ref={strip} className="ads-strip-tabs">
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.key}
            tab={tab}
            index={index}
            title={titleOf(tab)}
            shown={tab.key === active}
            workspace={workspace}
            onMenu={(anchor) => setMenuOf({ key: tab.key, anchor })}
          />
        ))}
      </ul>
      <MenuButton
        label={t('tabs.menu')}
        className="ads-icon-button ads-strip-menu"
        actions={[
          ...(active ? actionsFor(active) : []),
          ...tabs.map((tab, index) => ({
            key: tab.key,
            isFirstOfGroup: index === 0 && active !== undefined,
            text: titleOf(tab),
            current: tab.key === active,
            onRun: () => workspace.send({ type: 'tab.chosen', key: tab.key }),
          })),
        ]}
      >
        <IconDown aria-hidden="true" />
      </MenuButton>
      {menuOf && (
        <Floating anchor={{ current: menuOf.anchor }} onLeave={() => setMenuOf(undefined)}>
          <MenuList
            id="tab-menu"
            label={t('tabs.menuOf', { title: titleOf(menuOf) })}
            actions={actionsFor(menuOf.key)}
            onDone={() => {
              setMenuOf(undefined);
              menuOf.anchor.focus();
            }}
          />
        </Floating>
      )}
      <CloseQuestion workspace={workspace} titleOf={titleOf} />
    </nav>
  );
}

interface ItemProps {
  tab: Tab;
  index: number;
  title: string;
  shown: boolean;
  workspace: Workspace;
  onMenu: (anchor: HTMLElement) => void;
}

/** What is dragged along the strip; other things that are dragged are none of its business. */
const DRAGGED = 'application/x-working-tab';

function TabItem({ tab: { key, path, search, pinned, unsettled }, index, title, shown, workspace, onMenu }: ItemProps) {
  const t = useText();
  const link = useRef<HTMLAnchorElement>(null);
  const choose = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens it elsewhere
    event.preventDefault();
    workspace.send({ type: 'tab.chosen', key });
  };
  const close = () => workspace.send({ type: 'tab.closeRequested', key });
  return (
    <li
      className={shown ? 'ads-strip-tab ads-strip-shown' : 'ads-strip-tab'}
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData(DRAGGED, key);
      }}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={(event) => {
        const dragged = event.dataTransfer.getData(DRAGGED);
        if (dragged) workspace.send({ type: 'tab.dragged', key: dragged, index });
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        if (link.current) onMenu(link.current);
      }}
      onAuxClick={(event) => {
        if (event.button === 1) close();
      }}
    >
      <a
        ref={link}
        href={path + search}
        draggable={false}
        aria-current={shown ? 'page' : undefined}
        aria-keyshortcuts={pinned ? undefined : 'Delete'}
        title={title}
        onClick={choose}
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Delete') close();
        }}
      >
        {pinned && <IconPushpin aria-label={t('tabs.pinned')} />}
        <span>{title}</span>
        {unsettled && <i className="ads-strip-stake" role="img" aria-label={t('tabs.unsaved')} title={t('tabs.unsaved')} />}
      </a>
      {!pinned && (
        // By keyboard the Delete key closes, so that each tab is one stop.
        <button type="button" className="ads-strip-close" tabIndex={-1} aria-label={t('tabs.closeOne', { title })} onClick={close}>
          <span className="ads-cross" aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

/** Asked where closing would lose what was typed. */
function CloseQuestion({ workspace, titleOf }: { workspace: Workspace; titleOf: (tab: Pick<Tab, 'key'>) => string }) {
  const t = useText();
  const asking = useSelector(workspace, (state) => state.matches({ open: { tabs: 'confirmingClose' } }));
  const closing = useSelector(workspace, (state) => state.context.closing);
  const tabs = useSelector(workspace, (state) => state.context.tabs);
  if (!asking) return null;
  const unsettled = tabs.filter((tab) => closing.includes(tab.key) && tab.unsettled);
  return (
    <ConfirmDialog
      open
      danger
      title={t('tabs.closeTitle')}
      text={t('tabs.closeText', { titles: unsettled.map(titleOf).join(t('tabs.and')) })}
      confirmText={t('tabs.closeAnyway')}
      onConfirm={() => workspace.send({ type: 'tab.closeConfirmed' })}
      onCancel={() => workspace.send({ type: 'tab.closeCancelled' })}
    >
      {unsettled.length < closing.length && (
        <button type="button" className="ads-link-button" onClick={() => workspace.send({ type: 'tab.closeSettledChosen' })}>
          {t('tabs.closeSettled', { count: closing.length - unsettled.length })}
        </button>
      )}
    </ConfirmDialog>
  );
}

/** Alt with PageUp and PageDown walks along the tabs, Alt with W closes the one that is shown. */
function useTabKeys(workspace: Workspace) {
  useEffect(() => {
    const walk = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const { active } = workspace.getSnapshot().context;
      if (event.key === 'PageUp') workspace.send({ type: 'tab.stepRequested', by: -1 });
      else if (event.key === 'PageDown') workspace.send({ type: 'tab.stepRequested', by: 1 });
      else if (event.code === 'KeyW' && active) workspace.send({ type: 'tab.closeRequested', key: active });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', walk);
    return () => document.removeEventListener('keydown', walk);
  }, [workspace]);
}
