import { z } from 'zod';

const totalsSchema = z.object({
  submits: z.number(),
  accepted: z.number(),
  distinct: z.number(),
  duplicates: z.number(),
  receipts: z.number(),
  receiptsWaiting: z.number(),
});

const countSchema = z.object({ count: z.number() });

const handsetSchema = z.object({
  messages: z.array(z.object({ at: z.coerce.date(), text: z.string() })),
});

/** The sandbox's JSON endpoints. */
export type Sandbox = {
  /** The carrier's counters since the start. */
  totals(): Promise<z.infer<typeof totalsSchema>>;
  /** Submits to a number that the carrier has accepted since the start. */
  acceptedFor(number: string): Promise<number>;
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
    acceptedFor: async (number) =>
      countSchema.parse(await get(`/submits.json?recipient=${number}`)).count,
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
