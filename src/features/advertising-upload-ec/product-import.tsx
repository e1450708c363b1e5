import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { productColumnWords } from '#contracts/vocabulary/products.ts';
import type { productImport, productTemplate } from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { ImportDrawerProps } from '#src/ui/list/import-drawer.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { IconImport } from '#src/ui/text/icons.ts';

const ImportDrawer = onDemand<ImportDrawerProps>(() => import('#src/ui/list/import-drawer.tsx'), {
  as: 'layer',
  leave: ({ importing }) => importing.send({ type: 'import.closed' }),
});

/** As much as the server takes. */
const MOST = { megabytes: 2, rows: 2000 };

interface Props {
  importing: ActorRefFrom<typeof productImport>;
  template: ActorRefFrom<typeof productTemplate>;
}

export function ProductImportButton({ importing }: Pick<Props, 'importing'>) {
  const t = useText();
  return (
    <Button icon={<IconImport />} onClick={() => importing.send({ type: 'import.opened' })}>
      {t('ui.import')}
    </Button>
  );
}

export function ProductImportLayer({ importing, template }: Props) {
  const t = useText();
  const w = useWords();
  const isOpen = useSelector(importing, (state) => state.hasTag('open'));
  const isTemplateBusy = useSelector(template, (state) => state.hasTag('writing'));
  const columns = useMemo(
    () => [
      { key: 'sku', title: w(productColumnWords.sku) },
      { key: 'name', title: w(productColumnWords.name) },
    ],
    [w],
  );
  if (!isOpen) return null;
  return (
    <ImportDrawer
      importing={importing}
      what={t('product.things')}
      columns={columns}
      most={MOST}
      isTemplateBusy={isTemplateBusy}
      onTemplate={() => template.send({ type: 'command.runRequested', subject: 'template' })}
    />
  );
}
