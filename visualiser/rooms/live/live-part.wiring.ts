import { fromCallback } from 'xstate';
import { onPageHide, saveFile } from '#src/platform/browser-window.ts';
import { liveMachine } from '#visualiser/machines/live.machine.ts';
import type { ChannelCommand } from '#visualiser/machines/live-context.ts';
import { createRandomKey } from '../../connection/window-key.ts';
import { getServerOffers } from '../../site/files.wiring.ts';
import { toRecordingFile } from '../../trace/recording-file.ts';
import { openWindowChannel } from './window-channel.ts';

/** The relay of the server of this page; undefined if it has none. */
const getRelayUrl = (): string | undefined =>
  getServerOffers().includes('live') ? new URL('live', window.location.href.replace(/^http/, 'ws')).href : undefined;

/** The room with its channel. */
export const createLiveRoom = () =>
  liveMachine.provide({
    actors: {
      channel: fromCallback<ChannelCommand, Record<string, never>>(({ sendBack, receive }) => {
        const channel = openWindowChannel(createRandomKey(), sendBack, getRelayUrl());
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
