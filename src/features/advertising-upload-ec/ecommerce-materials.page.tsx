import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { EcommerceMaterials } from '#machines/advertising-upload-ec/ecommerce-materials.machine.ts';
import type { ProductCatalogue } from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import { blankProduct, productQuery } from '#machines/advertising-upload-ec/product-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { RemovalDialog } from '#src/parts/materials/index.ts';
import { MaterialWorkshopView, MaterialWorkshopViews } from '#src/parts/uploads/index.ts';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { ProductDrawer } from './product-drawer.tsx';
import { ProductFilterLine } from './product-filters.tsx';
import { ProductImportButton, ProductImportLayer } from './product-import.tsx';
import { ProductStatusDialog } from './product-status-dialog.tsx';
import { ProductTable } from './product-table.tsx';

export function EcommerceMaterialsPage({ page }: { page: EcommerceMaterials }) {
  const t = useText();
  const viewer = useViewer();
  const shown = useSelector(page, (state) => state.context.tab);
  const { materials, products } = useSelector(page, (state) => state.children);
  return (
    <Page
      title={t('product.page')}
      note={
        <>
          {shown === 'materials' && materials && <MaterialWorkshopViews workshop={materials} />}
          {shown === 'products' && products && <ProductViews catalogue={products} />}
        </>
      }
      actions={shown === 'products' && products && viewer.can('material') && <Creation catalogue={products} />}
    >
      <TabBar
        label={t('product.page')}
        tabs={[
          { key: 'materials', text: t('materials.things') },
          { key: 'products', text: t('product.things') },
        ]}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
      >
        {shown === 'materials' && materials && <MaterialWorkshopView workshop={materials} biz="ec" />}
        {shown === 'products' && products && <Products catalogue={products} />}
      </TabBar>
    </Page>
  );
}

function ProductViews({ catalogue }: { catalogue: ProductCatalogue }) {
  const { list, tableView, views } = useSelector(catalogue, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const table = useSelector(tableView, (state) => state?.context.view);
  if (!views || !query) return null;
  return <SavedViews views={views} search={productQuery.write({ ...query, page: 1 })} table={table} />;
}

/** One product, or many from a file. */
function Creation({ catalogue }: { catalogue: ProductCatalogue }) {
  const t = useText();
  const { form, import: importing } = useSelector(catalogue, (state) => state.children);
  return (
    <>
      {importing && <ProductImportButton importing={importing} />}
      <Button
        type="primary"
        icon={<IconPlus />}
        onClick={() => form?.send({ type: 'form.opened', draft: { values: blankProduct, subject: undefined } })}
      >
        {t('product.create')}
      </Button>
    </>
  );
}

function Products({ catalogue }: { catalogue: ProductCatalogue }) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(catalogue, (state) => state.children);
  const { list, form, removal, status, tableView, currencies, sites, progress, template, export: download, import: importing } = parts;
  if (!list || !form || !removal || !status || !tableView || !currencies || !sites || !progress) return null;
  if (!template || !download || !importing) return null;
  return (
    <>
      <ProductFilterLine list={list} sites={sites} />
      <ProductTable
        parts={{ list, form, removal, status, tableView, download }}
        create={
          viewer.can('material') && (
            <span className="ads-buttons">
              <Creation catalogue={catalogue} />
            </span>
          )
        }
      />
      <ProductDrawer form={form} sites={sites} currencies={currencies} />
      <ProductStatusDialog status={status} list={list} />
      <RemovalDialog removal={removal} title={t('product.deleteTitle')} confirmText={t('product.delete')} />
      <ProductImportLayer importing={importing} template={template} />
      <BatchDialog progress={progress} />
    </>
  );
}
