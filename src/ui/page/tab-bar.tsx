import { Tabs } from '@arco-design/web-react';
import { cloneElement, type HTMLAttributes, isValidElement, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import './tab-bar.css';

interface TabBarProps<Key extends string> {
  /** Accessible name of the tabs. */
  label: string;
  tabs: readonly { key: Key; text: string }[];
  shown: Key;
  onShow: (key: Key) => void;
  /** Right end: links to related pages. */
  end?: ReactNode;
  /** Content of the shown tab. */
  children: ReactNode;
}

/** Several views of one page, one at a time. Arco draws the tabs; the tab list, the arrow keys and the panel are ours. */
export function TabBar<Key extends string>({ label, tabs, shown, onShow, end, children }: TabBarProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const show = (key: string) => {
    const chosen = tabs.find((tab) => tab.key === key);
    if (chosen) onShow(chosen.key);
  };
  const walk = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next || next.key === shown) return;
    event.preventDefault();
    onShow(next.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus();
  };
  return (
    <>
      <div className="ads-tab-bar">
        <Tabs
          activeTab={shown}
          headerPadding={false}
          onChange={show}
          renderTabHeader={(props, Header) => (
            <div ref={list} role="tablist" aria-label={label} onKeyDown={walk}>
              <Header {...props} />
            </div>
          )}
          renderTabTitle={(tab, { key, isActive }) =>
            isValidElement<HTMLAttributes<HTMLElement>>(tab)
              ? cloneElement(tab, { id: `${id}-${key}`, 'aria-controls': `${id}-panel`, tabIndex: isActive ? 0 : -1 })
              : tab
          }
        >
          {tabs.map(({ key, text }) => (
            <Tabs.TabPane key={key} title={text} />
          ))}
        </Tabs>
        {end}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`} className="ads-tab-panel">
        {children}
      </div>
    </>
  );
}
