import { useState } from 'react';
import './cover.css';

interface CoverProps {
  /** A URL that the browser can show; null when there is none. */
  url: string | null;
  /** Description; empty when the name is beside it. */
  alt: string;
  /** `cell` fits into a table row, `option` into an option of a select, `card` fills the given width. */
  size?: 'cell' | 'option' | 'card';
  /** Placeholder text: a kind or a letter. */
  placeholder?: string;
}

/** A picture cropped to its frame. A missing or failed picture leaves a placeholder of the same size. */
export function Cover({ url, alt, size = 'cell', placeholder }: CoverProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isShown = url !== null && url !== brokenUrl;
  return (
    <span className={`ads-cover ads-cover-${size}`}>
      {isShown ? (
        <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />
      ) : (
        <span className="ads-cover-none" {...(alt && { role: 'img', 'aria-label': alt })}>
          {placeholder}
        </span>
      )}
    </span>
  );
}
