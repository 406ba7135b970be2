import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { runCommand } from '#scripts/services/run-command.ts';
import { step } from '#scripts/stack/terminal.ts';

/**
 * Builds another commit of this repository in a temporary folder, which is removed afterwards. Its packages are links to those
 * here if both commits have the same; otherwise npm installs them.
 *
 * @param commit anything that Git takes for one
 * @param use gets the folder and the commit's short id
 * @throws Error if there is no such commit, or it cannot be built
 */
export async function withOtherTree<T>(
  commit: string,
  use: (tree: string, id: string) => Promise<T>,
): Promise<T> {
  const git = (...args: string[]) =>
    runCommand({ name: `git ${args[0]}`, command: 'git', args, env: inherited, cwd: root });
  const [id = ''] = await git(
    'rev-parse',
    '--short',
    '--verify',
    '--end-of-options',
    `${commit}^{commit}`,
  );
  const tree = await mkdtemp(join(tmpdir(), 'dakiya-compare-'));
  try {
    await git('clone', '--quiet', '--no-checkout', root, tree);
    await git('-C', tree, 'checkout', '--quiet', '--detach', id);
    await step(`Building ${id}, for minutes`, async () => {
      if (await haveSamePackages(tree)) {
        const args = ['-al', join(root, 'node_modules'), join(tree, 'node_modules')];
        await runCommand({ name: 'cp', command: 'cp', args, env: inherited, cwd: root });
      }
      await runCommand({
        name: `The build of ${id}`,
        command: process.execPath,
        args: ['scripts/run.mjs', 'build'],
        env: inherited,
        cwd: tree,
      });
    });
    return await use(tree, id);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

async function haveSamePackages(tree: string): Promise<boolean> {
  const read = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  const [here, there] = await Promise.all([read(root), read(tree)]);
  return here === there;
}
