import { useRef } from 'react';
import type { OpenUpload } from '#machines/parts/uploads/upload-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';

interface Props {
  uploads: readonly OpenUpload[];
  /** Name of the file last chosen for this upload, when its size differs. */
  wrongSize: string | undefined;
  onFile: (uploadId: string, file: File) => void;
  onDrop: (uploadId: string) => void;
}

/** Unfinished uploads of an earlier visit: the browser has lost their files, so the user chooses them again. */
export function OpenUploads({ uploads, wrongSize, onFile, onDrop }: Props) {
  const t = useText();
  return (
    <Remark kind="warn" title={t('uploads.before', { count: uploads.length })}>
      <p>{t('uploads.beforeHelp')}</p>
      <ul className="ads-open-uploads">
        {uploads.map((upload) => (
          <OpenUploadLine
            key={upload.upload_id}
            upload={upload}
            isWrongSize={wrongSize === upload.upload_id}
            onFile={onFile}
            onDrop={onDrop}
          />
        ))}
      </ul>
    </Remark>
  );
}

interface LineProps extends Pick<Props, 'onFile' | 'onDrop'> {
  upload: OpenUpload;
  isWrongSize: boolean;
}

function OpenUploadLine({ upload, isWrongSize, onFile, onDrop }: LineProps) {
  const t = useText();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { upload_id, filename, size, received, expires_at, content } = upload;
  return (
    <li>
      <strong>{filename}</strong>
      <span className="ads-quiet">
        {[
          content,
          t('uploads.beforeProgress', { received: format.bytes(received), size: format.bytes(size) }),
          t('uploads.beforeUntil', { at: format.instant(expires_at) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <button
        type="button"
        className="ads-link-button"
        aria-label={`${t('uploads.goOn')} ${filename}`}
        onClick={() => input.current?.click()}
      >
        {t('uploads.goOn')}
      </button>
      <button
        type="button"
        className="ads-link-button ads-is-danger"
        aria-label={`${t('uploads.giveUp')} ${filename}`}
        onClick={() => onDrop(upload_id)}
      >
        {t('uploads.giveUp')}
      </button>
      {isWrongSize && (
        <span className="ads-upload-fault" role="alert">
          {t('uploads.wrongSize')}
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${t('uploads.goOn')} ${filename}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(upload_id, file);
          currentTarget.value = '';
        }}
      />
    </li>
  );
}
