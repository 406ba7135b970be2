import { expect, test } from 'vitest';
import { createPlaces } from './places.ts';

/** Takes places as long as there are some. @returns whose they are */
function takeAll(places: ReturnType<typeof createPlaces<{ name: string }>>): string[] {
  const names: string[] = [];
  for (let place = places.next(); place; place = places.next()) {
    places.take(place);
    names.push(place.endpoint.name);
  }
  return names;
}

const count = (names: string[], name: string) => names.filter((one) => one === name).length;

test('slow endpoints get every fourth place, and no more than a quarter of them', () => {
  const places = createPlaces<{ name: string }>();
  const [slow, quick] = [{ name: 'slow' }, { name: 'quick' }];
  for (let i = 0; i < 200; i += 1) {
    places.want(slow, 'usr_1', true);
    places.want(quick, 'usr_2', false);
  }
  const taken = takeAll(places);
  expect(taken).toHaveLength(100);
  expect(count(taken, 'slow')).toBe(25);
  expect(count(taken.slice(0, 12), 'slow')).toBe(3);
  for (let i = 0; i < 8; i += 1) places.release(quick);
  expect(takeAll(places)).toEqual(Array(8).fill('quick'));
});

test('slow endpoints get free places at once while no other wants them, and leave the rest free', () => {
  const places = createPlaces<{ name: string }>();
  const slow = { name: 'slow' };
  for (let i = 0; i < 30; i += 1) places.want(slow, 'usr_1', true);
  expect(takeAll(places)).toHaveLength(25);
  places.release(slow);
  expect(takeAll(places)).toEqual(['slow']);
  places.want({ name: 'quick' }, 'usr_2', false);
  expect(takeAll(places)).toEqual(['quick']);
});
