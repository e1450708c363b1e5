import { useText } from '#src/locale/text-provider.tsx';
import { TagLine } from '#src/ui/text/tag-line.tsx';

const scopes = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'pages_manage_posts',
] as const;

/** Consequences of a missing permission. */
function useScopeText() {
  const t = useText();
  return (scope: string): string | undefined => {
    const knownScope = scopes.find((one) => one === scope);
    return knownScope && t(`persons.without.${knownScope}`);
  };
}

/** Missing permissions; their consequences are shown on hover. */
export function ScopeTags({ scopes: missing }: { scopes: readonly string[] }) {
  const textOf = useScopeText();
  const tags = missing.map((scope) => ({ key: scope, text: scope, hint: textOf(scope) }));
  return <TagLine tags={tags} shown={1} nameOf={({ text, hint }) => `${text}: ${hint ?? ''}`} />;
}

/** The same as sentences. */
export function ScopeList({ scopes: missing }: { scopes: readonly string[] }) {
  const textOf = useScopeText();
  return (
    <ul>
      {missing.map((scope) => (
        <li key={scope}>
          <code>{scope}</code> {textOf(scope)}
        </li>
      ))}
    </ul>
  );
}
