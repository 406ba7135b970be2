import { endpoints } from './all-endpoints.server.ts';
import type { Endpoint } from './endpoint.ts';
import { getOpenApiDocument } from './endpoints/get-openapi.server.ts';

/** The endpoints at one path, one for each method, and what stands in the place of its parameters, decoded. */
export type Found = { endpoints: Endpoint[]; params: Record<string, string> };

type Pattern = { segments: string[]; endpoints: Endpoint[] };

const prefix = '/api/v1/';

/** Paths without parameters by `keyOf`; those with parameters by how many segments they have. */
const fixed = new Map<string, Endpoint[]>();
const patterns = new Map<number, Pattern[]>();

for (const endpoint of [...endpoints, getOpenApiDocument]) {
  const segments = endpoint.path.slice(1).split('/');
  if (endpoint.path.includes('{')) {
    const sameLength = patterns.get(segments.length) ?? [];
    const known = sameLength.find(({ endpoints: [first] }) => first?.path === endpoint.path);
    if (known) known.endpoints.push(endpoint);
    else patterns.set(segments.length, [...sameLength, { segments, endpoints: [endpoint] }]);
  } else {
    const key = keyOf(segments);
    fixed.set(key, [...(fixed.get(key) ?? []), endpoint]);
  }
}

/**
 * Looks a path up. A path without parameters goes before one with some. Letter case and slashes at the end do not
 * matter, letters may be encoded, and an encoded slash begins no new segment.
 *
 * @param pathname as in an address, encoded
 * @returns null if there is no endpoint
 */
export function findEndpoints(pathname: string): Found | null {
  if (pathname.slice(0, prefix.length).toLowerCase() !== prefix) return null;
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  const segments = decoded(pathname.slice(prefix.length, end).split('/'));
  if (!segments) return null;
  const exact = fixed.get(keyOf(segments));
  if (exact) return { endpoints: exact, params: {} };
  for (const pattern of patterns.get(segments.length) ?? []) {
    const params = paramsOf(pattern, segments);
    if (params) return { endpoints: pattern.endpoints, params };
  }
  return null;
}

/** Segments in one text. A decoded one may hold a slash, so something else separates them. */
function keyOf(segments: string[]): string {
  return segments.join('\0').toLowerCase();
}

/** @returns null if one cannot be decoded, or holds what separates the segments of a key */
function decoded(segments: string[]): string[] | null {
  try {
    const plain = segments.map((segment) => decodeURIComponent(segment));
    return plain.some((segment) => segment.includes('\0')) ? null : plain;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function paramsOf(pattern: Pattern, segments: string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [i, expected] of pattern.segments.entries()) {
    const segment = segments[i] ?? '';
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (name !== undefined && segment !== '') params[name] = segment;
    else if (name !== undefined || expected.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}
