import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate as nextTurnOfLoop } from "node:timers/promises";
import { SESSION_COOKIE } from "#lib/access/server/session-seal.ts";
import { bearerOf } from "#lib/access/server/tokens/bearer.ts";
import { clientAddress, networkOf, PEER_HEADER } from "#lib/platform/server/base/client-address.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import { createTurns } from "#lib/platform/server/base/limits.ts";

/**
 * Waits for a body of at most `maxBytes` bytes and leaves it in the request for its next reader. Resolves to false as soon as
 * it is larger. A sender who leaves ends the wait, and is no refusal.
 */
function holdBody(request: IncomingMessage, maxBytes: number): Promise<boolean> {
  // A listener would end the stream of a body without bytes, before its next reader listens.
  if (request.complete) return Promise.resolve(request.readableLength <= maxBytes);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (small: boolean) => {
      request.off("readable", take).off("error", leave).off("close", leave);
      resolve(small);
    };
    const leave = () => stop(true);
    const take = () => {
      // Reading the last chunk would end the stream, and `unshift` fails on an ended stream.
      while (!request.complete && request.readableLength > 0) {
        const chunk: Buffer = request.read();
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size + request.readableLength > maxBytes) stop(false);
      else if (request.complete) {
        if (size > 0) request.unshift(Buffer.concat(chunks));
        stop(true);
      }
    };
    request.on("readable", take).on("error", leave).on("close", leave);
  });
}

export type AdmissionOptions = {
  /** Whether this seal of a session cookie was made here. The data functions check whether the session is still valid. */
  isSeal(seal: string): Promise<boolean>;
  /** Whether this service token exists. The handlers check its permissions. */
  isToken(token: string): Promise<boolean>;
  /** The number of trusted proxies. Behind a proxy one address stands for many clients. */
  trustedProxies: number;
};

/** Requests in Next at once: enough for the parallel calls of a page, few enough that another session's call is as fast. */
const KNOWN_TURNS = { perUser: 3, inTotal: 12 };
/** Without a session or a token. In a burst, one begins in each turn of the event loop, and users begin between any two. */
const STRANGER_TURNS = { perUser: 2, inTotal: 4 };
/** The event loop accepts one connection in each of its turns: with many new ones strangers wait for this number of turns. */
const MAX_ACCEPTING_TURNS = 50;
const QUEUE = { maxWaiting: 256, timeoutMs: 10_000 };
/** A request that takes longer, such as an upload, gives its turn to others. */
const MAX_TURN_MS = 5_000;
/** Bytes; without a session only forms of a few fields are sent. */
const LARGE_BODY = 64 * 1024;
/** The maximum number of verified seals and tokens in the cache; beyond it they are verified again. */
const MAX_CACHED = 1_000;
/** Next renders a page while it sends it; of other answers the head comes after the work. */
const PAGE = /^text\/(?:html|x-component)/;
const SEAL = new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([^;]+)`);

/**
 * Decides when a request begins in Next: requests wait in turns of their session or service token, or of their client's
 * address without a proven one, and whoever has fewest requests in Next is next. Requests of strangers have turns of their
 * own, so that users wait for no stranger.
 */
export function createAdmission({ isSeal, isToken, trustedProxies }: AdmissionOptions) {
  const known = new Set<string>();
  const ofKnown = createTurns({ ...KNOWN_TURNS, ...QUEUE });
  let hasAccepted = false;
  const grant = async () => {
    for (let turn = 0; turn === 0 || (hasAccepted && turn < MAX_ACCEPTING_TURNS); turn += 1) {
      hasAccepted = false;
      await nextTurnOfLoop();
    }
    return 0;
  };
  const ofStrangers = createTurns({ ...STRANGER_TURNS, ...QUEUE, grant });

  /** Whether the session or token is proven; an unknown one is verified in a turn of a stranger. */
  const isKnown = async (pass: string, address: string, isMade: (pass: string) => Promise<boolean>) => {
    if (pass === "" || known.has(pass)) return pass !== "";
    const end = await ofStrangers(address);
    const made = await isMade(pass).catch(() => false);
    end();
    if (!made) return false;
    if (known.size === MAX_CACHED) known.clear();
    known.add(pass);
    return true;
  };

  /** Resolves to a function that ends the request's turn, or to the status of a refusal. `keep`: see `Place`. */
  const admit = async (request: IncomingMessage, keep: () => void): Promise<(() => void) | 413 | 503> => {
    const token = bearerOf(request.headers.authorization);
    const pass = token ?? SEAL.exec(request.headers.cookie ?? "")?.[1] ?? "";
    const address = networkOf(addressOf(request, trustedProxies));
    try {
      // Next answers an unknown seal or token.
      const isProven = await isKnown(pass, address, token === null ? isSeal : isToken);
      if (isProven) keep();
      // Next would buffer a larger body before the session is checked; no route with tokens takes one.
      if ((token !== null || !isProven) && !(await isSmall(request))) return 413;
      return await (isProven ? ofKnown(pass) : ofStrangers(address));
    } catch (error) {
      if (error instanceof CotejoError) return 503;
      throw error;
    }
  };
  const noteConnection = () => {
    hasAccepted = true;
  };
  return { admit, noteConnection };
}

/** The address of the client of a request, as far as it can be trusted. */
export const addressOf = ({ headers, socket }: IncomingMessage, trustedProxies: number): string | null =>
  clientAddress(
    { get: (name) => (name === PEER_HEADER ? socket.remoteAddress : headers[name]?.toString()) ?? null },
    trustedProxies,
  );

/**
 * Whether the body is small enough without a session. Its length may be unknown, since some proxies send chunks: then the
 * body is held before the turn begins. A body of known length is not: handlers outside of `proxy.ts` can't read a body that
 * was read before, and a slow sender keeps a turn for `MAX_TURN_MS` at most.
 */
async function isSmall(request: IncomingMessage): Promise<boolean> {
  const { "transfer-encoding": encoding, "content-length": length } = request.headers;
  return encoding === undefined ? Number(length ?? 0) <= LARGE_BODY : holdBody(request, LARGE_BODY);
}

/** Ends a turn when the work for its answer is done, however slowly its client reads; a stream has only begun then. */
export function endWithAnswer(response: ServerResponse, end: () => void): void {
  const timer = setTimeout(end, MAX_TURN_MS).unref();
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    if (!PAGE.test(String(response.getHeader("content-type")))) end();
    return writeHead(...given);
  };
  response.once("prefinish", end).once("close", () => {
    clearTimeout(timer);
    end();
  });
}
