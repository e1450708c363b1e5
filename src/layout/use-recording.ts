import { useState } from 'react';
import { saveFile } from '#src/platform/browser-window.ts';
import { pageRecorder } from '#src/platform/page-recorder.ts';
import { changeSettings, readSettings } from '#src/platform/settings-store.ts';

export const canRecord = (): boolean => pageRecorder() !== undefined;

const text = (): string => JSON.stringify(pageRecorder()?.recording() ?? {});

/** What the machines of this page do, kept for the reader as long as they want it. */
export function useRecording() {
  const [isOn, setOn] = useState(() => readSettings().records === true);
  return {
    isOn,
    want(isWanted: boolean) {
      changeSettings({ records: isWanted || undefined });
      pageRecorder()?.setRecording(isWanted);
      setOn(isWanted);
    },
    text,
    /** `name` is that of the file. */
    save: (name: string) => saveFile(name, new Blob([text()], { type: 'application/json' })),
  };
}
