import { Graticule, ScaleBar } from './map-measures.tsx';
import { alwar, corner, type Place, project } from './places.ts';
import { cities, roads, states } from './sketch.ts';

/** Text is outlined in the background colour, so that lines do not cross it. */
const outlined = 'stroke-raised stroke-4 [paint-order:stroke] [stroke-linejoin:round]';

function curve([from, bend, to]: [Place, Place, Place]): string {
  const [a, b, c] = [project(from), project(bend), project(to)];
  return `M${a.x} ${a.y}Q${b.x} ${b.y} ${c.x} ${c.y}`;
}

/** A map of Alwar. Drawn here, so that no third party is contacted. */
export function AlwarMap() {
  const home = project(alwar);
  return (
    <svg
      aria-labelledby="map-title"
      className="block w-full rounded-lg border border-line bg-raised font-sans"
      role="img"
      viewBox={`0 0 ${corner.x} ${corner.y}`}
    >
      <title id="map-title">
        Map of Alwar in Rajasthan, 131 km south-west of Delhi and 110 km north-east of Jaipur, with
        Gurugram and Bharatpur
      </title>
      <Graticule />
      <g
        className="fill-faint font-mono text-[11px] tracking-widest uppercase max-sm:hidden sm:text-[9px]"
        textAnchor="middle"
      >
        {states.map(({ name, at }) => (
          <text key={name} x={project(at).x} y={project(at).y}>
            {name}
          </text>
        ))}
      </g>
      <g className="stroke-control" fill="none" strokeLinejoin="round" strokeWidth="1.25">
        {roads.map((road) => (
          <path d={curve(road)} key={curve(road)} />
        ))}
      </g>
      {cities.map(({ name, at, dx, dy, anchor }) => {
        const { x, y } = project(at);
        return (
          <g key={name}>
            <circle className="fill-raised stroke-ink" cx={x} cy={y} r="4" strokeWidth="1.5" />
            <text
              className={`fill-ink text-[16px] sm:text-[13px] ${outlined}`}
              textAnchor={anchor}
              x={x + dx}
              y={y + dy}
            >
              {name}
            </text>
          </g>
        );
      })}
      <circle
        className="fill-raised stroke-airmail"
        cx={home.x}
        cy={home.y}
        r="9"
        strokeWidth="1.5"
      />
      <circle className="fill-airmail" cx={home.x} cy={home.y} r="4.5" />
      <text
        className={`fill-ink font-serif text-[30px] ${outlined}`}
        x={home.x + 16}
        y={home.y + 9}
      >
        Alwar
      </text>
      <ScaleBar />
    </svg>
  );
}
