import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../root.ts';
import { listPackages, readProduction } from './sbom.ts';

test('the list of packages has every installed production package with its hash, and no development package', async () => {
  const { metadata, components, dependencies } = await listPackages();
  const { name, version } = packageJson;
  expect(metadata.component).toMatchObject({ name, version, type: 'application' });
  const installed = [...(await readProduction())].filter(([, paths]) =>
    paths.some((path) => existsSync(join(root, path))),
  );
  const listed = components.map((one) => one['bom-ref']);
  expect(listed.toSorted()).toEqual(installed.map(([ref]) => ref).toSorted());
  const direct = Object.entries(packageJson.dependencies).map((one) => one.join('@'));
  expect(listed).toEqual(expect.arrayContaining(direct));
  const own = metadata.component['bom-ref'];
  const ofProgram = dependencies.find(({ ref }) => ref === own)?.dependsOn;
  expect(ofProgram).toEqual(expect.arrayContaining(direct));
  expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual([own, ...listed].toSorted());
  const withoutHash = components.filter(
    ({ hashes }) =>
      !hashes?.some(({ alg, content }) => alg === 'SHA-512' && content.length === 128),
  );
  expect(withoutHash.map((one) => one.name)).toEqual([]);
});
