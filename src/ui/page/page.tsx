import { type ReactNode, useEffect } from 'react';
import { announce } from '../overlay/announcer.tsx';
import './base.css';
import './page.css';

interface PageProps {
  title: string;
  /** Beside the title: a tag, a state. */
  note?: ReactNode;
  /** At the right end of the title line; the main action last. */
  actions?: ReactNode;
  /** The filter line. */
  filters?: ReactNode;
  children: ReactNode;
}

/** Title line, filter line, body. The body takes the room that is left, so that a table in it scrolls and nothing else does. */
export function Page({ title, note, actions, filters, children }: PageProps) {
  return (
    <section className="ads-page">
      <header className="ads-page-title">
        <h1>{title}</h1>
        {note}
        {actions && <div className="ads-buttons ads-page-actions">{actions}</div>}
      </header>
      {filters}
      <div className="ads-page-body">{children}</div>
    </section>
  );
}

interface ToolbarProps {
  /** Left: what the list is about. */
  children?: ReactNode;
  /** Right: export, columns, refresh. */
  end?: ReactNode;
  /** While rows are chosen this takes the toolbar's place, so that no row moves. */
  selection?: ReactNode;
}

export function Toolbar({ children, end, selection }: ToolbarProps) {
  return (
    <div className={selection ? 'ads-toolbar ads-toolbar-selection' : 'ads-toolbar'}>
      {selection || (
        <>
          <div className="ads-buttons">{children}</div>
          <div className="ads-buttons">{end}</div>
        </>
      )}
    </div>
  );
}

interface SelectionBarProps {
  /** Already in words: "3 chosen". */
  text: string;
  children: ReactNode;
  clearText: string;
  onClear: () => void;
}

/** What can be done with the chosen rows. */
export function SelectionBar({ text, children, clearText, onClear }: SelectionBarProps) {
  useEffect(() => announce(text), [text]);
  return (
    <div className="ads-selection" role="group" aria-label={text}>
      <strong>{text}</strong>
      <div className="ads-buttons">{children}</div>
      <button type="button" className="ads-link-button" onClick={onClear}>
        {clearText}
      </button>
    </div>
  );
}
