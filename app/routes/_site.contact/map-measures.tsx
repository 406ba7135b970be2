import { corner, project, scale } from './places.ts';

const parallels = [27, 28];
const meridians = [76, 77, 78];

/** The lines of whole degrees on the map, with their labels. */
export function Graticule() {
  return (
    <>
      <path
        className="stroke-line"
        d={
          parallels.map((lat) => `M0 ${project({ lat, lon: 76 }).y}h${corner.x}`).join('') +
          meridians.map((lon) => `M${project({ lat: 27, lon }).x} 0v${corner.y}`).join('')
        }
        fill="none"
      />
      <g className="fill-faint font-mono text-[13px] sm:text-[10px]">
        {parallels.map((lat) => (
          <text key={lat} x="6" y={project({ lat, lon: 76 }).y - 5}>
            {lat}°N
          </text>
        ))}
        {meridians.map((lon) => (
          <text key={lon} x={project({ lat: 27, lon }).x + 5} y="16">
            {lon}°E
          </text>
        ))}
      </g>
    </>
  );
}

/** A scale bar of 50 km. */
export function ScaleBar() {
  const y = corner.y - 14;
  const end = corner.x - 14;
  return (
    <>
      <path className="stroke-ink" d={`M${end - 50 * scale} ${y - 5}v5H${end}v-5`} fill="none" />
      <text
        className="fill-faint font-mono text-[13px] sm:text-[10px]"
        textAnchor="end"
        x={end - 50 * scale - 8}
        y={y}
      >
        50 km
      </text>
    </>
  );
}
