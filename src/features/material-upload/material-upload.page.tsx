import type { MaterialUpload } from '#machines/material-upload/material-upload.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { materialTab } from '#src/parts/uploads/index.ts';
import { TabbedPage } from '#src/ui/page/tabbed-page.tsx';

export function MaterialUploadPage({ page }: { page: MaterialUpload }) {
  const t = useText();
  return (
    <TabbedPage
      page={page}
      title={t('upload.page')}
      tabs={{
        dj: { text: t('upload.dj'), show: (library) => materialTab(library, { biz: 'dj', isOpen: true }) },
        ec: { text: t('upload.ec'), show: (library) => materialTab(library, { biz: 'ec', isOpen: true }) },
      }}
    />
  );
}
