import { useText } from '#src/locale/text-provider.tsx';

const hints = [
  ['search', ['/']],
  ['pan', ['←', '↑', '→', '↓']],
  ['zoom', ['+', '−']],
  ['fit', ['F']],
  ['whole', ['0']],
] as const;

/** Keys of the drawing. It is moved while it has the focus; all others work everywhere but in fields. */
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
