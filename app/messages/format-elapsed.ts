/** The time since the first event: `+0.41 s`, `+3 min 20 s`, `+2 h 5 min`. */
export function formatElapsed(from: Date, to: Date): string {
  const ms = Math.max(0, to.getTime() - from.getTime());
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `+${(Math.floor(ms / 10) / 100).toFixed(2)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `+${minutes} min ${seconds % 60} s`;
  return `+${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
