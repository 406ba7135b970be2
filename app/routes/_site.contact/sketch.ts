import { alwar, bharatpur, delhi, gurugram, jaipur, type Place } from './places.ts';

/** The main roads as curves: start, control point, end. */
export const roads: [Place, Place, Place][] = [
  [delhi, { lat: 28.53, lon: 77.13 }, gurugram],
  [gurugram, { lat: 27.9, lon: 75.95 }, jaipur],
  [gurugram, { lat: 27.95, lon: 77.0 }, alwar],
  [alwar, { lat: 27.2, lon: 76.45 }, jaipur],
  [alwar, { lat: 27.28, lon: 76.8 }, bharatpur],
  [jaipur, { lat: 26.95, lon: 76.8 }, bharatpur],
];

/** Nearby cities, with the position of their labels. */
export const cities = [
  { name: 'Delhi', at: delhi, dx: 10, dy: -4, anchor: 'start' },
  { name: 'Gurugram', at: gurugram, dx: -10, dy: 0, anchor: 'end' },
  { name: 'Jaipur', at: jaipur, dx: -10, dy: 5, anchor: 'end' },
  { name: 'Bharatpur', at: bharatpur, dx: 10, dy: 5, anchor: 'start' },
] as const;

/** Positions of the states' labels. */
export const states = [
  { name: 'Haryana', at: { lat: 28.72, lon: 76.5 } },
  { name: 'Rajasthan', at: { lat: 27.42, lon: 75.5 } },
  { name: 'Uttar Pradesh', at: { lat: 27.8, lon: 77.85 } },
];
