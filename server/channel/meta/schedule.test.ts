import { expect, it } from 'vitest';
import { toSchedule } from './schedule.ts';

const week = (isOn: (day: number, hour: number) => boolean): number[] =>
  Array.from({ length: 168 }, (_, index) => (isOn(Math.floor(index / 24), index % 24) ? 1 : 0));

it('begins its week on Sunday, and groups days with equal hours', () => {
  // Monday and Sunday from 8 to 10, Tuesday until 2.
  const hours = week((day, hour) => (day === 0 || day === 6 ? hour >= 8 && hour < 10 : day === 1 && hour < 2));
  expect(toSchedule(hours)).toEqual({
    pacing_type: ['day_parting'],
    adset_schedule: [
      { start_minute: 480, end_minute: 600, days: [1, 0], timezone_type: 'ADVERTISER' },
      { start_minute: 0, end_minute: 120, days: [2], timezone_type: 'ADVERTISER' },
    ],
  });
});

it('is left out without chosen hours', () => {
  expect(toSchedule(undefined)).toEqual({});
  expect(toSchedule([1, 0])).toEqual({});
});
