import { useText } from '#src/locale/text-provider.tsx';
import type { CatalogueCall } from '../catalogue.ts';
import { useCatalogue, useWords } from './catalogue-provider.tsx';

/** Who may make a call; `short` is for table cells. */
export function AccessText({ call: { access, action }, short = false }: { call: CatalogueCall; short?: boolean }) {
  const t = useText();
  const words = useWords();
  const { pages } = useCatalogue();
  const toTitle = (path: string) => {
    const title = pages.get(path);
    return title ? words(title) : path;
  };
  const actionText = action && (
    <>
      {short ? ' + ' : t('contracts.withAction')}
      <code className="ads-cat-code">{action}</code>
    </>
  );
  if (typeof access === 'string') {
    return (
      <>
        {t(`contracts.access.${access}`)}
        {actionText}
      </>
    );
  }
  return (
    <>
      {!short && t('contracts.access.pages')}
      {access.pages.map((path, index) => (
        <span key={path}>
          {index > 0 && t('contracts.or')}
          {toTitle(path)}
          {!short && (
            <>
              {' '}
              <code className="ads-cat-code ads-cat-quiet">{path}</code>
            </>
          )}
        </span>
      ))}
      {actionText}
    </>
  );
}

/** Whether a call changes data, as a word with a symbol. */
export function EffectText({ effect }: { effect: CatalogueCall['effect'] }) {
  const t = useText();
  return <span className={`ads-cat-effect ads-cat-effect-${effect}`}>{t(`contracts.effect.${effect}`)}</span>;
}
