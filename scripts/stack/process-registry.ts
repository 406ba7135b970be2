import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { endProcess, identify } from '../services/processes.ts';

const schema = z.array(z.object({ name: z.string(), pid: z.number(), identity: z.string() }));

type Process = z.infer<typeof schema>[number];

/**
 * The list of the processes that work on a data directory, in a file beside the data. Should the
 * script that started them be killed, the next start ends whatever it left behind.
 */
export class ProcessRegistry {
  readonly #file: string;
  #processes: Process[] = [];

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.#file = join(dataDir, 'running.json');
  }

  /** The script that works on this directory now, by its process id; null if there is none. */
  holder(): number | null {
    const [first] = this.#read();
    return first && identify(first.pid) === first.identity ? first.pid : null;
  }

  /**
   * Ends what a killed script left behind, and enters this one.
   *
   * @throws Error if another script works on this directory
   */
  async take(): Promise<void> {
    const holder = this.holder();
    if (holder)
      throw new Error(
        `Process ${holder} is already using this DATA_DIR. Stop it, or set another DATA_DIR.`,
      );
    await Promise.all(this.#read().map(({ pid, identity }) => endProcess(pid, identity)));
    this.#processes = [];
    this.add('script', process.pid);
  }

  /** Enters a process. */
  add(name: string, pid: number): void {
    const identity = identify(pid);
    if (identity) this.#processes.push({ name, pid, identity });
    writeFileSync(this.#file, JSON.stringify(this.#processes, null, 2));
  }

  /** Nothing runs any more. */
  clear(): void {
    rmSync(this.#file, { force: true });
  }

  #read(): Process[] {
    return existsSync(this.#file) ? schema.parse(JSON.parse(readFileSync(this.#file, 'utf8'))) : [];
  }
}
