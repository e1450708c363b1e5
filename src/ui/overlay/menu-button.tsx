import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Floating } from './floating.tsx';

export interface MenuAction {
  key: string;
  text: string;
  danger?: boolean;
  /** Why it is unavailable now; shown below the label. */
  refusal?: string | undefined;
  /** The current location. */
  current?: boolean;
  /** Begins another group, below a line. */
  isFirstOfGroup?: boolean;
  onRun: () => void;
}

interface MenuListProps {
  id: string;
  label: string;
  actions: MenuAction[];
  /** An item was chosen, or the menu was left. */
  onDone: () => void;
}

interface MenuButtonProps {
  /** Accessible name, and the visible label without `children`. */
  label: string;
  actions: MenuAction[];
  className?: string;
  align?: 'start' | 'end';
  children?: ReactNode;
}

/** A menu without its own button. Its first item takes the focus. */
export function MenuList({ id, label, actions, onDone }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, []);
  const move = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all[next % all.length]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      onDone();
    }
  };
  return (
    <div ref={list} id={id} role="menu" aria-label={label} tabIndex={-1} className="ads-menu" onKeyDown={move}>
      {actions.map(({ key, text, danger, refusal, current, isFirstOfGroup, onRun }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={refusal !== undefined || undefined}
          aria-current={current || undefined}
          className={`ads-menu-item${danger ? ' ads-is-danger' : ''}${isFirstOfGroup ? ' ads-menu-group' : ''}`}
          onClick={() => {
            if (refusal !== undefined) return;
            onDone();
            onRun();
          }}
        >
          {text}
          {refusal !== undefined && <small>{refusal}</small>}
        </button>
      ))}
    </div>
  );
}

/** A button with a menu of actions. The focus moves into the menu, and back to the button. */
export function MenuButton({ label, actions, className = 'ads-link-button', align = 'end', children }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={children ? label : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children ?? label}
      </button>
      {open && (
        <Floating anchor={button} align={align} onLeave={() => setOpen(false)}>
          <MenuList
            id={id}
            label={label}
            actions={actions}
            onDone={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Floating>
      )}
    </>
  );
}
