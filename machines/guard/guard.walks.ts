import type { MachineWalk } from '../kernel/machine-walk.ts';
import { guardMachine } from './guard.machine.ts';

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

export const walks: MachineWalk[] = [
  {
    machine: guardMachine,
    input: { signedIn: false, children: ['/index', '/sys/role'] },
    events: [
      { type: 'session.started' },
      { type: 'rights.known', paths: ['/index', '/sys/role'], fresh: true },
      { type: 'rights.known', paths: ['/index'], fresh: true },
      { type: 'rights.known', paths: ['/index'], fresh: false },
      { type: 'rights.known', paths: [], fresh: true },
      { type: 'rights.unknown' },
      { type: 'location.arrived', place: at('/') },
      { type: 'location.arrived', place: at('/login') },
      { type: 'location.arrived', place: at('/index', '?a=1') },
      { type: 'location.arrived', place: at('/sys/role/') },
      { type: 'location.arrived', place: at('/404') },
      { type: 'location.arrived', place: at('/nowhere') },
      { type: 'location.written', place: at('/index', '?page=2') },
    ],
    distinguish: ({ signedIn, remembered, paths }: { signedIn: boolean; remembered: boolean; paths: string[] | undefined }) => [
      signedIn,
      remembered,
      paths ?? null,
    ],
  },
];
