import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { normalPassword } from "#lib/access/contract/user.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";

/** Each hash takes 19 MiB and a thread of Node's pool, which also serves files and DNS: two hashes leave threads free. */
const MAX_CONCURRENT = 2;
/** How many unknown browsers may wait; a hash takes some 30 ms, so the last of them waits about a second. */
const MAX_UNKNOWN_WAITING = 64;

/** `known`: users with a session or a known browser go before others and are never turned away. */
export type Lane = "known" | "unknown";

type Waiting = Record<Lane, (() => void)[]>;

/**
 * Limits concurrent hashes, so that thousands of wrong passwords cost neither the memory nor the time of other requests.
 * Throws TOO_MANY_REQUESTS for an unknown browser where too many of them wait already.
 */
export function limitedHashing({ atOnce = MAX_CONCURRENT, unknownWaiting = MAX_UNKNOWN_WAITING } = {}) {
  const waiting: Waiting = { known: [], unknown: [] };
  let running = 0;

  return async function hashing<T>(lane: Lane, compute: () => Promise<T>): Promise<T> {
    if (running < atOnce) running += 1;
    else if (lane === "unknown" && waiting.unknown.length >= unknownWaiting) {
      throw new CotejoError("TOO_MANY_REQUESTS", 429, "Too many people sign in at this moment. Try again.", {
        retryable: true,
        retryAfter: 2,
      });
    } else await new Promise<void>((start) => waiting[lane].push(start));
    try {
      return await compute();
    } finally {
      // The slot passes directly to the next waiting call, so that no new call takes it in between.
      const next = waiting.known.shift() ?? waiting.unknown.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_LENGTH = 32;

type Cost = { memory: number; passes: number; parallelism: number };

const derive = promisify(argon2);
const hashing = limitedHashing();

/** Hashes that this process has computed: tests compare this count, not times, to show equal work. */
let computed = 0;
export const hashesComputed = (): number => computed;

const hash = (password: string, nonce: Buffer, cost: Cost, tagLength: number, lane: Lane) =>
  hashing(lane, () => {
    computed += 1;
    return derive("argon2id", { ...cost, message: Buffer.from(normalPassword(password)), nonce, tagLength });
  });

const base64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** The password's argon2id hash as a PHC string, which includes its cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash(password, nonce, COST, TAG_LENGTH, "known");
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;

// The hash of a random text: verifying against it takes as long as against a stored hash, so that the time of an answer
// does not show whether the account exists.
const decoy = hashPassword(randomBytes(32).toString("hex"));

/** Whether the password matches; without a stored hash it takes as long and returns false. */
export async function verifyPassword(
  password: string,
  stored: string | null,
  lane: Lane = "unknown",
): Promise<boolean> {
  const match = PHC.exec(stored ?? (await decoy));
  if (!match) throw new Error("a stored password hash is not a PHC string of argon2id");
  const [, memory, passes, parallelism, nonce = "", tag = ""] = match;
  const expected = Buffer.from(tag, "base64");
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await hash(password, Buffer.from(nonce, "base64"), cost, expected.length, lane);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** Whether a stored hash has less than today's cost and should be replaced at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const match = PHC.exec(stored);
  return !match || Number(match[1]) < COST.memory || Number(match[2]) < COST.passes;
}
