import type { EcommerceMaterials } from '#machines/advertising-upload-ec/ecommerce-materials.machine.ts';
import { blankProduct, productQuery } from '#machines/advertising-upload-ec/product-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { RemovalDialog } from '#src/parts/materials/index.ts';
import { materialTab } from '#src/parts/uploads/index.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { listTab } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { TabbedPage } from '#src/ui/page/tabbed-page.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { ProductDrawer } from './product-drawer.tsx';
import { ProductFilterLine } from './product-filters.tsx';
import { ProductImportButton, ProductImportLayer } from './product-import.tsx';
import { ProductStatusDialog } from './product-status-dialog.tsx';
import { type ProductParts, ProductTable } from './product-table.tsx';

export function EcommerceMaterialsPage({ page }: { page: EcommerceMaterials }) {
  const t = useText();
  const mayCreate = useViewer().can('material');
  return (
    <TabbedPage
      page={page}
      title={t('product.page')}
      tabs={{
        materials: { text: t('materials.things'), show: (library) => materialTab(library, { biz: 'ec' }) },
        products: {
          text: t('product.things'),
          show: (catalogue) =>
            listTab({
              page: catalogue,
              query: productQuery,
              actions: mayCreate ? (parts) => <Creation {...parts} /> : undefined,
              filters: (parts) => <ProductFilterLine {...parts} />,
              children: (parts) => (
                <>
                  <ProductTable
                    parts={parts}
                    create={
                      mayCreate && (
                        <span className="ads-buttons">
                          <Creation {...parts} />
                        </span>
                      )
                    }
                  />
                  <ProductDrawer {...parts} />
                  <ProductStatusDialog {...parts} />
                  <RemovalDialog removal={parts.removal} title={t('product.deleteTitle')} confirmText={t('product.delete')} />
                  <ProductImportLayer importing={parts.import} template={parts.template} />
                  <BatchDialog progress={parts.progress} />
                </>
              ),
            }),
        },
      }}
    />
  );
}

/** One product, or many from a file. */
function Creation({ form, import: importing }: Pick<ProductParts, 'form' | 'import'>) {
  const t = useText();
  return (
    <>
      <ProductImportButton importing={importing} />
      <ActionButton
        action="create"
        type="primary"
        icon={<IconPlus />}
        onClick={() => form.send({ type: 'form.opened', draft: { values: blankProduct, subject: undefined } })}
      >
        {t('product.create')}
      </ActionButton>
    </>
  );
}
