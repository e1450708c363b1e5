import { useText } from '#src/locale/text-provider.tsx';
import type { CatalogueCall } from '../catalogue.ts';
import { useShelf, useWords } from './shelf.tsx';

/** Who may make a call; `short` for a cell of a table. */
export function AccessText({ call: { access, action }, short = false }: { call: CatalogueCall; short?: boolean }) {
  const t = useText();
  const words = useWords();
  const { pages } = useShelf();
  const titled = (path: string) => {
    const title = pages.get(path);
    return title ? words(title) : path;
  };
  const also = action && (
    <>
      {short ? ' + ' : t('contracts.withAction')}
      <code className="ads-cat-code">{action}</code>
    </>
  );
  if (typeof access === 'string') {
    return (
      <>
        {t(`contracts.access.${access}`)}
        {also}
      </>
    );
  }
  return (
    <>
      {!short && t('contracts.access.pages')}
      {access.pages.map((path, index) => (
        <span key={path}>
          {index > 0 && t('contracts.or')}
          {titled(path)}
          {!short && (
            <>
              {' '}
              <code className="ads-cat-code ads-cat-quiet">{path}</code>
            </>
          )}
        </span>
      ))}
      {also}
    </>
  );
}

/** Whether a call changes anything, as a word with a shape. */
export function EffectText({ effect }: { effect: CatalogueCall['effect'] }) {
  const t = useText();
  return <span className={`ads-cat-effect ads-cat-effect-${effect}`}>{t(`contracts.effect.${effect}`)}</span>;
}
