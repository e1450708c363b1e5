import { useSelector } from '@xstate/react';
import { Fragment, type ReactNode } from 'react';
import type { AnyActorRef } from 'xstate';
import { Page } from './page.tsx';
import { TabBar } from './tab-bar.tsx';

/** What a page of several tabs shows while one of them is on the screen. */
export interface TabContent {
  /** Beside the title. */
  note?: ReactNode;
  /** At the right end of the title line; the main action last. */
  actions?: ReactNode;
  body: ReactNode;
}

/** The running pages by tab; a page that was never shown is absent. */
interface TabbedPageActor<Pages> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): { context: { tab: keyof Pages & string }; children: Pages };
  send(event: { type: 'tab.chosen'; tab: keyof Pages & string }): void;
}

interface TabbedPageProps<Pages> {
  page: TabbedPageActor<Pages>;
  title: string;
  /** In the order they stand. */
  tabs: { [Tab in keyof Pages & string]-?: { text: string; show: (page: NonNullable<Pages[Tab]>) => TabContent } };
}

/** Several pages in one, each under its tab. */
export function TabbedPage<Pages extends object>({ page, title, tabs }: TabbedPageProps<Pages>) {
  const shown = useSelector(page, (state) => state.context.tab);
  const pages = useSelector(page, (state) => state.children);
  const contentOf = <Tab extends keyof Pages & string>(tab: Tab): TabContent | undefined => {
    const child = pages[tab];
    return child ? tabs[tab].show(child) : undefined;
  };
  const content = contentOf(shown);
  return (
    <Page
      title={title}
      note={<Fragment key={shown}>{content?.note}</Fragment>}
      actions={content?.actions && <Fragment key={shown}>{content.actions}</Fragment>}
    >
      <TabBar
        label={title}
        tabs={(Object.keys(tabs) as (keyof Pages & string)[]).map((key) => ({ key, text: tabs[key].text }))}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
      >
        <Fragment key={shown}>{content?.body}</Fragment>
      </TabBar>
    </Page>
  );
}
