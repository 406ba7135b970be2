/** The response to one request, without following redirects. */
export type Page = {
  status: number;
  headers: Headers;
  /** The target of a redirect: path and query, or the whole URL for another site. */
  location: string | null;
  html: string;
};

/**
 * The longest cookie that browsers store, in bytes of name and value (draft-ietf-httpbis-rfc6265bis, 5.6). Browsers drop
 * longer cookies silently.
 */
const mostCookieBytes = 4_096;

/** The `href` attribute for an address, as pages escape it. */
export const hrefTo = (path: string): string => `href="${path.replaceAll('&', '&amp;')}"`;

/** The address from which scripts load the data of a page. */
export function dataOf(path: string): string {
  const [page, search] = path.split('?');
  return `${page}.data${search ? `?${search}` : ''}`;
}

export type Visitor = ReturnType<typeof aVisitor>;

/** A browser without JavaScript. It stores cookies, and sends the origin of its forms. */
export function aVisitor(url: string) {
  /** The cookies with their attributes. */
  const jar = new Map<string, { value: string; attributes: string }>();

  function keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      const value = pair.slice(pair.indexOf('=') + 1);
      if (Buffer.byteLength(pair) > mostCookieBytes) continue;
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, { value, attributes: attributes.join('; ') });
    }
  }

  async function ask(path: string, init: RequestInit): Promise<Page> {
    const cookie = [...jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...init.headers },
    });
    keep(response.headers);
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      location: location?.startsWith(url) ? location.slice(url.length) : location,
      html: await response.text(),
    };
  }

  return {
    jar,
    /** Stores the cookies of a response. */
    keep,
    get: (path: string) => ask(path, {}),
    /** Submits a form, as multipart if it has files. The origin is our site unless the headers set another one. */
    post: (
      path: string,
      fields: Record<string, string> | FormData,
      headers: Record<string, string> = { origin: url },
    ) => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
      return ask(path, { method: 'POST', body, headers });
    },
    /** Follows a redirect. */
    follow: ({ location }: Page) => ask(location ?? '/', {}),
  };
}
