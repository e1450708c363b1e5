import type { ReactNode } from 'react';
import './phone-frame.css';

interface PhoneFrameProps {
  /** Accessible description. */
  label: string;
  page: string;
  /** Below the name of the page: sponsored, public. */
  note: string;
  text: string;
  picture: ReactNode;
  link: string | null;
  headline: string | null;
  description?: string | null;
  /** Button label; undefined without a button. */
  button: string | undefined;
}

const shownHost = (link: string): string => {
  try {
    return new URL(link).host;
  } catch {
    return link;
  }
};

/** A post or ad as it appears on a phone. */
export function PhoneFrame({ label, page, note, text, picture, link, headline, description, button }: PhoneFrameProps) {
  return (
    <article className="ads-phone" aria-label={label}>
      <header>
        <span className="ads-phone-face" aria-hidden="true">
          {page.slice(0, 1)}
        </span>
        <span>
          <strong>{page}</strong>
          <small>{note}</small>
        </span>
      </header>
      <p className="ads-phone-text">{text}</p>
      <div className="ads-phone-picture">{picture}</div>
      <footer>
        <span>
          {link && <small>{shownHost(link)}</small>}
          <strong>{headline}</strong>
          {description && <small>{description}</small>}
        </span>
        {button && <span className="ads-phone-button">{button}</span>}
      </footer>
    </article>
  );
}
