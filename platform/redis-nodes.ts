/** The initial nodes of a Redis Cluster; all nodes share user, password and TLS. */
export type RedisCluster = {
  nodes: { host: string; port: number }[];
  username?: string;
  password?: string;
  tls: boolean;
};

const schemes = ['redis:', 'rediss:'];

/**
 * Parses a `REDIS_URL` that names a cluster: two or more comma-separated addresses.
 *
 * @returns the initial nodes; null if it names a single server
 * @throws Error with the reason if it is invalid
 */
export function redisNodes(url: string): RedisCluster | null {
  if (!url.includes(',')) return null;
  const addresses = url.split(',').map((address) => parse(address.trim()));
  const [first] = addresses as [URL];
  if (addresses.some((one) => toAccessKey(one) !== toAccessKey(first))) {
    throw new Error('the nodes of a cluster must have the same scheme, user and password');
  }
  return {
    nodes: addresses.map(({ hostname, port }) => ({
      // Sockets expect an IPv6 address without brackets.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 6379),
    })),
    ...(first.username && { username: decodeURIComponent(first.username) }),
    ...(first.password && { password: decodeURIComponent(first.password) }),
    tls: first.protocol === 'rediss:',
  };
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.hostname || !schemes.includes(url.protocol)) {
    throw new Error('each node of a cluster must be redis:// or rediss://, a host and a port');
  }
  if (!['', '/', '/0'].includes(url.pathname)) {
    throw new Error('a cluster has no numbered databases: leave the path out');
  }
  return url;
}

const toAccessKey = ({ protocol, username, password }: URL) =>
  JSON.stringify([protocol, username, password]);
