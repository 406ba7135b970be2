/** How long a code is valid, such as `5 min` or `1 min 30 s`. */
export function lifeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : '']
    .filter((part) => part !== '')
    .join(' ');
}
