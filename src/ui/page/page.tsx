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

/** Title line, filter line and body. The body takes the remaining height, so that only a table inside it scrolls. */
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
  /** Left: the subject of the list. */
  children?: ReactNode;
  /** Right: export, columns, refresh. */
  end?: ReactNode;
  /** Replaces the toolbar while rows are chosen, so that no row moves. */
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
  /** Already formatted, for example "3 chosen". */
  text: string;
  children: ReactNode;
  clearText: string;
  onClear: () => void;
}

/** Commands for the chosen rows. */
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
