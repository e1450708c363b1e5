import { Halves, halvesOf } from './halves.tsx';
import './text.css';

interface NameTextProps {
  text: string;
  /** Second line, quieter. */
  note?: string | undefined;
  /** Makes the name the way into its object. */
  onOpen?: () => void;
}

/** A name of any length: two lines at most, its end among them, the whole on hover. */
export function NameText({ text, note, onOpen }: NameTextProps) {
  return (
    <span className="ads-name">
      {onOpen ? (
        <button type="button" className="ads-link-button ads-name-lines" title={text} aria-label={halvesOf(text) && text} onClick={onOpen}>
          <Halves text={text} />
        </button>
      ) : (
        <span className="ads-name-lines" title={text}>
          <Halves text={text} />
        </span>
      )}
      {note && <small title={note}>{note}</small>}
    </span>
  );
}
