import { useSelector } from '@xstate/react';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { channels, channelWords } from '#contracts/vocabulary/channels.ts';
import { type AdminHome, type CompanyScope, companyScopeOf } from '#machines/admin-index/admin-home.machine.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AlertList } from '#src/parts/board/index.ts';
import { DateRangeFilter } from '#src/ui/date/date-range-filter.tsx';
import { ChoiceFilter } from '#src/ui/list/filter-line.tsx';
import { AddressedPageProvider } from '#src/ui/page/addressed-action.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { CompanyCards } from './company-cards.tsx';
import { CompanyDays, CompanyDivisions, CompanyHours } from './company-charts.tsx';
import { CompanyLosses, CompanyTops } from './company-tops.tsx';
import { SystemHealth } from './system-health.tsx';
import './admin-home.css';

const isSameScope = (a: CompanyScope, b: CompanyScope) => a.date === b.date && a.biz === b.biz && a.channel === b.channel;

/** The company on one business day, and the state of the system. */
export function AdminHomePage({ page }: { page: AdminHome }) {
  const t = useText();
  const w = useWords();
  const today = useBusinessToday();
  const { summary, days, hours, divisions, tops, losses, health, alerts, incidents, readAlerts } = useSelector(
    page,
    (state) => state.children,
  );
  const scope = useSelector(page, (state) => companyScopeOf(state.context), isSameScope);
  if (!summary || !days || !hours || !divisions || !tops || !losses || !health || !alerts || !incidents || !readAlerts) return null;
  const choose = (changes: CompanyScope) => page.send({ type: 'company.scopeChosen', scope: { ...scope, ...changes } });
  const day = scope.date ?? today;
  return (
    <Page
      title={t('adminHome.title')}
      actions={
        <>
          <DateRangeFilter
            label={t('adminHome.date')}
            value={{ from: day, to: day }}
            today={today}
            presets={['today', 'yesterday']}
            maxDays={1}
            onChange={({ from }) => choose({ date: from === today ? undefined : from })}
          />
          <ChoiceFilter
            label={t('adminHome.biz')}
            options={bizLines.map((value) => ({ value, label: w(bizWords[value]) }))}
            value={scope.biz}
            onChange={(biz) => choose({ biz })}
          />
          <ChoiceFilter
            label={t('adminHome.channel')}
            options={channels.map((value) => ({ value, label: w(channelWords[value]) }))}
            value={scope.channel}
            onChange={(channel) => choose({ channel })}
          />
        </>
      }
    >
      <div className="ads-home ads-within-window">
        <CompanyCards summary={summary} health={health} scope={scope} />
        <div className="ads-home-columns">
          <div className="ads-home-main">
            <CompanyDays days={days} />
            <CompanyHours hours={hours} />
            <CompanyDivisions divisions={divisions} />
            <CompanyTops tops={tops} scope={scope} />
            <CompanyLosses losses={losses} scope={scope} />
          </div>
          <div className="ads-home-side">
            <SystemHealth health={health} />
            <AddressedPageProvider page={page}>
              <AlertList
                alerts={alerts}
                incidents={incidents}
                reading={readAlerts}
                onDelivery={() => page.send({ type: 'home.deliveryRequested' })}
              />
            </AddressedPageProvider>
          </div>
        </div>
      </div>
    </Page>
  );
}
