import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { root } from '../root.ts';

/**
 * The file name endings that the web server looks for. The best compression, since each file is compressed
 * once for all visitors.
 */
const ways = { br: promisify(brotliCompress), gz: promisify(gzip) };

/** Writes a compressed copy next to each script and stylesheet of the site. */
export async function compressAssets(): Promise<void> {
  const directory = join(root, 'build/client/assets');
  const names = (await readdir(directory)).filter((name) => /\.(?:js|css)$/.test(name));
  for (const name of names) {
    const whole = await readFile(join(directory, name));
    for (const [ending, compress] of Object.entries(ways)) {
      await writeFile(join(directory, `${name}.${ending}`), await compress(whole));
    }
  }
}
