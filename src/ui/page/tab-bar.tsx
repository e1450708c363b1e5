import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import './base.css';
import './tab-bar.css';

interface TabBarProps<Key extends string> {
  /** What the tabs divide; read out. */
  label: string;
  tabs: readonly { key: Key; text: string }[];
  shown: Key;
  onShow: (key: Key) => void;
  /** At the right end: links to what belongs here but stands elsewhere. */
  end?: ReactNode;
  /** What the shown tab holds. */
  children: ReactNode;
}

/** Several views of one page, one at a time. Arrows walk along the tabs. */
export function TabBar<Key extends string>({ label, tabs, shown, onShow, end, children }: TabBarProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
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
        <div ref={list} className="ads-tabs" role="tablist" aria-label={label} onKeyDown={walk}>
          {tabs.map(({ key, text }) => (
            <button
              key={key}
              id={`${id}-${key}`}
              type="button"
              role="tab"
              className="ads-tab"
              aria-selected={key === shown}
              aria-controls={`${id}-panel`}
              tabIndex={key === shown ? 0 : -1}
              onClick={() => onShow(key)}
            >
              {text}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`} className="ads-tab-panel">
        {children}
      </div>
    </>
  );
}
