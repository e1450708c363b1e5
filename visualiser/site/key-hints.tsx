import { useText } from '#src/locale/text-provider.tsx';

const hints = [
  ['search', ['/']],
  ['pan', ['←', '↑', '→', '↓']],
  ['zoom', ['+', '−']],
  ['fit', ['F']],
  ['whole', ['0']],
] as const;

/** The keys that work while the drawing has the focus. */
export function KeyHints() {
  const t = useText();
  return (
    <ul className="ads-vis-keys" aria-label={t('visualiser.keys')}>
      {hints.map(([name, keys]) => (
        <li key={name}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}{' '}
          {t(`visualiser.key.${name}`)}
        </li>
      ))}
    </ul>
  );
}
