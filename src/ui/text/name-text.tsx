import { Link } from 'react-router-dom';
import { Halves, splitInHalves } from './halves.tsx';
import './text.css';

interface NameTextProps {
  text: string;
  /** Second line, less prominent. */
  note?: string | undefined;
  /** Makes the name a button that opens its object. */
  onOpen?: (() => void) | undefined;
  /** Address of its object, which makes the name a link. */
  to?: string | undefined;
}

/** A name of any length: at most two lines, truncated in the middle, complete on hover. */
export function NameText({ text, note, onOpen, to }: NameTextProps) {
  return (
    <span className="ads-name">
      <Name text={text} onOpen={onOpen} to={to} />
      {note && <small title={note}>{note}</small>}
    </span>
  );
}

function Name({ text, onOpen, to }: Omit<NameTextProps, 'note'>) {
  const clickable = { className: 'ads-link-button ads-name-lines', title: text, 'aria-label': splitInHalves(text) && text };
  if (to !== undefined) {
    return (
      <Link {...clickable} to={to}>
        <Halves text={text} />
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" {...clickable} onClick={onOpen}>
        <Halves text={text} />
      </button>
    );
  }
  return (
    <span className="ads-name-lines" title={text}>
      <Halves text={text} />
    </span>
  );
}
