import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { orderLogBases, orderLogBasisWords, orderLogFilters } from '#contracts/vocabulary/order-log.ts';
import { type OrderLogFilters, type OrderLogPage, orderLogQuery } from '#machines/admin-order-list/order-log.machine.ts';
import { dateIn, useBusinessToday } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useCountries } from '#src/parts/launches/index.ts';
import { toEffectiveDays } from '#src/parts/reports/index.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import { LogPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { AnyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { OrderDetailDrawer } from './order-detail-drawer.tsx';
import { OrderLogTable } from './order-log-table.tsx';
import { OrderSumBar } from './order-sum-bar.tsx';
import './order-log.css';

const FOLDED = [
  'order_type',
  'pay_channel',
  'attribution',
  'site_id',
  'drama_id',
  'product_id',
  'user_id',
  'ad_account_id',
  'payer_country',
  'os',
  'amount_from',
  'amount_to',
  'capi_status',
];

/** Every order of the company, newest first. */
export function AllOrdersPage({ page }: { page: OrderLogPage }) {
  const t = useText();
  return (
    <LogPage page={page} query={orderLogQuery} title={t('allOrders.title')} filters={(parts) => <OrderFilterLine {...parts} />}>
      {(parts) => <AllOrders {...parts} />}
    </LogPage>
  );
}

function AllOrders(parts: PartsOf<OrderLogPage>) {
  const { list, sums, shown } = parts;
  const isOpen = useSelector(shown, (state) => state.hasTag('open'));
  const onPayer = useCallback(
    (keyword: string) => {
      const { filters } = list.getSnapshot().context;
      shown.send({ type: 'detail.closed' });
      list.send({ type: 'log.filtersChosen', filters: { ...filters, id: undefined, keyword } });
    },
    [list, shown],
  );
  return (
    <>
      <OrderSumBar sums={sums} />
      <OrderLogTable {...parts} onPayer={onPayer} />
      {isOpen && <OrderDetailDrawer shown={shown} onPayer={onPayer} />}
    </>
  );
}

function OrderFilterLine({ list, pickers }: PartsOf<OrderLogPage>) {
  const parts = useSelector(pickers, (state) => state.children);
  const { users, accounts, dramas, products, sites, countries } = parts;
  if (!users || !accounts || !dramas || !products || !sites || !countries) return null;
  return <LoadedFilterLine list={list} parts={{ users, accounts, dramas, products, sites, countries }} />;
}

type Pickers = ReturnType<PartsOf<OrderLogPage>['pickers']['getSnapshot']>['children'];
type LoadedPickers = { [Name in 'users' | 'accounts' | 'dramas' | 'products' | 'sites' | 'countries']: NonNullable<Pickers[Name]> };

function LoadedFilterLine({ list, parts }: Pick<PartsOf<OrderLogPage>, 'list'> & { parts: LoadedPickers }) {
  const w = useWords();
  const timezone = useTimezone();
  const businessToday = useBusinessToday();
  const filters = useSelector(list, (state) => state.context.filters);
  const countries = useCountries(parts.countries);
  const { id, date_from, date_to, time_basis = 'ordered' } = filters;
  const today = time_basis === 'business' ? businessToday : dateIn(new Date(), timezone);
  const rangeText = useRangeText(today);
  const days = toEffectiveDays({ dateFrom: date_from, dateTo: date_to }, today);
  const choose = (next: OrderLogFilters) => list.send({ type: 'log.filtersChosen', filters: next });
  // Setting a filter clears the single entry that a link named.
  const change = (changes: OrderLogFilters) =>
    choose({ ...filters, ...(Object.values(changes).some((value) => value !== undefined) && { id: undefined }), ...changes });
  return (
    <AnyFilterLine
      vocabulary={orderLogFilters}
      filters={filters}
      pickers={{
        user_id: parts.users,
        ad_account_id: parts.accounts,
        drama_id: parts.dramas,
        product_id: parts.products,
        site_id: parts.sites,
      }}
      codes={{ payer_country: { options: countries.choices, ...countries.control } }}
      own={{
        date_from: {
          control: id === undefined && (
            <DateRangeFilter
              label={w(orderLogFilters.date_from.label)}
              value={days}
              today={today}
              onChange={({ from, to }) => change({ date_from: from, date_to: to })}
            />
          ),
          text: rangeText(days),
        },
        time_basis: {
          control: (
            <ChoiceFilter
              label={w(orderLogFilters.time_basis.label)}
              options={orderLogBases.map((value) => ({ value, label: w(orderLogBasisWords[value]) }))}
              value={time_basis}
              onChange={(basis) => change({ time_basis: basis === 'ordered' ? undefined : basis })}
            />
          ),
        },
      }}
      folded={FOLDED}
      onChange={change}
      onReset={() => choose({})}
    />
  );
}
