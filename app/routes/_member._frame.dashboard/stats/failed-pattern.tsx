/** Colour and fill of each series; distinguishable without colours too. */
export const seriesStyles = {
  accepted: { className: 'fill-raised text-control', stroke: 'currentColor' },
  delivered: { className: 'text-good', fill: 'currentColor', fillOpacity: 0.75, stroke: 'none' },
  failed: { className: 'text-bad', fill: 'url(#hatching)', stroke: 'currentColor' },
} as const;

/** The fill pattern of `failed`; rendered once per page. */
export function FailedPattern() {
  return (
    <svg aria-hidden="true" className="absolute text-bad" height="0" width="0">
      <pattern
        height="4"
        id="hatching"
        patternTransform="rotate(45)"
        patternUnits="userSpaceOnUse"
        width="4"
      >
        <rect fill="currentColor" height="4" width="2" />
      </pattern>
    </svg>
  );
}

/** A sample of a series' fill, for the legend. */
export function Swatch({ series }: { series: keyof typeof seriesStyles }) {
  const { className, ...look } = seriesStyles[series];
  return (
    <svg aria-hidden="true" className={className} height="12" width="12">
      <rect {...look} height="11" rx="1.5" width="11" x="0.5" y="0.5" />
    </svg>
  );
}
