import { Halves, splitInHalves } from './halves.tsx';
import './text.css';

interface NameTextProps {
  text: string;
  /** Second line, less prominent. */
  note?: string | undefined;
  /** Makes the name a button that opens its object. */
  onOpen?: () => void;
}

/** A name of any length: at most two lines, truncated in the middle, complete on hover. */
export function NameText({ text, note, onOpen }: NameTextProps) {
  return (
    <span className="ads-name">
      {onOpen ? (
        <button
          type="button"
          className="ads-link-button ads-name-lines"
          title={text}
          aria-label={splitInHalves(text) && text}
          onClick={onOpen}
        >
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
