import { z } from 'zod';

const totalsSchema = z.object({
  submits: z.number(),
  accepted: z.number(),
  distinct: z.number(),
  duplicates: z.number(),
  receipts: z.number(),
  receiptsWaiting: z.number(),
});

const countsSchema = z.object({ counts: z.array(z.number()) });

/** Numbers in one request: its address must stay far below 16 kB. */
const mostNumbers = 500;

const handsetSchema = z.object({
  messages: z.array(z.object({ at: z.coerce.date(), text: z.string() })),
});

/** The sandbox's JSON endpoints. */
export type Sandbox = {
  /** The carrier's counters since the start. */
  totals(): Promise<z.infer<typeof totalsSchema>>;
  /** How many submits to each of some numbers the carrier has accepted since the start, in their order. */
  acceptedFor(numbers: string[]): Promise<number[]>;
  /** How the carrier treats the next submits. */
  setNetwork(behaviour: string, count: number): Promise<void>;
  /** When texts arrived at a phone, newest first, in milliseconds since 1970. */
  arrivals(number: string): Promise<number[]>;
  /** The texts that arrived at a phone, newest first. */
  texts(number: string): Promise<string[]>;
};

export function openSandbox(url: string): Sandbox {
  const get = async (path: string) => (await fetch(`${url}${path}`)).json();
  const received = async (number: string) =>
    handsetSchema.parse(await get(`/handset.json?number=${number}`)).messages;
  return {
    totals: async () => totalsSchema.parse(await get('/submits.json')),
    async acceptedFor(numbers) {
      const counts: number[] = [];
      for (let from = 0; from < numbers.length; from += mostNumbers) {
        const some = numbers.slice(from, from + mostNumbers).join(',');
        const found = countsSchema.parse(await get(`/submits.json?recipients=${some}`));
        counts.push(...found.counts);
      }
      return counts;
    },
    async setNetwork(behaviour, count) {
      const response = await fetch(`${url}/network.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ behaviour, count }),
      });
      if (!response.ok) throw new Error(`network.json returned ${response.status}`);
    },
    arrivals: async (number) => (await received(number)).map(({ at }) => at.getTime()),
    texts: async (number) => (await received(number)).map(({ text }) => text),
  };
}
