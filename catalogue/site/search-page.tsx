import { type KeyboardEvent, useMemo, useRef } from 'react';
import { hashOf } from '#catalogue/machines/catalogue-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { rangesOf, termsOf } from '#src/ui/list/search-terms.ts';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { MarkedText } from '#src/ui/text/marked-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { type Found, search } from './search.ts';
import { useShelf, useWords } from './shelf.tsx';

/** Longer lists say nothing more. */
const MOST_EVIDENCE = 6;

const field = (): HTMLInputElement | null => document.querySelector('.ads-cat-search input');

function FoundLine({ found, terms }: { found: Found; terms: readonly string[] }) {
  const t = useText();
  const words = useWords();
  const { item, inside } = found;
  const marked = (text: string) => <MarkedText text={text} ranges={rangesOf(text, terms)} />;
  const said = words(item.words);
  const other = said === item.words.zh ? item.words.en : item.words.zh;
  // What was found in the other language is shown in it: nobody has to guess why it stands here.
  const isElsewhere = rangesOf(said, terms).length === 0 && rangesOf(other, terms).length > 0;
  return (
    <a className="ads-cat-hit" href={hashOf(item.place)}>
      <span className="ads-cat-hit-head">
        <PlainTag text={t(`contracts.kind.${item.kind}`)} />
        <strong className="ads-cat-code">{marked(item.name)}</strong>
        <span>{marked(said)}</span>
        {isElsewhere && <span className="ads-cat-quiet">{marked(other)}</span>}
        <span className="ads-cat-code ads-cat-quiet">{marked(item.detail)}</span>
      </span>
      {inside.map(({ kind, texts }) => (
        <span key={kind} className="ads-cat-quiet ads-cat-evidence">
          {t(`contracts.inside.${kind}`)}{' '}
          {texts.slice(0, MOST_EVIDENCE).map((text, index) => (
            <span key={text} className="ads-cat-code">
              {index > 0 && ', '}
              {marked(text)}
            </span>
          ))}
          {texts.length > MOST_EVIDENCE && ` +${texts.length - MOST_EVIDENCE}`}
        </span>
      ))}
    </a>
  );
}

interface SearchPageProps {
  query: string;
  onLeave: () => void;
}

/** What was found, nearest first. The arrows lead from the field through the list and back. */
export function SearchPage({ query, onLeave }: SearchPageProps) {
  const t = useText();
  const { items } = useShelf();
  const terms = useMemo(() => termsOf(query), [query]);
  const found = useMemo(() => search(items, query), [items, query]);
  const list = useRef<HTMLUListElement>(null);
  const count = terms.length === 0 ? t('contracts.searchNothing') : t('contracts.found', { count: found.length });
  useAnnouncement(terms.length === 0 ? undefined : count);
  const walk = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'Escape') {
      onLeave();
    } else if (event.key === 'ArrowDown') {
      links[at + 1]?.focus();
    } else if (event.key === 'ArrowUp') {
      (links[at - 1] ?? field())?.focus();
    } else if (event.key.length === 1 && event.key !== ' ') {
      // Whoever types on goes on with the search.
      field()?.focus();
      return;
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <>
      <h1>{t('contracts.search')}</h1>
      <p className="ads-cat-quiet">{count}</p>
      <ul ref={list} className="ads-cat-found" onKeyDown={walk}>
        {found.map((one) => (
          <li key={one.item.key}>
            <FoundLine found={one} terms={terms} />
          </li>
        ))}
      </ul>
    </>
  );
}
