import { fromPromise } from 'xstate';
import { clipboardText, saveFile } from '#src/platform/browser-window.ts';
import { type RecordingRead, type RecordingSource, replayMachine } from '#visualiser/machines/replay.machine.ts';
import { readRecording } from '../../model/read-recording.ts';
import { recordingFile } from '../../trace/recording-file.ts';

async function textOf(source: RecordingSource): Promise<string> {
  switch (source.kind) {
    case 'file':
      return await source.file.text();
    case 'clipboard':
      return await clipboardText();
    case 'text':
      return source.text;
  }
}

/** The room as the page composes it. */
export const replayPart = () =>
  replayMachine.provide({
    actors: {
      readRecording: fromPromise<RecordingRead, RecordingSource | undefined>(async ({ input }) =>
        input ? readRecording(await textOf(input)) : { fault: { kind: 'empty' } },
      ),
    },
    actions: {
      saveRecording: (_, { recording }) => {
        if (!recording) return;
        const { name, text } = recordingFile(recording);
        saveFile(name, new Blob([text], { type: 'application/json' }));
      },
    },
  });
