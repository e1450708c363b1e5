import { fromCallback } from 'xstate';
import { onPageHide, saveFile } from '#src/platform/browser-window.ts';
import { liveMachine } from '#visualiser/machines/live.machine.ts';
import type { ChannelCommand } from '#visualiser/machines/live-context.ts';
import { createRandomKey } from '../../connection/window-key.ts';
import type { Gallery, GalleryMachine } from '../../model/gallery.ts';
import { fetchJson, getServerOffers, keepUntilChange } from '../../site/files.wiring.ts';
import { addCharts, indexMachinesByPrint } from '../../trace/charts-by-print.ts';
import { toRecordingFile } from '../../trace/recording-file.ts';
import { createChartRequests } from './wanted-charts.ts';
import { openWindowChannel } from './window-channel.ts';

/** The machines of the gallery by their prints. */
const loadCharts = keepUntilChange(async () => indexMachinesByPrint(await fetchJson<Gallery>('gallery.json')));

/** The relay of the server of this page; undefined if it has none. */
const getRelayUrl = (): string | undefined =>
  getServerOffers().includes('live') ? new URL('live', window.location.href.replace(/^http/, 'ws')).href : undefined;

/** The room with its channel. */
export const createLiveRoom = () =>
  liveMachine.provide({
    actors: {
      channel: fromCallback<ChannelCommand, Record<string, never>>(({ sendBack, receive }) => {
        const requestCharts = createChartRequests(
          async () => new Set((await loadCharts()).keys()),
          (session, print) => channel.post({ kind: 'chartWanted', session, print }),
        );
        const channel = openWindowChannel(
          createRandomKey(),
          (fact) => {
            sendBack(fact);
            void requestCharts(fact);
          },
          getRelayUrl(),
        );
        receive(({ message }) => channel.post(message));
        const stop = onPageHide(channel.unwatch);
        return () => {
          stop();
          channel.close();
        };
      }),
    },
    actions: {
      // Charts of the gallery are added, because the file may be opened beside another gallery, or after a machine changed.
      saveRecording: (_, { recording }) => {
        void loadCharts()
          .catch(() => new Map<string, GalleryMachine>())
          .then((known) => {
            const { name, text } = toRecordingFile(addCharts(recording, known));
            saveFile(name, new Blob([text], { type: 'application/json' }));
          });
      },
    },
  });
