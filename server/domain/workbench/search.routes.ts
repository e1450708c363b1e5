import { type Found, findRecords, type foundKinds } from '#contracts/endpoints/search.ts';
import { type CallContext, defineCall } from '../call.ts';
import { scopeOf } from '../people/index.ts';
import * as repository from './search.repository.ts';

interface Kind {
  kind: (typeof foundKinds)[number];
  /** The page that shows such records; who may not open it finds none. */
  page: string;
  find(context: CallContext, keyword: string): Promise<Omit<Found, 'path'>[]>;
}

const searchFor = (fields: Record<string, string>): string => `?${new URLSearchParams(fields)}`;

const kinds: readonly Kind[] = [
  {
    kind: 'user',
    page: '/sys/accounts',
    async find({ db, caller }, keyword) {
      const found = await repository.findUsers(db, scopeOf(caller), keyword);
      return found.map(({ account, ...row }) => ({ ...row, search: searchFor({ keyword: account }) }));
    },
  },
  {
    kind: 'department',
    page: '/sys/department',
    async find({ db }, keyword) {
      const found = await repository.findDepartments(db, keyword);
      return found.map((row) => ({ ...row, search: searchFor({ id: String(row.id) }) }));
    },
  },
  {
    kind: 'role',
    page: '/sys/role',
    async find({ db }, keyword) {
      const found = await repository.findRoles(db, keyword);
      return found.map((row) => ({ ...row, search: searchFor({ keyword: row.label }) }));
    },
  },
  {
    kind: 'batch',
    page: '/advertising/copy-log',
    async find({ db, caller, language }, keyword) {
      const found = await repository.findBatches(db, scopeOf(caller), language, keyword);
      return found.map((row) => ({ ...row, search: searchFor({ tab: 'batches', keyword: String(row.id) }) }));
    },
  },
];

export const searchCalls = [
  defineCall({
    endpoint: findRecords,
    audit: 'read',
    async handle(context, { keyword }) {
      const open = kinds.filter(({ page }) => context.caller.paths.includes(page));
      const groups = await Promise.all(
        open.map(async ({ kind, page, find }) => ({
          kind,
          list: (await find(context, keyword)).map((found) => ({ ...found, path: page })),
        })),
      );
      return { groups: groups.filter(({ list }) => list.length > 0) };
    },
  }),
];
