import type { PersonManagement } from '#machines/parts/persons/person-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { PersonsPage } from '#src/parts/persons/index.ts';

export function PersonagePage({ page }: { page: PersonManagement }) {
  const t = useText();
  return <PersonsPage page={page} usage="self" title={t('personage.title')} />;
}
