import { fromCallback } from 'xstate';
import { onPageGone, saveFile } from '#src/platform/browser-window.ts';
import { liveMachine } from '#visualiser/machines/live.machine.ts';
import type { ChannelEvent } from '#visualiser/machines/live-context.ts';
import { createRandomKey } from '../../connection/window-key.ts';
import { recordingFile } from '../../trace/recording-file.ts';
import { openWindowChannel } from './window-channel.ts';

/** The room as the page composes it. */
export const livePart = () =>
  liveMachine.provide({
    actors: {
      channel: fromCallback<ChannelEvent, Record<string, never>>(({ sendBack, receive }) => {
        const channel = openWindowChannel(createRandomKey(), sendBack);
        receive(({ message }) => channel.say(message));
        const stop = onPageGone(channel.rest);
        return () => {
          stop();
          channel.close();
        };
      }),
    },
    actions: {
      saveRecording: (_, { recording }) => {
        const { name, text } = recordingFile(recording);
        saveFile(name, new Blob([text], { type: 'application/json' }));
      },
    },
  });
