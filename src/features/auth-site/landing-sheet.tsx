import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { landingFilters } from '#contracts/vocabulary/landing-pages.ts';
import { type LandingFilters, type LandingRow, landingQuery, newLanding } from '#machines/auth-site/landing-rules.ts';
import type { landingList, SiteLandings } from '#machines/auth-site/site-landings.machine.ts';
import type { SiteRow } from '#machines/auth-site/site-rules.ts';
import { selectionOf } from '#machines/kernel/list/list.machine.ts';
import { DASH } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { ChosenBar, isChosen } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { FilterControls } from '#src/ui/list/vocabulary-filters.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { IconPlus } from '#src/ui/text/icons.ts';
import { useLandingColumns } from './landing-columns.tsx';
import { useGeneration } from './use-generation.ts';
import './site.css';

const { keyword, drama_id, template, status } = landingFilters;
/** The filters of the toolbar; the site is the one that is unfolded. */
const sheetFilters = { keyword, drama_id, template, status };

interface Props {
  landings: SiteLandings;
  site: SiteRow;
  /** Undefined where the reader may not. */
  onVerify: (() => void) | undefined;
}

/** Whose landing pages the reader came for, while no site is unfolded to show them. */
export function LandingsWanted({ landings }: { landings: SiteLandings }) {
  const t = useText();
  const w = useWords();
  const dramas = useSelector(landings, (state) => state.children.dramas);
  const wanted = useSelector(landings, ({ context }) => landingQuery.read(context.search).filters);
  if (!dramas || wanted.site_id !== undefined || wanted.drama_id === undefined) return null;
  return (
    <div className="ads-landing-strip" role="status">
      <PickerFilter
        label={w(landingFilters.drama_id.label)}
        picker={dramas}
        value={wanted.drama_id}
        onChange={(dramaId) => landings.send({ type: 'landings.dramaChosen', dramaId })}
      />
      {t('site.landing.unfoldForDrama')}
    </div>
  );
}

/** The landing pages of the site that is unfolded, below its row. */
export function LandingSheet({ landings, site, onVerify }: Props) {
  const list = useSelector(landings, (state) => state.children.list);
  const t = useText();
  return (
    <div className="ads-landing-sheet">
      {site.verify_state !== 'verified' && (
        <Remark kind="warn" title={t(site.verify_state === 'failed' ? 'site.unprovedFailed' : 'site.unproved', { domain: site.domain })}>
          <p className="ads-landing-strip">
            {t('site.unprovedText')}
            {onVerify && (
              <button type="button" className="ads-link-button" onClick={onVerify}>
                {t('site.verify')}
              </button>
            )}
          </p>
        </Remark>
      )}
      {list && <Sheet landings={landings} list={list} site={site} />}
    </div>
  );
}

function Sheet({ landings, list, site }: { landings: SiteLandings; list: ActorRefFrom<typeof landingList>; site: SiteRow }) {
  const t = useText();
  const { form, batch, export: download, tableView, dramas } = useSelector(landings, (state) => state.children);
  const { query, table, choosing, choice, pager, refresh } = useList(list);
  const columns = useLandingColumns(landings);
  const look = useTableView(tableView as NonNullable<typeof tableView>, columns);
  const generate = useGeneration(landings, site);
  const mayAdd = site.can.includes('add_landing');

  const { site_id, ...narrowing } = query.filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  const change = (changes: LandingFilters) => list.send({ type: 'list.filtersChanged', changes });
  const reset = () => list.send({ type: 'list.filtersChosen', filters: { site_id } });
  const create = () => form?.send({ type: 'form.opened', draft: newLanding(site) });
  const ask = (status: 'online' | 'offline') => {
    const chosen = selectionOf(list.getSnapshot().context);
    const subject = chosen.kind === 'rows' ? chosen : { ...chosen, filter: query.filters };
    batch?.send({ type: 'batch.opened', subject, params: { status }, key: newRequestKey() });
  };
  if (!download) return null;

  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice}>
              <Button onClick={() => ask('online')}>{t('site.landing.goOnline')}</Button>
              <Button onClick={() => ask('offline')}>{t('site.landing.goOffline')}</Button>
            </ChosenBar>
          )
        }
        end={
          <>
            {mayAdd && (
              <>
                <Button onClick={generate}>{t('site.landing.generate')}</Button>
                <Button icon={<IconPlus />} onClick={create}>
                  {t('site.landing.create')}
                </Button>
              </>
            )}
            <ExportCommand
              exporting={download}
              what={t('site.landing.things')}
              query={query}
              columns={look.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...look.settings} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        <FilterControls
          vocabulary={sheetFilters}
          filters={query.filters}
          pickers={site.biz === 'dj' ? { drama_id: dramas } : {}}
          shortcut={false}
          onChange={change}
        />
      </Toolbar>
      <DataTable
        {...table}
        {...look.table}
        label={t('site.landing.titleOf', { site: site.name || DASH })}
        columns={columns}
        rowKey={(row: LandingRow) => row.id}
        rowName={(row) => row.title}
        {...choosing}
        canChoose={(row) => row.can.includes('set_status')}
        onResetFilters={isNarrowed ? reset : undefined}
        empty={{
          text: t('site.landing.empty'),
          action: mayAdd && (
            <Button type="primary" onClick={generate}>
              {t('site.landing.generate')}
            </Button>
          ),
        }}
      />
      <Pager {...pager} />
    </>
  );
}
