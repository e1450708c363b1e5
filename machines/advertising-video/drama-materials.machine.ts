import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { dramaLibrary } from '../parts/uploads/material-library.machine.ts';
import { dramaCatalogueMachine } from './drama-catalogue.machine.ts';

/** Materials of short dramas, and the dramas themselves. */
export const dramaMaterialsMachine = createTabbedPageMachine({
  id: 'dramaMaterials',
  description: 'Materials of short dramas and the dramas themselves, each under its tab.',
  tabs: { materials: dramaLibrary, dramas: dramaCatalogueMachine },
});

export type DramaMaterials = ActorRefFrom<typeof dramaMaterialsMachine>;
