import { fromPromise } from 'xstate';
import { clipboardText, saveFile } from '#src/platform/browser-window.ts';
import { type RecordingResult, type RecordingSource, replayMachine } from '#visualiser/machines/replay.machine.ts';
import { readRecording } from '../../model/read-recording.ts';
import { toRecordingFile } from '../../trace/recording-file.ts';

async function readText(source: RecordingSource): Promise<string> {
  switch (source.kind) {
    case 'file':
      return await source.file.text();
    case 'clipboard':
      return await clipboardText();
    case 'text':
      return source.text;
  }
}

/** The room with its actors. */
export const createReplayRoom = () =>
  replayMachine.provide({
    actors: {
      readRecording: fromPromise<RecordingResult, RecordingSource | undefined>(async ({ input }) =>
        input ? readRecording(await readText(input)) : { fault: { kind: 'empty' } },
      ),
    },
    actions: {
      saveRecording: (_, { recording }) => {
        if (!recording) return;
        const { name, text } = toRecordingFile(recording);
        saveFile(name, new Blob([text], { type: 'application/json' }));
      },
    },
  });
