import { type DragEvent, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconUpload } from '#src/ui/text/icons.ts';
import { readDropped } from './dropped.wiring.ts';

interface Props {
  /** Larger, because the page has no other content yet. */
  isLarge: boolean;
  onFiles: (files: File[]) => void;
}

const ACCEPTED = '.mp4,.m4v,.mov,.jpg,.jpeg,.png';

/** Files and folders can be dropped here or chosen. */
export function DropZone({ isLarge, onFiles }: Props) {
  const t = useText();
  const [isDragOver, setIsDragOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const addFiles = (list: FileList | null, input: HTMLInputElement) => {
    const chosen = [...(list ?? [])].filter((file) => !file.name.startsWith('.'));
    if (chosen.length > 0) onFiles(chosen);
    // Allows choosing the same file again.
    input.value = '';
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    const droppedFiles = await readDropped(event.dataTransfer);
    if (droppedFiles.length > 0) onFiles(droppedFiles);
  };

  return (
    <div
      className={['ads-drop-zone', isLarge && 'ads-drop-zone-large', isDragOver && 'ads-drop-zone-over'].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <span className="ads-drop-icon" aria-hidden="true">
        <IconUpload />
      </span>
      <p>
        {t('uploads.drop')}
        <button type="button" className="ads-link-button" onClick={() => files.current?.click()}>
          {t('uploads.chooseFiles')}
        </button>
        <button type="button" className="ads-link-button" onClick={() => folder.current?.click()}>
          {t('uploads.chooseFolder')}
        </button>
      </p>
      <p className="ads-quiet">{t('uploads.rules')}</p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t('uploads.chooseFiles')}
        onChange={({ currentTarget }) => addFiles(currentTarget.files, currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        {...{ webkitdirectory: '' }}
        aria-label={t('uploads.chooseFolder')}
        onChange={({ currentTarget }) => addFiles(currentTarget.files, currentTarget)}
      />
    </div>
  );
}
