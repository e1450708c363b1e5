import { Button, Switch } from '@arco-design/web-react';
import { useId } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useCopy } from '#src/ui/text/copy-text.tsx';
import { useRecording } from './use-recording.ts';
import './recording-choice.css';

/** Sortable, and fit for a file on any computer. */
const fileName = () => `recording-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}.json`;

/** Whether this browser records what the machines do, and what becomes of it. */
export default function RecordingChoice() {
  const t = useText();
  const id = useId();
  const { status, copy } = useCopy();
  const { isOn, want, text, save } = useRecording();
  return (
    <section className="ads-recording" aria-labelledby={`${id}label`}>
      <div className="ads-recording-head">
        <strong id={`${id}label`}>{t('errors.recording')}</strong>
        <Switch checked={isOn} onChange={want} aria-labelledby={`${id}label`} aria-describedby={`${id}hint`} />
      </div>
      <p id={`${id}hint`} className="ads-quiet">
        {t('errors.recordingHint')}
      </p>
      {isOn && (
        <div className="ads-recording-deeds">
          <Button size="small" onClick={() => void copy(text())}>
            {t('errors.recordingCopy')}
          </Button>
          <Button size="small" onClick={() => save(fileName())}>
            {t('errors.recordingSave')}
          </Button>
          <span role="status" className="ads-quiet">
            {status}
          </span>
        </div>
      )}
    </section>
  );
}
