import type { AnyStateMachine } from 'xstate';
import type { TabbedPageMachine } from '#machines/kernel/page/tabbed-page.machine.ts';

/** A page of several, with what the pages under its tabs need from the outside world. */
export function tabbedPageWith<Tabs extends Record<string, AnyStateMachine>>(
  page: TabbedPageMachine<Tabs>,
  tabs: { [Tab in keyof NoInfer<Tabs>]: AnyStateMachine },
): AnyStateMachine {
  const machine: AnyStateMachine = page;
  return machine.provide({ actors: tabs });
}
