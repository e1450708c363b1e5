import { type ActorRefFrom, setup } from 'xstate';
import { faultsIn, firstFault, required, stringMaximum } from '../kernel/form/field-rules.ts';
import { createFormDialogMachine, type FormFact } from '../kernel/form/form-dialog.machine.ts';
import { createOptionsMachine } from '../kernel/list/options.machine.ts';
import { type CommandFact, createCommandMachine } from '../kernel/page/command.machine.ts';
import { toChild } from '../kernel/tell.ts';

/** Ad accounts that a user often publishes to together. */
export interface AccountGroup {
  name: string;
  ids: number[];
}

/** Most groups of one user; the server stores them as one preference of limited size. */
export const MAX_ACCOUNT_GROUPS = 24;
const MAX_NAME_LENGTH = 60;

export const accountGroupOptions = createOptionsMachine<AccountGroup>({
  id: 'accountGroupOptions',
  description: 'The groups of ad accounts that the user has saved.',
});

/** Values of the form of a group; its subject holds the accounts. */
export type AccountGroupName = Pick<AccountGroup, 'name'>;
export type AccountGroupSubject = Pick<AccountGroup, 'ids'>;

export const accountGroupForm = createFormDialogMachine<AccountGroupName, AccountGroup, AccountGroupSubject>({
  id: 'accountGroupForm',
  description: 'Saves the chosen ad accounts as a group under a name.',
  blank: { name: '' },
  check: ({ name }) => faultsIn<AccountGroupName>({ name: firstFault(name, required, stringMaximum(MAX_NAME_LENGTH)) }),
});

export const accountGroupRemoval = createCommandMachine<AccountGroupName>({
  id: 'accountGroupRemoval',
  description: 'Deletes a group of ad accounts.',
});

const toOptions = toChild(accountGroupOptions, 'options');

/** The saved groups of ad accounts of the user. */
export const accountGroups = setup({
  types: {} as {
    events: FormFact<'accountGroupForm', AccountGroup> | CommandFact<'accountGroupRemoval', AccountGroupName>;
    children: { options: 'options'; form: 'form'; removal: 'removal' };
  },
  actors: { options: accountGroupOptions, form: accountGroupForm, removal: accountGroupRemoval },
  actions: {
    invalidateOptions: toOptions(() => ({ type: 'options.invalidated' })),
    loadOptions: toOptions(() => ({ type: 'options.opened' })),
  },
}).createMachine({
  id: 'accountGroups',
  description: 'The saved groups of ad accounts of the user, loaded again after each change.',
  invoke: [
    { id: 'options', src: 'options' },
    { id: 'form', src: 'form' },
    { id: 'removal', src: 'removal' },
  ],
  on: {
    'accountGroupForm.saved': { actions: ['invalidateOptions', 'loadOptions'] },
    'accountGroupRemoval.done': { actions: ['invalidateOptions', 'loadOptions'] },
  },
});

export type AccountGroups = ActorRefFrom<typeof accountGroups>;

const isGroup = (value: unknown): value is AccountGroup =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'name') === 'string' &&
  Array.isArray(Reflect.get(value, 'ids')) &&
  (Reflect.get(value, 'ids') as unknown[]).every(Number.isSafeInteger);

/** Reads the stored groups and leaves out what it does not understand. */
export const readAccountGroups = (stored: unknown): AccountGroup[] => (Array.isArray(stored) ? stored.filter(isGroup) : []);

/** The groups with this one, which replaces one of the same name. */
export const withAccountGroup = (groups: readonly AccountGroup[], group: AccountGroup): AccountGroup[] => [
  ...groups.filter(({ name }) => name !== group.name),
  group,
];

const isSameSet = (some: readonly number[], others: readonly number[]) =>
  some.length === others.length && some.every((one) => others.includes(one));

/** The group of exactly these accounts. */
export const findAccountGroup = (groups: readonly AccountGroup[], ids: readonly number[]): AccountGroup | undefined =>
  groups.find((group) => isSameSet(group.ids, ids));
