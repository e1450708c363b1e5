import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { userColumnWords } from '#contracts/vocabulary/users.ts';
import type { accountImport, accountTemplate } from '#machines/sys-accounts/account-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { ImportDrawerProps } from '#src/ui/list/import-drawer.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { IconImport } from '#src/ui/text/icons.ts';

const ImportDrawer = onDemand<ImportDrawerProps>(() => import('#src/ui/list/import-drawer.tsx'), {
  as: 'layer',
  leave: ({ importing }) => importing.send({ type: 'import.closed' }),
});

/** Limits of the server. */
const LIMITS = { megabytes: 2, rows: 2000 };

interface Props {
  importing: ActorRefFrom<typeof accountImport>;
  template: ActorRefFrom<typeof accountTemplate>;
}

export function AccountImportButton({ importing }: Pick<Props, 'importing'>) {
  const t = useText();
  return (
    <Button icon={<IconImport />} onClick={() => importing.send({ type: 'import.opened' })}>
      {t('ui.import')}
    </Button>
  );
}

export function AccountImportLayer({ importing, template }: Props) {
  const t = useText();
  const w = useWords();
  const isOpen = useSelector(importing, (state) => state.hasTag('open'));
  const isTemplateBusy = useSelector(template, (state) => state.hasTag('writing'));
  const columns = useMemo(
    () => [
      { key: 'account', title: w(userColumnWords.account) },
      { key: 'name', title: w(userColumnWords.name) },
    ],
    [w],
  );
  if (!isOpen) return null;
  return (
    <ImportDrawer
      importing={importing}
      what={t('account.things')}
      columns={columns}
      most={LIMITS}
      isTemplateBusy={isTemplateBusy}
      onTemplate={() => template.send({ type: 'command.runRequested', subject: 'template' })}
    />
  );
}
