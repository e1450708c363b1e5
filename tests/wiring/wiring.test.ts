// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, StateMachine, setup } from 'xstate';
import { createContractSite } from '#catalogue/site/contract-site.wiring.ts';
import { effect, isPlaceholder, missingActor } from '#machines/kernel/placeholders.ts';
import { createConsole } from '#src/app/console.tsx';
import { loadLanguage } from '#src/app/languages.ts';
import { loadPage, routes } from '#src/app/page-registry.ts';
import type { VisualiserDoor } from '#src/app/visualiser-link.ts';
import { connect } from '#visualiser/connection/connect.ts';

interface Survey {
  machines: number;
  implementations: number;
  /** Where nobody provided what a machine asks for. */
  missing: string[];
}

/** The names of the actors that a machine invokes or spawns; a machine of a builder may have others, which never start. */
function startedBy({ config, implementations }: AnyStateMachine): Set<string> {
  const assignments = Object.values<unknown>(implementations.actions).map((action) =>
    action !== null && typeof action === 'function' && 'assignment' in action ? String(action.assignment) : '',
  );
  const found = [JSON.stringify(config), ...assignments].flatMap((text) => [...text.matchAll(/"src":"([^"]+)"|spawn\(['"]([^'"]+)['"]/g)]);
  return new Set(found.map(([, invoked, spawned]) => invoked ?? spawned ?? ''));
}

/** Looks into a machine and every machine it can invoke. */
function survey(machine: AnyStateMachine, at: string = machine.id, seen = new Set<AnyStateMachine>()): Survey {
  const found: Survey = { machines: 1, implementations: 0, missing: [] };
  seen.add(machine);
  const { actors, actions, guards } = machine.implementations;
  const started = startedBy(machine);
  for (const [kind, named] of Object.entries({ actors, actions, guards })) {
    for (const [name, implementation] of Object.entries<unknown>(named)) {
      found.implementations += 1;
      if (kind === 'actors' && implementation instanceof StateMachine && !started.has(name)) continue;
      if (isPlaceholder(implementation)) found.missing.push(`${at}: ${kind} ${name}`);
      if (!(implementation instanceof StateMachine) || seen.has(implementation)) continue;
      const below = survey(implementation, `${at} > ${name}`, seen);
      found.machines += below.machines;
      found.implementations += below.implementations;
      found.missing.push(...below.missing);
    }
  }
  return found;
}

const paths = [...routes.base, ...routes.admin];

describe('the composed console', () => {
  it('lacks nothing that its machines ask for', async () => {
    const { actor, loadWorkbench } = createConsole(await loadLanguage('zh-cn'));
    const surveys = [survey(actor.logic as AnyStateMachine), survey((await loadWorkbench()).machine)];
    const sum = (count: 'machines' | 'implementations') => surveys.reduce((total, one) => total + one[count], 0);
    console.log(`${sum('machines')} machines, ${sum('implementations')} implementations`);
    expect(sum('machines')).toBeGreaterThanOrEqual(10);
    expect(sum('implementations')).toBeGreaterThan(80);
    expect(surveys.flatMap(({ missing }) => missing)).toEqual([]);
  });

  it('has pages', () => {
    expect(paths.length).toBeGreaterThanOrEqual(6);
  });

  it.each(paths)('lacks nothing that the page at %s asks for', async (path) => {
    const { machine, View, messages } = await loadPage(path);
    const { machines, implementations, missing } = survey(machine);
    expect(machines).toBeGreaterThan(1);
    expect(implementations).toBeGreaterThan(5);
    expect(missing).toEqual([]);
    expect(View).toBeTypeOf('function');
    expect(Object.keys(messages).toSorted()).toEqual(['en', 'zh-cn']);
  });

  it('asks of the visualiser what the visualiser offers', () => {
    const door: VisualiserDoor = { connect };
    expect(door.connect).toHaveLength(2);
  });

  it('has no page at a path that is not registered', async () => {
    await expect(loadPage('/nowhere')).rejects.toThrow('/nowhere');
  });
});

describe('the composed site of the contracts', () => {
  it('lacks nothing that its machines ask for', async () => {
    const { actor } = createContractSite(await loadLanguage('zh-cn'));
    const { machines, implementations, missing } = survey(actor.logic as AnyStateMachine);
    expect(machines).toBe(3);
    expect(implementations).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });
});

describe('the gate of the wiring', () => {
  it('notices an actor and an effect that nobody provided, also deep below', () => {
    const child = setup({ actors: { load: missingActor<string>('load') }, actions: { paint: effect('paint') } }).createMachine({
      id: 'child',
    });
    const parent = setup({ actors: { child } }).createMachine({ id: 'parent', invoke: { src: 'child' } });
    expect(survey(parent).missing).toEqual(['parent > child: actors load', 'parent > child: actions paint']);
    const half = setup({ actors: { child: child.provide({ actions: { paint: () => undefined } }) } }).createMachine({
      id: 'half',
      invoke: { src: 'child' },
    });
    expect(survey(half).missing).toEqual(['half > child: actors load']);
  });
});
