import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { inherited } from '../environment.ts';
import { root } from '../root.ts';

/** A list of packages in CycloneDX's format, as far as we read it (https://cyclonedx.org/docs/1.5/json). */
type Sbom = {
  metadata: { component: { 'bom-ref': string; name: string; version: string; type: string } };
  components: {
    /** `name@version`. The name is the package's own name, even if it is installed under another name. */
    'bom-ref': string;
    name: string;
    hashes?: { alg: string; content: string }[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** A package in the lockfile. `name` is its own name if it is installed under another name. */
type Locked = { version: string; name?: string; dev?: boolean };

/** Lists the packages of the lockfile that are not only for development, as `name@version`, with the folders that have them. */
export async function readProduction(): Promise<Map<string, string[]>> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const production = new Map<string, string[]>();
  for (const [path, { dev, name, version }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    const ref = `${name ?? path.replace(/.*node_modules\//, '')}@${version}`;
    production.set(ref, [...(production.get(ref) ?? []), path]);
  }
  return production;
}

/**
 * Lists the installed production packages with their versions, licences and hashes, in CycloneDX's format, which scanners of
 * vulnerabilities read.
 *
 * @throws Error if a package is missing, or installed in a version that does not fit
 */
export async function listPackages(): Promise<Sbom> {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  // Warnings and notices of npm are written to stderr, so they are not part of the list.
  const { stdout } = await promisify(execFile)('npm', args, {
    ...{ cwd: root, env: inherited as NodeJS.ProcessEnv },
    maxBuffer: 64 * 1024 ** 2,
  });
  const sbom = JSON.parse(stdout) as Sbom;
  // npm names the program after the folder of the checkout, so the name is replaced.
  sbom.metadata.component.name = packageJson.name;
  return onlyProduction(sbom, await readProduction());
}

/**
 * Keeps only the production packages. `npm sbom --omit dev` would also leave out production packages that a development package
 * depends on, such as zod.
 */
function onlyProduction(sbom: Sbom, production: ReadonlyMap<string, unknown>): Sbom {
  const own = sbom.metadata.component['bom-ref'];
  const isKept = (ref: string) => ref === own || production.has(ref);
  return {
    ...sbom,
    components: sbom.components.filter((one) => isKept(one['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  };
}
