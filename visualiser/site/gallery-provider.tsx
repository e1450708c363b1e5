import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ChartState } from '../model/chart.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import { createSearchEntries } from './search.ts';

interface Group {
  /** Folder without the path that all folders share; empty if it only repeats the name of its only machine. */
  name: string;
  machines: readonly GalleryMachine[];
}

/** The gallery with lookups. */
export interface GalleryIndex {
  gallery: Gallery;
  machines: ReadonlyMap<string, GalleryMachine>;
  groups: readonly Group[];
  /** Folder of each machine, by key. */
  folders: ReadonlyMap<string, string>;
  /** Machines that have a machine as an actor, by its key. */
  users: ReadonlyMap<string, readonly GalleryMachine[]>;
  items: ReturnType<typeof createSearchEntries>;
}

/** A folder name that carries no information. */
const MACHINES_FOLDER = 'machines';

const getFolder = ({ at }: GalleryMachine): string =>
  (at.split(' ', 1)[0] ?? '')
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== MACHINES_FOLDER)
    .join('/');

/** The common start of all paths, in whole parts. */
function findSharedPath(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const parts = first.split('/');
  const count = parts.findIndex(
    (_, index) =>
      !others.every(
        (path) =>
          path
            .split('/')
            .slice(0, index + 1)
            .join('/') === parts.slice(0, index + 1).join('/'),
      ),
  );
  return others.length === 0 ? '' : parts.slice(0, count < 0 ? parts.length : count).join('/');
}

const normalizeName = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

function groupMachines(machines: readonly GalleryMachine[]): Group[] {
  const shared = findSharedPath(machines.map(getFolder));
  const groups = new Map<string, GalleryMachine[]>();
  for (const machine of machines) {
    const name = getFolder(machine).slice(shared.length).replace(/^\//, '');
    groups.set(name, [...(groups.get(name) ?? []), machine]);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => {
      const hasNoName = members.length === 1 && normalizeName(name) === normalizeName(members[0]?.chart.id ?? '');
      return { name: hasNoName ? '' : name, machines: members };
    });
}

function indexGallery(gallery: Gallery): GalleryIndex {
  const users = new Map<string, GalleryMachine[]>();
  for (const machine of gallery.machines) {
    for (const key of new Set(Object.values(machine.actors))) users.set(key, [...(users.get(key) ?? []), machine]);
  }
  const groups = groupMachines(gallery.machines);
  return {
    gallery,
    machines: new Map(gallery.machines.map((machine) => [machine.key, machine])),
    groups,
    folders: new Map(groups.flatMap(({ name, machines }) => machines.map(({ key }) => [key, name]))),
    users,
    items: createSearchEntries(gallery.machines),
  };
}

/** Number of states, without the root and without regions of parallel states. */
export const countStates = ({ children }: ChartState): number =>
  children.length === 0 ? 1 : children.reduce((sum, child) => sum + (child.children.length === 0 ? 1 : 1 + countStates(child)), 0);

const GalleryContext = createContext<GalleryIndex | undefined>(undefined);

export function GalleryProvider({ gallery, children }: { gallery: Gallery; children: ReactNode }) {
  const index = useMemo(() => indexGallery(gallery), [gallery]);
  return <GalleryContext value={index}>{children}</GalleryContext>;
}

/** Throws outside of a `GalleryProvider`, because nothing is shown before the gallery is loaded. */
export function useGallery(): GalleryIndex {
  const index = useContext(GalleryContext);
  if (!index) throw new Error('no gallery is provided');
  return index;
}
