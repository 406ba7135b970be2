/** A place in degrees north and east. */
export type Place = { lat: number; lon: number };

export const alwar = { lat: 27.553, lon: 76.6346 };
export const delhi = { lat: 28.6139, lon: 77.209 };
export const gurugram = { lat: 28.4595, lon: 77.0266 };
export const jaipur = { lat: 26.9124, lon: 75.7873 };
export const bharatpur = { lat: 27.2152, lon: 77.503 };

/** The area that the map shows. */
const frame = { north: 28.95, south: 26.6, west: 75.05, east: 78.45 };

const kilometresPerDegree = 111.32;

/** Drawing units per kilometre. */
export const scale = 1.25;

/** Latitude of the map's centre, where degrees of longitude are measured. */
const middle = (((frame.north + frame.south) / 2) * Math.PI) / 180;

/** Projects a place onto the drawing (equirectangular; accurate enough for this area). */
export const project = ({ lat, lon }: Place) => ({
  x: Math.round((lon - frame.west) * kilometresPerDegree * Math.cos(middle) * scale),
  y: Math.round((frame.north - lat) * kilometresPerDegree * scale),
});

/** The lower right corner of the drawing. */
export const corner = project({ lat: frame.south, lon: frame.east });
