import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type Biz, materialQuery } from '#machines/parts/materials/material-rules.ts';
import type { MaterialLibrary } from '#machines/parts/uploads/material-library.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { type LibraryParts, MaterialFilterLine, MaterialLayers, MaterialTable } from '#src/parts/materials/index.ts';
import { listTab } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { TabContent } from '#src/ui/page/tabbed-page.tsx';
import { IconUpload } from '#src/ui/text/icons.ts';
import { MonthCards } from './month-cards.tsx';
import { UploadPanel } from './upload-panel.tsx';

interface MaterialTab {
  biz: Biz;
  /** The page is for uploading: there is nothing to unfold. */
  isOpen?: boolean;
}

/** Materials of one line of business under a tab, with the files that are on their way above them. */
export const materialTab = (page: MaterialLibrary, tab: MaterialTab): TabContent =>
  listTab({
    page,
    query: materialQuery,
    children: (parts) => <Materials page={page} parts={parts} {...tab} />,
  });

interface Props extends MaterialTab {
  page: MaterialLibrary;
  parts: LibraryParts;
}

function Materials({ page, parts, biz, isOpen = false }: Props) {
  const t = useText();
  const viewer = useViewer();
  const [unfolded, setUnfolded] = useState(isOpen);
  const hasFiles = useSelector(parts.uploads, ({ context }) => context.entries.length > 0 || (context.answer?.length ?? 0) > 0);
  const canUpload = viewer.can('material');
  const isShown = canUpload && (unfolded || hasFiles);
  const show = (keyword: string) =>
    page.send({ type: 'page.located', search: `?${new URLSearchParams({ ...(biz === 'ec' && { tab: 'ec' }), keyword })}` });
  return (
    <>
      {isOpen && <MonthCards month={parts.month} />}
      {isShown && <UploadPanel parts={parts} biz={biz} onShow={show} onFold={isOpen || hasFiles ? undefined : () => setUnfolded(false)} />}
      <MaterialFilterLine parts={parts} biz={biz} />
      <MaterialTable
        parts={parts}
        biz={biz}
        showsFaults={isOpen}
        upload={
          canUpload &&
          !isShown && (
            <Button type="primary" icon={<IconUpload />} onClick={() => setUnfolded(true)}>
              {t('uploads.upload')}
            </Button>
          )
        }
      />
      <MaterialLayers parts={parts} biz={biz} />
    </>
  );
}
