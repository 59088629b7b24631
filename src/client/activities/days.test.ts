import { expect, test } from 'vitest';
import { daysIn } from './days.ts';

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime();
const activity = (id: string, loggedAt: number) => ({ id, loggedAt });

test('the first activity of a day says which day it is', () => {
  const activities = [activity('d', at(26, 9)), activity('c', at(26, 0)), activity('b', at(25, 23)), activity('a', at(1, 12))];
  expect([...daysIn(activities, at(26, 10))]).toEqual([
    ['d', "Aujourd'hui"],
    ['b', 'Hier'],
    ['a', '1er novembre'],
  ]);
});

test('what a late clock puts into tomorrow is of today', () => {
  expect([...daysIn([activity('b', at(27, 1)), activity('a', at(26, 9))], at(26, 10))]).toEqual([['b', "Aujourd'hui"]]);
});

test('what waits to be sent is of today, whenever it was logged: it stands on top', () => {
  const waiting = { ...activity('b', at(25, 22)), pending: true };
  expect([...daysIn([waiting, activity('a', at(26, 9))], at(26, 10))]).toEqual([['b', "Aujourd'hui"]]);
});
