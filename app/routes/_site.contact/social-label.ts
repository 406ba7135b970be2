const names: Record<string, string> = {
  'github.com': 'GitHub',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
};

/** The label of a social link: the site's name, or its host name. */
export function socialLabel(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return names[host] ?? host;
}
