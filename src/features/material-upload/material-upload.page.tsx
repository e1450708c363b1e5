import { useSelector } from '@xstate/react';
import type { MaterialUpload } from '#machines/material-upload/material-upload.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MaterialWorkshopView, MaterialWorkshopViews } from '#src/parts/uploads/index.ts';
import { Page } from '#src/ui/page/page.tsx';
import { TabBar } from '#src/ui/page/tab-bar.tsx';

export function MaterialUploadPage({ page }: { page: MaterialUpload }) {
  const t = useText();
  const shown = useSelector(page, (state) => state.context.tab);
  const workshop = useSelector(page, (state) => state.children[state.context.tab]);
  return (
    <Page title={t('upload.page')} note={workshop && <MaterialWorkshopViews key={shown} workshop={workshop} />}>
      <TabBar
        label={t('upload.page')}
        tabs={[
          { key: 'dj', text: t('upload.dj') },
          { key: 'ec', text: t('upload.ec') },
        ]}
        shown={shown}
        onShow={(tab) => page.send({ type: 'tab.chosen', tab })}
      >
        {workshop && <MaterialWorkshopView key={shown} workshop={workshop} biz={shown} isOpen />}
      </TabBar>
    </Page>
  );
}
