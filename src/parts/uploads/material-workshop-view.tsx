import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { MaterialWorkshop } from '#machines/parts/uploads/material-workshop.machine.ts';
import type { Biz } from '#machines/parts/uploads/upload-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { MaterialLibraryView, MaterialLibraryViews } from '#src/parts/materials/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { IconUpload } from '#src/ui/text/icons.ts';
import { UploadPanel } from './upload-panel.tsx';

interface Props {
  workshop: MaterialWorkshop;
  biz: Biz;
  /** The page is for uploading: nothing can be collapsed. */
  isOpen?: boolean;
}

/** The materials of a business line, with the uploads in progress above. */
export function MaterialWorkshopView({ workshop, biz, isOpen = false }: Props) {
  const t = useText();
  const viewer = useViewer();
  const { library, queue } = useSelector(workshop, (state) => state.children);
  const [unfolded, setUnfolded] = useState(isOpen);
  const hasFiles = useSelector(queue, (state) => (state?.context.entries.length ?? 0) > 0 || (state?.context.answer?.length ?? 0) > 0);
  if (!library || !queue) return null;
  const canUpload = viewer.can('material');
  const upload = canUpload && (
    <Button type="primary" icon={<IconUpload />} onClick={() => setUnfolded(true)}>
      {t('uploads.upload')}
    </Button>
  );
  const isShown = canUpload && (unfolded || hasFiles);
  return (
    <MaterialLibraryView
      library={library}
      biz={biz}
      upload={isShown ? undefined : upload}
      queue={
        isShown && (
          <UploadPanel queue={queue} library={library} biz={biz} onFold={isOpen || hasFiles ? undefined : () => setUnfolded(false)} />
        )
      }
    />
  );
}

/** Beside the title of the page: the chosen view. */
export function MaterialWorkshopViews({ workshop }: Pick<Props, 'workshop'>) {
  const library = useSelector(workshop, (state) => state.children.library);
  return library ? <MaterialLibraryViews library={library} /> : null;
}
