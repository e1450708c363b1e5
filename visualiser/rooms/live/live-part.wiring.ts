import { fromCallback } from 'xstate';
import { onPageHide, saveFile } from '#src/platform/browser-window.ts';
import { liveMachine } from '#visualiser/machines/live.machine.ts';
import type { ChannelCommand } from '#visualiser/machines/live-context.ts';
import { createRandomKey } from '../../connection/window-key.ts';
import { toRecordingFile } from '../../trace/recording-file.ts';
import { openWindowChannel } from './window-channel.ts';

/** The room with its channel. */
export const createLiveRoom = () =>
  liveMachine.provide({
    actors: {
      channel: fromCallback<ChannelCommand, Record<string, never>>(({ sendBack, receive }) => {
        const channel = openWindowChannel(createRandomKey(), sendBack);
        receive(({ message }) => channel.post(message));
        const stop = onPageHide(channel.unwatch);
        return () => {
          stop();
          channel.close();
        };
      }),
    },
    actions: {
      saveRecording: (_, { recording }) => {
        const { name, text } = toRecordingFile(recording);
        saveFile(name, new Blob([text], { type: 'application/json' }));
      },
    },
  });
