import { type KeyboardEvent, useMemo, useRef } from 'react';
import { toHash } from '#catalogue/machines/catalogue-place.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { rangesOf, termsOf } from '#src/ui/list/search-terms.ts';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { MarkedText } from '#src/ui/text/marked-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { useCatalogue, useWords } from './catalogue-provider.tsx';
import { type SearchResult, searchItems } from './search.ts';

/** Maximum number of matches shown per kind. */
const MAX_EVIDENCE = 6;

const findSearchField = (): HTMLInputElement | null => document.querySelector('.ads-cat-search input');

function ResultLine({ result, terms }: { result: SearchResult; terms: readonly string[] }) {
  const t = useText();
  const words = useWords();
  const { item, evidence } = result;
  const mark = (text: string) => <MarkedText text={text} ranges={rangesOf(text, terms)} />;
  const text = words(item.words);
  const otherText = text === item.words.zh ? item.words.en : item.words.zh;
  // A match in the other language is shown, so that it is clear why the item was found.
  const isInOtherLanguage = rangesOf(text, terms).length === 0 && rangesOf(otherText, terms).length > 0;
  return (
    <a className="ads-cat-hit" href={toHash(item.place)}>
      <span className="ads-cat-hit-head">
        <PlainTag text={t(`contracts.kind.${item.kind}`)} />
        <strong className="ads-cat-code">{mark(item.name)}</strong>
        <span>{mark(text)}</span>
        {isInOtherLanguage && <span className="ads-cat-quiet">{mark(otherText)}</span>}
        <span className="ads-cat-code ads-cat-quiet">{mark(item.detail)}</span>
      </span>
      {evidence.map(({ kind, texts }) => (
        <span key={kind} className="ads-cat-quiet ads-cat-evidence">
          {t(`contracts.inside.${kind}`)}{' '}
          {texts.slice(0, MAX_EVIDENCE).map((text, index) => (
            <span key={text} className="ads-cat-code">
              {index > 0 && ', '}
              {mark(text)}
            </span>
          ))}
          {texts.length > MAX_EVIDENCE && ` +${texts.length - MAX_EVIDENCE}`}
        </span>
      ))}
    </a>
  );
}

interface SearchPageProps {
  query: string;
  onLeave: () => void;
}

/** Search results, best first. Arrow keys move between the field and the results. */
export function SearchPage({ query, onLeave }: SearchPageProps) {
  const t = useText();
  const { items } = useCatalogue();
  const terms = useMemo(() => termsOf(query), [query]);
  const found = useMemo(() => searchItems(items, query), [items, query]);
  const list = useRef<HTMLUListElement>(null);
  const count = terms.length === 0 ? t('contracts.searchNothing') : t('contracts.found', { count: found.length });
  useAnnouncement(terms.length === 0 ? undefined : count);
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const index = links.findIndex((link) => link === document.activeElement);
    if (event.key === 'Escape') {
      onLeave();
    } else if (event.key === 'ArrowDown') {
      links[index + 1]?.focus();
    } else if (event.key === 'ArrowUp') {
      (links[index - 1] ?? findSearchField())?.focus();
    } else if (event.key.length === 1 && event.key !== ' ') {
      // Typing continues the search.
      findSearchField()?.focus();
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
      <ul ref={list} className="ads-cat-found" onKeyDown={handleKey}>
        {found.map((one) => (
          <li key={one.item.key}>
            <ResultLine result={one} terms={terms} />
          </li>
        ))}
      </ul>
    </>
  );
}
