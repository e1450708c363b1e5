import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { ChartState } from '../model/chart.ts';
import type { Gallery, GalleryMachine } from '../model/gallery.ts';
import { findables } from './search.ts';

interface Group {
  /** Folder, without what all of them share; empty where it says no more than the name of its only machine. */
  name: string;
  machines: readonly GalleryMachine[];
}

/** The gallery with its indexes. */
export interface Shelf {
  gallery: Gallery;
  machines: ReadonlyMap<string, GalleryMachine>;
  groups: readonly Group[];
  /** The folder of each machine, by its key. */
  folders: ReadonlyMap<string, string>;
  /** Those that have a machine as an actor, by its key. */
  users: ReadonlyMap<string, readonly GalleryMachine[]>;
  items: ReturnType<typeof findables>;
}

/** Says no more of a folder than that machines stand in it. */
const MACHINES = 'machines';

const folderOf = ({ at }: GalleryMachine): string =>
  (at.split(' ', 1)[0] ?? '')
    .split('/')
    .slice(0, -1)
    .filter((part) => part !== MACHINES)
    .join('/');

/** What all paths begin with, whole parts only. */
function sharedStart(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const parts = first.split('/');
  const count = parts.findIndex(
    (_, at) =>
      !others.every(
        (path) =>
          path
            .split('/')
            .slice(0, at + 1)
            .join('/') === parts.slice(0, at + 1).join('/'),
      ),
  );
  return others.length === 0 ? '' : parts.slice(0, count < 0 ? parts.length : count).join('/');
}

const plain = (name: string) => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

function groupsOf(machines: readonly GalleryMachine[]): Group[] {
  const shared = sharedStart(machines.map(folderOf));
  const groups = new Map<string, GalleryMachine[]>();
  for (const machine of machines) {
    const name = folderOf(machine).slice(shared.length).replace(/^\//, '');
    groups.set(name, [...(groups.get(name) ?? []), machine]);
  }
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, members]) => {
      const isLone = members.length === 1 && plain(name) === plain(members[0]?.chart.id ?? '');
      return { name: isLone ? '' : name, machines: members };
    });
}

function shelfOf(gallery: Gallery): Shelf {
  const users = new Map<string, GalleryMachine[]>();
  for (const machine of gallery.machines) {
    for (const key of new Set(Object.values(machine.actors))) users.set(key, [...(users.get(key) ?? []), machine]);
  }
  const groups = groupsOf(gallery.machines);
  return {
    gallery,
    machines: new Map(gallery.machines.map((machine) => [machine.key, machine])),
    groups,
    folders: new Map(groups.flatMap(({ name, machines }) => machines.map(({ key }) => [key, name]))),
    users,
    items: findables(gallery.machines),
  };
}

/** States a machine can be in; one that divides nothing is always in the same. */
export const countStates = ({ children }: ChartState): number =>
  children.length === 0 ? 1 : children.reduce((sum, child) => sum + (child.children.length === 0 ? 1 : 1 + countStates(child)), 0);

const ShelfContext = createContext<Shelf | undefined>(undefined);

export function ShelfProvider({ gallery, children }: { gallery: Gallery; children: ReactNode }) {
  const shelf = useMemo(() => shelfOf(gallery), [gallery]);
  return <ShelfContext value={shelf}>{children}</ShelfContext>;
}

/** Throws outside of a `ShelfProvider`: nothing is shown before the machines are there. */
export function useShelf(): Shelf {
  const shelf = useContext(ShelfContext);
  if (!shelf) throw new Error('no gallery is provided');
  return shelf;
}
