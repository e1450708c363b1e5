import type { ReactNode } from 'react';
import '../page/base.css';

interface IconButtonProps {
  /** Accessible name, shown on hover. */
  label: string;
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** For a toggle button. */
  pressed?: boolean;
  /** For a button that opens something: its state and the id of the opened element. */
  expanded?: boolean;
  controls?: string | undefined;
}

export function IconButton({ label, icon, onClick, disabled, pressed, expanded, controls }: IconButtonProps) {
  return (
    <button
      type="button"
      className="ads-icon-button"
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={controls}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <span className="ads-icon" aria-hidden="true">
        {icon}
      </span>
    </button>
  );
}
