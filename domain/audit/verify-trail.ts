import { createHash } from 'node:crypto';
import { indiaOffsetMs } from '#domain/shared/days-in-india.browser.ts';
import { databaseClock } from '#platform/database-clock.ts';
import { query, type Transaction, transaction } from '#platform/db.ts';
import { timeOfId } from '#platform/ids.ts';
import { firstPrev, type Head, hashLink, type Link, linkVersion, merkleRoot } from './chain.ts';
import { type AuditBody, installationStream, refusedStream } from './record-audit.ts';

/**
 * What is wrong with a stream.
 *
 * - `changed`: an event's content is not what was recorded
 * - `removed`: numbers are missing between two events, or before the first one
 * - `cut`: the last events, the head or the anchor of a month is missing
 * - `order`: an event has the number or time of another one
 * - `other_account`: an event was moved here from another account's stream
 */
export type ProblemKind = 'changed' | 'removed' | 'cut' | 'order' | 'other_account';

export type TrailProblem = { stream: string; seq: number; kind: ProblemKind; message: string };

/**
 * What keeps this program's role from changing events.
 *
 * - `role`: the tables belong to a role that cannot log in, and this role may only read them and call their functions
 * - `triggers`: this role owns the tables or is a superuser. Triggers refuse changes, but this role can turn them off
 * - `none`: a trigger is missing, turned off or limited, calls another function, or does not fire in this role's sessions
 */
export type TrailProtection = 'role' | 'triggers' | 'none';

export type Verification = {
  streams: number;
  events: number;
  /** Events whose details were erased. */
  redacted: number;
  problems: TrailProblem[];
  protection: TrailProtection;
};

const perPage = 5_000;

/** After this number of problems, the check of a stream stops, because further problems would only repeat these. */
const maxProblems = 1_000;

/**
 * A time or number as JavaScript can represent it. Infinite times and larger numbers, which `audit.append` never writes, become
 * values that no event has, so they are found as changes.
 */
const readable = {
  time: (column: string) => `CASE WHEN isfinite(${column}) THEN ${column} ELSE 'epoch' END`,
  number: (column: string) =>
    `least(greatest(${column}, ${Number.MIN_SAFE_INTEGER}), ${Number.MAX_SAFE_INTEGER})`,
};

const pageSql = `
  SELECT stream, ${readable.number('seq')} AS seq, ${readable.time('at')} AS at, id, version, body, details, prev, hash,
    account_id AS "accountId", action, actor_kind AS "actorKind", actor_id AS "actorId",
    e.seq::text AS "storedSeq", e.at::text AS "storedAt"
  FROM audit.events AS e WHERE (stream, e.seq, e.at) > ($1, $2, $3) ORDER BY stream, e.seq, e.at LIMIT ${perPage}`;

type Row = Link & {
  id: string;
  version: number;
  details: Buffer | null;
  hash: Buffer;
  accountId: string | null;
  action: string;
  actorKind: string;
  actorId: string | null;
  storedSeq: string;
  storedAt: string;
};

type TimedHead = Head & { at: Date };

type Anchor = Head & { monthEnd: Date };

/**
 * Reads all events and checks each stream against its hashes, its anchors and its head. The whole check reads one snapshot of
 * the database.
 */
export const verifyTrail = (): Promise<Verification> =>
  transaction(
    async (tx) => {
      const heads = new Map((await readHeads(tx)).map((head) => [head.stream, head]));
      const anchors = await readAnchors(tx);
      const anchored = new Set(
        [...anchors.values()].flat().map(({ monthEnd }) => monthEnd.getTime()),
      );
      const check = (name: string) =>
        new StreamCheck(
          name,
          ...([heads.get(name), anchors.get(name) ?? [], anchored, problems] as const),
        );
      const result = { streams: heads.size, events: 0, redacted: 0 };
      const problems: TrailProblem[] = [];
      const seen = new Set<string>();
      let stream: StreamCheck | undefined;
      for await (const row of readEvents(tx)) {
        if (stream?.name !== row.stream) {
          stream?.end();
          seen.add(row.stream);
          stream = check(row.stream);
        }
        stream.add(row);
        result.events += 1;
        if (row.details === null) result.redacted += 1;
      }
      stream?.end();
      for (const name of new Set([...heads.keys(), ...anchors.keys()])) {
        if (!seen.has(name)) check(name).end();
      }
      return { ...result, problems, protection: await findProtection(tx) };
    },
    { snapshot: true },
  );

async function* readEvents(tx: Transaction): AsyncGenerator<Row> {
  // The first page begins before every row that the table can contain.
  let after = ['', '-9223372036854775808', '-infinity'];
  for (;;) {
    const rows = await query<Row>('audit-page-to-verify', pageSql, after, tx);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < perPage) return;
    after = [last.stream, last.storedSeq, last.storedAt];
  }
}

const headsSql = `
  SELECT stream, ${readable.number('seq')} AS seq, ${readable.time('at')} AS at, hash FROM audit.heads`;

const readHeads = (tx: Transaction) => query<TimedHead>('audit-heads', headsSql, [], tx);

const anchorsSql = `
  SELECT stream, ${readable.number('seq')} AS seq, hash, ${readable.time('month_end')} AS "monthEnd"
  FROM audit.anchors AS a ORDER BY stream, a.seq`;

async function readAnchors(tx: Transaction): Promise<Map<string, Anchor[]>> {
  const all = await query<Anchor>('audit-anchors', anchorsSql, [], tx);
  const byStream = new Map<string, Anchor[]>();
  for (const anchor of all) {
    const own = byStream.get(anchor.stream);
    if (own) own.push(anchor);
    else byStream.set(anchor.stream, [anchor]);
  }
  return byStream;
}

const dayMs = 24 * 3_600_000;

/** The end of the month in India that contains a time. */
function endOfMonth(at: Date): Date {
  const inIndia = new Date(at.getTime() + indiaOffsetMs);
  return new Date(Date.UTC(inIndia.getUTCFullYear(), inIndia.getUTCMonth() + 1) - indiaOffsetMs);
}

/**
 * A position in a stream. `isIntact` is false if the event there does not match its hash. To report this only once, the
 * `prev` of the next event is then not compared.
 */
type Place = { seq: number; hash: Buffer; isIntact: boolean };

const beginning: Place = { seq: 0, hash: firstPrev, isIntact: true };

/** Checks the events of one stream, in the order of their numbers. */
class StreamCheck {
  #last: Place | null = null;
  #lastAt: Date | null = null;
  #found = 0;
  /** The anchors for which no event has been found yet. */
  readonly #unmatched: Set<Anchor>;

  constructor(
    readonly name: string,
    readonly head: TimedHead | undefined,
    readonly anchors: Anchor[],
    /**
     * The ends of the months whose anchors were written. The anchors of a month are written for all streams at once.
     */
    readonly anchored: ReadonlySet<number>,
    readonly problems: TrailProblem[],
  ) {
    this.#unmatched = new Set(anchors);
  }

  add(row: Row): void {
    const before = this.#last ?? this.#start(row);
    if (row.seq > before.seq + 1) {
      const [first, last] = [before.seq + 1, row.seq - 1];
      const missing =
        first === last
          ? `The event with the number ${first} is missing.`
          : `The events with the numbers ${first} to ${last} are missing.`;
      this.#report(row.seq, 'removed', missing);
    } else if (row.seq <= before.seq) {
      this.#report(row.seq, 'order', 'Two events have this number.');
    }
    const isIntact = hashLink(row).equals(row.hash);
    const followsIntact = before.isIntact && row.seq === before.seq + 1;
    if (!isIntact) this.#reportContent(row);
    else if (followsIntact && !row.prev.equals(before.hash)) {
      this.#report(
        before.seq,
        'changed',
        `The event does not have the hash that event ${row.seq} continues.`,
      );
    } else this.#checkCopies(row);
    if (this.#lastAt && row.at >= endOfMonth(this.#lastAt)) this.#requireAnchor(before.seq);
    this.#checkAnchors(row);
    this.#last = { seq: row.seq, hash: row.hash, isIntact };
    this.#lastAt = row.at;
  }

  #checkAnchors({ seq, at, hash }: Row): void {
    for (const anchor of this.#unmatched) {
      if (anchor.seq > seq) continue;
      // Months that were dropped have no events.
      if (anchor.seq < seq && this.#last === null) this.#unmatched.delete(anchor);
      if (anchor.seq !== seq) continue;
      this.#unmatched.delete(anchor);
      if (!anchor.hash.equals(hash)) {
        this.#report(
          seq,
          'changed',
          'The event does not have the hash of the anchor at the end of its month.',
        );
      } else if (at >= anchor.monthEnd) {
        this.#report(seq, 'changed', 'The anchor of the event is that of an earlier month.');
      }
    }
  }

  /**
   * Reports that the event with this number, the last one of its month, has no anchor: the anchor is missing, or it is
   * that of another event.
   */
  #requireAnchor(seq: number): void {
    const monthEnd = this.#lastAt ? endOfMonth(this.#lastAt).getTime() : Number.NaN;
    if (!this.anchored.has(monthEnd)) return;
    const isOwn = (anchor: Anchor) => anchor.seq === seq && anchor.monthEnd.getTime() === monthEnd;
    if (this.anchors.some(isOwn)) return;
    this.#report(seq, 'cut', 'The anchor at the end of the month of the event is missing.');
  }

  end(): void {
    const { head } = this;
    if (this.#last) this.#requireAnchor(this.#last.seq);
    const last = this.#last ?? this.#lastDropped(head);
    if (this.#last !== null) {
      for (const { seq } of this.#unmatched)
        this.#report(seq, 'changed', 'There is no event for the anchor at the end of a month.');
    }
    if (!head) {
      const seq = Math.max(last.seq, ...this.anchors.map((anchor) => anchor.seq));
      this.#report(seq, 'cut', 'The head of the stream is missing.');
    } else if (head.seq > last.seq) {
      this.#report(
        head.seq,
        'cut',
        `The stream ends at number ${last.seq}, but its head says ${head.seq}.`,
      );
    } else if (head.seq < last.seq || !head.hash.equals(last.hash)) {
      this.#report(last.seq, 'changed', 'The head of the stream does not match the last event.');
    } else if (head.seq === 0) {
      this.#report(0, 'changed', 'The head has no event.');
    } else if (this.#lastAt && head.at.getTime() !== this.#lastAt.getTime()) {
      this.#report(last.seq, 'changed', 'The head does not have the time of the last event.');
    }
  }

  /** The position before the first event: the anchor of a dropped month, or the beginning. */
  #start(row: Row): Place {
    const anchor = this.#dropped().find(({ seq }) => seq === row.seq - 1);
    return anchor ? { ...anchor, isIntact: true } : beginning;
  }

  /** The end of a stream without events: the anchor of the dropped month that had the last event, or the beginning. */
  #lastDropped(head: Head | undefined): Head | Place {
    return this.#dropped().find(({ seq }) => seq === head?.seq) ?? beginning;
  }

  /**
   * The anchors of the months that may have been dropped: those that ended more than 365 days ago, but not before the account
   * existed.
   */
  #dropped(): Anchor[] {
    const before = databaseClock.now() - 365 * dayMs;
    const createdAt = timeOfId(this.name);
    return this.anchors.filter(
      ({ monthEnd }) => monthEnd.getTime() <= before && !(monthEnd.getTime() <= createdAt),
    );
  }

  #reportContent(row: Row): void {
    const account = readJson(row.body)?.account;
    const origin = typeof account === 'string' ? account : installationStream;
    if (origin !== this.name && hashLink({ ...row, stream: origin }).equals(row.hash)) {
      this.#report(row.seq, 'other_account', `The event was recorded for ${origin}.`);
      return;
    }
    const near = Array.from({ length: 2_001 }, (_, i) => row.seq - 1_000 + i);
    const recordedAs = near.find((seq) => seq > 0 && hashLink({ ...row, seq }).equals(row.hash));
    if (recordedAs === undefined) {
      this.#report(row.seq, 'changed', 'The content does not match its hash.');
    } else {
      this.#report(row.seq, 'order', `The event was recorded as number ${recordedAs}.`);
    }
  }

  /** Compares the columns with the body, which has the same values: the hash covers only the body. */
  #checkCopies(row: Row): void {
    const body = readJson(row.body);
    const { id, accountId, action, actorKind, actorId, version } = row;
    const copies = [id, accountId, action, actorKind, actorId, version];
    const { kind: wasKind, id: wasId } = body?.actor ?? { kind: undefined, id: undefined };
    const recorded = [body?.id, body?.account, body?.action, wasKind, wasId, linkVersion];
    if (copies.some((value, i) => value !== recorded[i])) {
      this.#report(row.seq, 'changed', 'A column differs from the recorded event.');
    }
    const origin = body?.account ?? installationStream;
    if (this.name !== refusedStream && origin !== this.name) {
      this.#report(row.seq, 'other_account', `The event belongs to ${origin}.`);
    }
    if (row.details === null) return;
    if (createHash('sha256').update(row.details).digest('hex') !== body?.details) {
      this.#report(row.seq, 'changed', 'The details do not match their hash.');
    }
  }

  #report(seq: number, kind: ProblemKind, message: string): void {
    this.#found += 1;
    if (this.#found <= maxProblems) this.problems.push({ stream: this.name, seq, kind, message });
  }
}

/** Parses a body; null if it is not JSON, because a changed body may be anything. */
function readJson(body: Buffer): Partial<AuditBody> | null {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The MD5 of the source of `audit.refuse_change`, which the triggers call. If a migration changes the function, change
 * this value too.
 */
const refusalDigest = '706f74943bbd1c756774b99c0108d6ca';

/**
 * `sound` has the triggers that fire for each change. 27 is the `tgtype` of BEFORE UPDATE OR DELETE of each row, 19 of BEFORE
 * UPDATE of each row, and 34 of BEFORE TRUNCATE.
 */
const protectionSql = `
  WITH sound AS (
    SELECT g.tgrelid, g.tgname FROM pg_trigger AS g JOIN pg_proc AS p ON p.oid = g.tgfoid
    WHERE g.tgenabled IN ('O', 'A') AND g.tgqual IS NULL AND g.tgattr::text = ''
      AND g.tgtype = CASE WHEN g.tgname LIKE '%truncate' THEN 34 WHEN g.tgname LIKE 'anchors%' THEN 19 ELSE 27 END
      AND p.proconfig IS NULL AND md5(p.prosrc) = '${refusalDigest}'
  )
  SELECT r.rolsuper OR pg_has_role(current_user, n.nspowner, 'MEMBER')
      OR EXISTS (
        SELECT FROM pg_class AS t
        WHERE t.relnamespace = n.oid AND t.relkind IN ('r', 'p') AND (
          pg_has_role(current_user, t.relowner, 'MEMBER')
          OR has_table_privilege(t.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')))
      AS "mayChange",
    current_setting('session_replication_role') <> 'replica'
      AND (SELECT count(*) FROM sound JOIN pg_class AS t ON t.oid = tgrelid
        WHERE t.relnamespace = n.oid AND t.relname IN ('events', 'heads', 'anchors')
          AND tgname IN (t.relname || '_refuse_change', t.relname || '_refuse_truncate')) = 6
      AND NOT EXISTS (
        SELECT FROM pg_inherits AS i WHERE i.inhparent = 'audit.events'::regclass AND (
          SELECT count(*) FROM sound
          WHERE tgrelid = i.inhrelid AND tgname IN ('events_refuse_change', 'events_refuse_truncate')) < 2)
      AS "hasTriggers"
  FROM pg_namespace AS n, pg_roles AS r WHERE n.nspname = 'audit' AND r.rolname = current_user`;

/** @param tx a transaction of the role */
export async function findProtection(tx: Transaction): Promise<TrailProtection> {
  const [row] = await query<{ mayChange: boolean; hasTriggers: boolean }>(
    'audit-protection',
    protectionSql,
    [],
    tx,
  );
  if (row && !row.mayChange) return 'role';
  return row?.hasTriggers ? 'triggers' : 'none';
}

/** A published state of all streams. `at` is rounded to seconds; `token` joins `at` and `root` with a slash. */
export type PublishedRoot = { at: Date; root: string; streams: number; token: string };

/** After this time, in milliseconds, every transaction that appended an event has ended. */
const settledMs = 10 * 60_000;

/**
 * The heads as they were at a time. If a stream has grown since then, its head at that time is found among its events
 * or anchors.
 */
const headsAtSql = `
  SELECT h.stream, ${readable.number('coalesce(e.seq, a.seq, h.seq)')} AS seq,
    coalesce(e.hash, a.hash, h.hash) AS hash
  FROM audit.heads AS h
  LEFT JOIN LATERAL (
    SELECT seq, hash FROM audit.events WHERE h.at > $1 AND stream = h.stream AND at <= $1 ORDER BY seq DESC LIMIT 1
  ) AS e ON true
  LEFT JOIN LATERAL (
    SELECT seq, hash FROM audit.anchors
    WHERE h.at > $1 AND e.seq IS NULL AND stream = h.stream AND month_end <= $1 ORDER BY seq DESC LIMIT 1
  ) AS a ON true
  WHERE h.at <= $1 OR e.seq IS NOT NULL OR a.seq IS NOT NULL
  ORDER BY h.stream COLLATE "C"`;

/** The root of the heads as they were at a time. */
export async function rootAt(at: Date): Promise<PublishedRoot> {
  const heads = await query<Head>('audit-heads-at', headsAtSql, [at]);
  const root = merkleRoot(heads).toString('hex');
  return { at, root, streams: heads.length, token: `${at.toISOString()}/${root}` };
}

/**
 * Computes the root of all streams as they were ten minutes ago, because by now all transactions that appended events
 * before that time have ended.
 */
export const currentRoot = (): Promise<PublishedRoot> =>
  rootAt(new Date(Math.floor((databaseClock.now() - settledMs) / 1_000) * 1_000));

/**
 * Whether the streams still have the state of an earlier root.
 *
 * @param token the `token` of a root, as the log or an export contains it
 * @returns null if the text is not such a token
 */
export async function matchesRoot(token: string): Promise<boolean | null> {
  const [, time = '', root = ''] = /^([\d:.TZ-]+)\/([\da-f]{64})$/.exec(token) ?? [];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return null;
  return (await rootAt(at)).root === root;
}
