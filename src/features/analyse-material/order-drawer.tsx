import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { orderColumnWords, orderListColumns } from '#contracts/vocabulary/order-list.ts';
import type { ListedOrder, OrderFilters, OrderPage, ordersPage } from '#machines/analyse-material/orders.machine.ts';
import type { RowDetailSubject } from '#machines/parts/reports/report-page.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useOrderCells } from '#src/parts/orders/index.ts';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';

const PAGE_SIZE = 50;

function useOrderColumns(onPayer: (userKey: string) => void): Column<ListedOrder>[] {
  const w = useWords();
  const cells = useOrderCells<ListedOrder>(onPayer);
  return useMemo(
    () => orderListColumns.flatMap((key) => (key === 'currency' ? [] : [{ key, title: w(orderColumnWords[key]), ...cells[key] }])),
    [w, cells],
  );
}

type Opened = Pick<RowDetailSubject<OrderFilters>, 'id' | 'name' | 'path' | 'page'>;

interface Props {
  detail: ActorRefFrom<(typeof ordersPage)['rowDetail']>;
  exporting: ActorRefFrom<(typeof ordersPage)['rowExport']>;
  /** Opens the orders of a row, on another page or of a payer. */
  onOpen: (value: Opened) => void;
  onClose: () => void;
}

/** The orders of a row, or all orders of a payer. */
export function OrderDrawer({ detail, exporting, onOpen, onClose }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const subject = useSelector(detail, (state) => state.context.subject);
  const { answer, busy, failure, refresh } = useDetail<OrderPage>(detail);
  const onPayer = useMemo(() => (userKey: string) => onOpen({ id: userKey, name: userKey }), [onOpen]);
  const columns = useOrderColumns(onPayer);
  if (!subject) return null;
  const isOfPayer = subject.path === undefined;
  const page = subject.page ?? 1;
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / PAGE_SIZE));
  const turnTo = (to: number) => onOpen({ id: subject.id, name: subject.name, ...(subject.path && { path: subject.path }), page: to });
  return (
    <Overlay
      title={t(isOfPayer ? 'orders.allOf' : 'orders.of', { name: subject.name })}
      shape="wide"
      onDismiss={onClose}
      closeText={t('ui.close')}
    >
      <Toolbar
        end={
          viewer.can('export') && (
            <ExportCommand
              exporting={exporting}
              what={t('orders.of', { name: subject.name })}
              query={subject}
              columns={orderListColumns.map((key) => ({ key, title: w(orderColumnWords[key]) }))}
            />
          )
        }
      >
        {answer && <span className="ads-quiet">{t('ui.total', { total: answer.total, shown: format.number(answer.total) })}</span>}
        {last > 1 && (
          <>
            <Button size="small" disabled={page <= 1 || busy} onClick={() => turnTo(page - 1)}>
              {t('ui.previousPage')}
            </Button>
            <span className="ads-quiet">{t('orders.page', { page, last })}</span>
            <Button size="small" disabled={page >= last || busy} onClick={() => turnTo(page + 1)}>
              {t('ui.nextPage')}
            </Button>
          </>
        )}
      </Toolbar>
      <DataTable<ListedOrder>
        label={t('orders.of', { name: subject.name })}
        columns={columns}
        rows={answer?.list}
        rowKey={({ id }) => id}
        rowName={({ order_no }) => order_no}
        total={answer?.total}
        before={(page - 1) * PAGE_SIZE}
        busy={busy}
        failure={failure}
        onRetry={refresh}
        empty={{ text: t('orders.empty') }}
      />
    </Overlay>
  );
}
