import { type ActorRefFrom, setup } from 'xstate';
import type { PageEvent, PageFact, PageInput } from '../../kernel/page/page-contract.ts';
import { passOn, toChild } from '../../kernel/tell.ts';
import { materialLibraryMachine } from '../materials/material-library.machine.ts';
import { uploadQueueMachine } from './upload-queue.machine.ts';
import type { UploadsFact } from './upload-queue-contract.ts';
import type { Biz } from './upload-rules.ts';

const toLibrary = toChild(materialLibraryMachine, 'library');
const toQueue = toChild(uploadQueueMachine, 'queue');

/** Materials of one line of business, and files on their way to become some. */
const createMaterialWorkshopMachine = ({ id, description, biz }: { id: string; description: string; biz: Biz }) =>
  setup({
    types: {} as {
      context: PageInput;
      events: PageEvent | PageFact | UploadsFact;
      input: PageInput;
      children: { library: 'library'; queue: 'queue' };
    },
    actors: { library: materialLibraryMachine, queue: uploadQueueMachine },
    actions: {
      locateLibrary: toLibrary(({ search }: PageInput) => ({ type: 'page.located', search })),
      seeLibrary: toLibrary(() => ({ type: 'page.seen' })),
      leaveLibrary: toLibrary(() => ({ type: 'page.left' })),
      refreshLibrary: toLibrary(() => ({ type: 'page.refreshRequested' })),
      renewLibrary: toLibrary(() => ({ type: 'materials.changed' })),
      seeQueue: toQueue(() => ({ type: 'uploads.seen' })),
      passOn: passOn<PageFact>(),
    },
  }).createMachine({
    id,
    description,
    context: ({ input }) => input,
    invoke: [
      { id: 'library', src: 'library', input: ({ context }) => context },
      { id: 'queue', src: 'queue', input: { biz } },
    ],
    on: {
      'page.located': { actions: { type: 'locateLibrary', params: ({ event }) => event } },
      'page.seen': { actions: ['seeLibrary', 'seeQueue'] },
      'page.left': { actions: 'leaveLibrary' },
      'page.refreshRequested': { actions: ['refreshLibrary', 'seeQueue'] },
      'page.moved': { actions: { type: 'passOn', params: ({ event }) => event } },
      'page.passwordResetRequested': { actions: { type: 'passOn', params: ({ event }) => event } },
      'page.batchStarted': { actions: { type: 'passOn', params: ({ event }) => event } },
      'uploads.changed': { actions: 'renewLibrary' },
    },
  });

export const dramaWorkshop = createMaterialWorkshopMachine({
  id: 'dramaWorkshop',
  description: 'Materials of short dramas, and files on their way to become some.',
  biz: 'dj',
});
export const productWorkshop = createMaterialWorkshopMachine({
  id: 'productWorkshop',
  description: 'Materials of e-commerce, and files on their way to become some.',
  biz: 'ec',
});

export type MaterialWorkshop = ActorRefFrom<typeof dramaWorkshop>;
