import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { bizLines, bizWords } from '#contracts/vocabulary/business-lines.ts';
import { boardScopeOf, type Home } from '#machines/index/home.machine.ts';
import { boardScopes } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { LineTexts, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AlertList } from '#src/parts/board/index.ts';
import { Segments } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { AddressedPageProvider } from '#src/ui/page/addressed-action.tsx';
import { Page } from '#src/ui/page/page.tsx';
import { BoardCards } from './board-cards.tsx';
import { BoardCharts } from './board-charts.tsx';
import { BudgetPacing } from './budget-pacing.tsx';
import { MissedList } from './missed-list.tsx';
import { OpenPages } from './open-pages.tsx';
import { OwnOperations } from './own-operations.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { RunningBatches } from './running-batches.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { TodoList } from './todo-list.tsx';
import { TopLists } from './top-lists.tsx';

/** Results of today, to-dos, alerts, and recent operations. */
export function HomePage({ page }: { page: Home }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { name, account, line = 'dj', isLeader, isAdmin } = useViewer();
  const leads = isLeader || isAdmin;
  const parts = useSelector(page, (state) => state.children);
  const { biz, scope } = useSelector(page, (state) => boardScopeOf(state.context), isSameBoard);
  useEffect(() => {
    page.send({ type: 'home.started', defaults: { biz: line, scope: leads ? 'team' : 'mine' } });
  }, [page, line, leads]);
  const { summary, hours, days, pacing, tops, todo, missed, alerts, incidents, batches, operations, sessions, endOthers, readAlerts } =
    parts;
  if (
    !summary ||
    !hours ||
    !days ||
    !pacing ||
    !tops ||
    !todo ||
    !missed ||
    !alerts ||
    !incidents ||
    !batches ||
    !operations ||
    !sessions ||
    !endOthers ||
    !readAlerts
  )
    return null;
  return (
    <Page
      title={t('home.greeting', { name: name || account })}
      note={<span className="ads-home-quiet">{format.longDate(new Date())}</span>}
      actions={
        <>
          <Segments
            label={t('home.biz')}
            options={bizLines.map((key) => ({ key, text: w(bizWords[key]) }))}
            chosen={biz}
            onChoose={(chosen) => page.send({ type: 'home.boardChosen', chosen: { biz: chosen } })}
          />
          {leads && (
            <Segments
              label={t('home.scope')}
              options={boardScopes.map((key) => ({ key, text: t(`home.scope.${key}`) }))}
              chosen={scope}
              onChoose={(chosen) => page.send({ type: 'home.boardChosen', chosen: { scope: chosen } })}
            />
          )}
        </>
      }
    >
      <div className="ads-home ads-within-window">
        <SetupSteps todo={todo} />
        <MissedList missed={missed} />
        <LineTexts line={biz}>
          <BoardCards summary={summary} days={days} biz={biz} />
        </LineTexts>
        <div className="ads-home-columns">
          <div className="ads-home-main">
            <LineTexts line={biz}>
              <BudgetPacing pacing={pacing} biz={biz} />
              <BoardCharts hours={hours} days={days} />
              <TopLists tops={tops} biz={biz} />
            </LineTexts>
          </div>
          <div className="ads-home-side">
            <TodoList todo={todo} />
            <AddressedPageProvider page={page}>
              <AlertList
                alerts={alerts}
                incidents={incidents}
                reading={readAlerts}
                onDelivery={() => page.send({ type: 'home.deliveryRequested' })}
              />
            </AddressedPageProvider>
            <RunningBatches batches={batches} />
          </div>
        </div>
        <OpenPages />
        <div className="ads-home-blocks">
          <OwnOperations operations={operations} />
          <OwnSessions sessions={sessions} endOthers={endOthers} />
        </div>
      </div>
    </Page>
  );
}

const isSameBoard = (a: ReturnType<typeof boardScopeOf>, b: ReturnType<typeof boardScopeOf>) => a.biz === b.biz && a.scope === b.scope;
