/** Any other path: a 404, shown by the root's error boundary. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function Missing() {
  return null;
}
