import { useSelector } from '@xstate/react';
import type { Home } from '#machines/home/home.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Page } from '#src/ui/page.tsx';
import { useViewer } from '#src/ui/viewer.tsx';
import { OpenPages } from './open-pages.tsx';
import { OwnOperations } from './own-operations.tsx';
import { OwnSessions } from './own-sessions.tsx';
import './home.css';

export function HomePage({ page }: { page: Home }) {
  const t = useText();
  const format = useFormat();
  const { name, account } = useViewer();
  const { operations, sessions, endOthers } = useSelector(page, (state) => state.children);
  if (!operations || !sessions || !endOthers) return null;
  return (
    <Page
      title={t('home.greeting', { name: name || account })}
      note={<span className="ads-home-quiet">{format.longDate(new Date())}</span>}
    >
      <div className="ads-home">
        <OpenPages />
        <div className="ads-home-blocks">
          <OwnOperations operations={operations} />
          <OwnSessions sessions={sessions} endOthers={endOthers} />
        </div>
      </div>
    </Page>
  );
}
