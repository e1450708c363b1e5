import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { contentStatusWords } from '#contracts/vocabulary/content-statuses.ts';
import { productColumnWords } from '#contracts/vocabulary/products.ts';
import type { ProductCatalogue } from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import { type ProductRow, productDraft } from '#machines/advertising-upload-ec/product-rules.ts';
import { blankRemoval } from '#machines/parts/materials/content-removal.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutsideLink } from '#src/ui/text/outside-link.tsx';

export type ProductParts = PartsOf<ProductCatalogue>;

const MATERIALS = '/advertising/upload-ec';
const ORDERS = '/analyse/material';
/** In pixels: two words in the longer language, and a third or the menu. */
const ACTIONS_WIDTH = { plain: 128, withOrders: 176 } as const;

interface Props {
  parts: ProductParts;
  /** The way to the first product, where there is none. */
  create: ReactNode;
}

export function ProductTable({ parts, create }: Props) {
  const t = useText();
  return (
    <ListTable
      parts={parts}
      label={t('product.things')}
      things={t('product.things')}
      columns={useProductColumns(parts)}
      rowName={({ name }) => name}
      onRowOpen={(row) => row.can.includes('edit') && parts.form.send({ type: 'form.opened', draft: productDraft(row) })}
      empty={{ text: t('product.empty'), action: create }}
    />
  );
}

function useProductColumns({ form, removal, status }: ProductParts) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const changing = useSelector(status, (state) => (state.hasTag('writing') ? state.context.subject?.row.id : undefined));

  return useMemo((): Column<ProductRow>[] => {
    const refusal = (row: ProductRow, permit: ProductRow['can'][number]) =>
      row.can.includes(permit) ? undefined : t('materials.notPermitted');
    const edit = (row: ProductRow) => form.send({ type: 'form.opened', draft: productDraft(row) });
    const turn = (row: ProductRow, on: boolean) =>
      status.send(
        on
          ? { type: 'command.runRequested', subject: { row, status: 'on' } }
          : { type: 'command.requested', subject: { row, status: 'off' } },
      );
    const ask = (row: ProductRow) =>
      removal.send({
        type: 'form.opened',
        draft: { values: blankRemoval, subject: { id: row.id, name: row.sku, title: row.name, materials: row.materials } },
      });
    return [
      {
        key: 'cover',
        title: t('materials.cover'),
        width: 64,
        defaultHidden: true,
        exported: false,
        render: (row) => <Cover url={row.cover_url} alt="" />,
      },
      {
        key: 'name',
        title: w(productColumnWords.name),
        width: 216,
        frozen: true,
        sortable: true,
        render: (row) => (row.can.includes('edit') ? <NameText text={row.name} onOpen={() => edit(row)} /> : <NameText text={row.name} />),
      },
      { key: 'sku', title: w(productColumnWords.sku), width: 152, sortable: true, render: (row) => <NameText text={row.sku} /> },
      { key: 'site', title: w(productColumnWords.site), width: 176, render: (row) => <NameText text={row.site.label} /> },
      {
        key: 'price',
        title: w(productColumnWords.price),
        // In a file an amount stands without its sign.
        exportedBeside: [{ key: 'currency', title: w(productColumnWords.currency) }],
        width: 120,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.money(row.price, row.currency)}</span>,
      },
      {
        key: 'url',
        title: w(productColumnWords.url),
        defaultHidden: true,
        render: (row) => <OutsideLink url={row.url}>{row.url}</OutsideLink>,
      },
      {
        key: 'running',
        title: w(productColumnWords.running),
        width: 96,
        align: 'right',
        sortable: true,
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.number(row.running)}</span>,
        leadsTo: ({ id, running }) => (running > 0 ? `/advertising/start?product_id=${id}&effective_status=ACTIVE` : undefined),
      },
      {
        key: 'revenue_30d',
        title: t('product.revenue30d'),
        hint: t('product.last30d'),
        width: 128,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.money(row.revenue_30d_usd, 'USD')}</span>,
      },
      {
        key: 'roi_30d',
        title: w(productColumnWords.roi_30d),
        hint: t('product.last30d'),
        width: 96,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.decimal(row.roi_30d, 2)}</span>,
      },
      {
        key: 'materials',
        title: w(productColumnWords.materials),
        width: 104,
        align: 'right',
        sortable: true,
        render: (row) => (
          <Link className="ads-link-button" to={`${MATERIALS}?product_id=${row.id}`}>
            <span className="ads-visually-hidden">{t('product.materialsOf', { name: row.name })} </span>
            {format.number(row.materials)}
          </Link>
        ),
      },
      {
        key: 'status',
        title: w(productColumnWords.status),
        width: 112,
        render: (row) => (
          <span className="ads-switch-line">
            <RowSwitch
              label={t('product.statusOf', { name: row.name })}
              checked={row.status === 'on'}
              refusal={refusal(row, 'set_status')}
              busy={changing === row.id}
              onChange={(on) => turn(row, on)}
            />
            <span>{w(contentStatusWords[row.status])}</span>
          </span>
        ),
      },
      {
        key: 'created_at',
        title: w(productColumnWords.created_at),
        width: 160,
        sortable: true,
        defaultHidden: true,
        render: (row) => <span className="ads-numbers">{format.instant(row.created_at)}</span>,
      },
      {
        key: 'do',
        title: t('materials.do'),
        width: viewer.canOpen(ORDERS) ? ACTIONS_WIDTH.withOrders : ACTIONS_WIDTH.plain,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            inline={2}
            actions={[
              { key: 'edit', text: t('materials.edit'), refusal: refusal(row, 'edit'), onRun: () => edit(row) },
              ...(viewer.canOpen(ORDERS)
                ? [{ key: 'orders', text: t('materials.orders'), onRun: () => void navigate(`${ORDERS}?product_id=${row.id}`) }]
                : []),
              { key: 'delete', text: t('product.delete'), danger: true, refusal: refusal(row, 'delete'), onRun: () => ask(row) },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, viewer, navigate, changing, form, removal, status]);
}
