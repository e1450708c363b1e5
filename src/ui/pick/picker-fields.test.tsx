// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type Choice, createPickerMachine, type PickerAnswer, type PickerRequest } from '#machines/kernel/list/picker.machine.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { PickerField, PickerFilter, PickerListField } from './picker-fields.tsx';
import { usePicker } from './use-picker.ts';

afterEach(cleanup);

interface Narrowing {
  usable?: boolean | undefined;
}
const machine = createPickerMachine<Narrowing>({ id: 'things' });
const row = (id: number, more: Partial<Choice> = {}): Choice => ({ id, label: `Thing ${id}`, sub: '', status: 'on', ...more });

function startPicker() {
  const server = asking<PickerAnswer, PickerRequest<Narrowing>>();
  const { actor, clock } = stage(machine.provide({ actors: { loadChoices: server.logic } }));
  const answer = (found: Choice[] | undefined, named: Choice[] = []) => act(() => server.question().answer({ found, named }));
  const refuse = () => act(() => server.question().refuse({ message: 'No connection', traceId: 't1' }));
  const pause = () => act(() => clock.increment(300));
  return { actor, server, answer, refuse, pause };
}
type Actor = ReturnType<typeof startPicker>['actor'];

function SinglePicker({ picker, start, narrowing }: { picker: Actor; start?: number; narrowing?: Narrowing }) {
  const [value, setValue] = useState(start);
  return <PickerField label="Thing" picker={picker} narrowing={narrowing} value={value} onChange={setValue} clearable />;
}

function ListPicker({ picker, start }: { picker: Actor; start: number[] }) {
  const [value, setValue] = useState<readonly number[]>(start);
  return <PickerListField label="Things" picker={picker} value={value} onChange={setValue} />;
}

function Filtering({ picker, start }: { picker: Actor; start: number }) {
  const [value, setValue] = useState<number | undefined>(start);
  const { nameOf } = usePicker(picker, { chosen: value === undefined ? [] : [value] });
  return (
    <>
      <PickerFilter label="Thing" picker={picker} value={value} onChange={setValue} />
      <output>{nameOf(value) ?? '—'}</output>
    </>
  );
}

const control = (name = 'Thing') => screen.getByRole('combobox', { name });
const search = () => screen.getByRole('combobox', { name: /^Search/ });
const texts = () => screen.getAllByRole('option').map((option) => option.textContent);

describe('single picker', () => {
  it('asks to choose, and offers what the server finds', async () => {
    const { actor, server, answer, pause } = startPicker();
    renderUi(<SinglePicker picker={actor} />);
    expect(control().textContent).toBe('Select');
    await userEvent.click(control());
    expect(screen.getByText('Loading')).toBeDefined();
    await answer([row(1), row(2)]);
    await userEvent.type(search(), 'moon');
    pause();
    expect(server.inputs().at(-1)?.search?.keyword).toBe('moon');
    expect(screen.getByText('Loading')).toBeDefined();
    await answer([row(40)]);
    await userEvent.click(screen.getByRole('option', { name: 'Thing 40' }));
    expect(control().textContent).toBe('Thing 40');
    await userEvent.click(control());
    await answer([row(1), row(2)]);
    expect(control().textContent).toBe('Thing 40');
    expect(texts()).toEqual(['Thing 40', 'Thing 1', 'Thing 2']);
  });

  it('says why a row cannot be chosen', async () => {
    const { actor, answer } = startPicker();
    renderUi(<SinglePicker picker={actor} narrowing={{ usable: true }} />);
    await userEvent.click(control());
    await answer([row(1, { sub: 'meta', disabled: 'Authorisation has expired' })]);
    const option = screen.getByRole('option', { name: /Thing 1/ });
    expect(option.textContent).toBe('Thing 1Authorisation has expired');
    expect(option.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(option);
    expect(control().textContent).toBe('Select');
  });

  it('shows that the list could not be loaded, and retries by keyboard alone', async () => {
    const { actor, server, answer, refuse } = startPicker();
    renderUi(<SinglePicker picker={actor} />);
    await userEvent.click(control());
    await refuse();
    expect(screen.getByRole('alert').textContent).toContain('Could not load: No connection');
    expect(screen.queryByText('No matching options')).toBeNull();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }));
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(search());
    expect(server.questions).toHaveLength(2);
    await answer([row(1)]);
    expect(texts()).toEqual(['Thing 1']);
  });

  it('returns from the retry button to its control', async () => {
    const { actor, refuse } = startPicker();
    renderUi(<SinglePicker picker={actor} />);
    await userEvent.click(control());
    await refuse();
    await userEvent.tab();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement).toBe(control());
  });
});

describe('chosen value', () => {
  it('has its name before the list opens, and is cleared', async () => {
    const { actor, server, answer } = startPicker();
    renderUi(<Filtering picker={actor} start={7} />);
    expect(control().textContent).toBe('Thing…');
    expect(screen.getByRole('status').textContent).toBe('—');
    await answer(undefined, [row(7)]);
    expect(server.inputs()).toEqual([{ search: undefined, ids: [7] }]);
    expect(control().textContent).toBe('ThingThing 7');
    expect(screen.getByRole('status').textContent).toBe('Thing 7');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Thing' }));
    expect(control().textContent).toBe('ThingAll');
  });

  it('shows its id when it is not visible to the user or its name could not be loaded', async () => {
    const invisible = startPicker();
    renderUi(<SinglePicker picker={invisible.actor} start={7} />);
    await invisible.answer(undefined, []);
    expect(control().textContent).toBe('#7');
    cleanup();
    const failed = startPicker();
    renderUi(<SinglePicker picker={failed.actor} start={7} />);
    await failed.refuse();
    expect(control().textContent).toBe('#7');
  });

  it('can be removed even when it could not be chosen now', async () => {
    const { actor, answer } = startPicker();
    renderUi(<ListPicker picker={actor} start={[7, 8]} />);
    await answer(undefined, [row(7), row(8)]);
    await userEvent.click(control('Things'));
    await answer([row(1), row(7, { disabled: 'Switched off' })]);
    expect(texts()).toEqual(['Thing 8', 'Thing 1', 'Thing 7Switched off']);
    await userEvent.click(screen.getByRole('option', { name: /Thing 7/ }));
    await userEvent.click(screen.getByRole('option', { name: /Thing 7/ }));
    expect(within(control('Things')).queryByText('Thing 7')).toBeNull();
    expect(within(control('Things')).getByText('Thing 8')).toBeDefined();
  });
});

describe('fields that share a picker', () => {
  it('are narrowed independently', async () => {
    const { actor, server, answer } = startPicker();
    renderUi(
      <>
        <SinglePicker picker={actor} narrowing={{ usable: true }} />
        <ListPicker picker={actor} start={[]} />
      </>,
    );
    await userEvent.click(control());
    await answer([row(1)]);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(control('Things'));
    await answer([row(1), row(2)]);
    expect(server.inputs().map((asked) => asked.search?.narrowing)).toEqual([{ usable: true }, {}]);
    expect(texts()).toEqual(['Thing 1', 'Thing 2']);
  });
});
