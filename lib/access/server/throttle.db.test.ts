import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storableText } from "#lib/platform/contract/text.ts";
import { addPerson, databaseForEach, trailOf, tryToSignIn } from "#tools/test/access.ts";
import { examples } from "#tools/test/effort.ts";
import { hashesComputed } from "./password.ts";
import { findSession } from "./sessions.ts";
import { findUserByEmail } from "./users.ts";

const database = databaseForEach();
const storable = (text: string) => storableText(text, 100) === text;
const EMAIL = "ana@example.mx";

type Outcome = "in" | "wrong" | number;

/** The result of an attempt: in, wrong, or the seconds to wait. */
const attempt = (password: string, options: { address?: string; browser?: string; email?: string } = {}) =>
  tryToSignIn(database(), options.email ?? EMAIL, { ...options, password }).then(
    (): Outcome => "in",
    (error): Outcome => (error.status === 429 ? error.retryAfter : "wrong"),
  );

const RIGHT = "correct horse battery";

/** As if this time had passed. */
const pass = (interval: string) =>
  database().pool.query(
    "UPDATE throttles SET at = at - $1::interval, free_at = free_at - $1::interval, forget_at = forget_at - $1::interval",
    [interval],
  );

/** Wrong passwords until the first wait; returns their number. */
async function exhaust(options: Parameters<typeof attempt>[1] = {}): Promise<number> {
  for (let tries = 1; tries <= 200; tries++)
    if (typeof (await attempt("wrong", options)) === "number") return tries - 1;
  return expect.unreachable();
}

describe("wrong passwords from one address", () => {
  it("have to wait after eleven, twice as long each further time, and no longer for attempts meanwhile", async () => {
    await addPerson(database(), "ana");
    expect(await exhaust()).toBe(11);
    expect(await attempt("wrong")).toBeLessThanOrEqual(2);
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      await pass("1 minute");
      expect(await attempt("wrong")).toBe("wrong");
      waits.push((await attempt(RIGHT)) as number);
      expect(await attempt(RIGHT)).toBeLessThanOrEqual(waits.at(-1) ?? 0);
    }
    for (const [index, wait] of waits.entries())
      if (index > 0) expect(wait).toBeGreaterThan((waits[index - 1] ?? 0) * 1.5);
  });

  it("never cause a wait of more than a quarter of an hour", async () => {
    await addPerson(database(), "ana");
    await exhaust();
    for (let round = 0; round < 14; round++) {
      await pass("16 minutes");
      await attempt("wrong");
      await database().pool.query("UPDATE throttles SET level = level + 3");
    }
    await pass("16 minutes");
    expect(await attempt("wrong")).toBe("wrong");
    expect(await attempt(RIGHT)).toBeLessThanOrEqual(15 * 60);
    await pass("15 minutes");
    expect(await attempt(RIGHT)).toBe("in");
  });

  it("count alike for an unknown account", async () => {
    expect(await exhaust({ email: "nobody@example.mx" })).toBe(11);
  });

  it("lock out no user at another address", async () => {
    await addPerson(database(), "ana");
    await exhaust();
    expect(await attempt(RIGHT, { address: "198.51.100.7" })).toBe("in");
  });

  it("are counted before they are checked, so that many at once do not all pass", async () => {
    await addPerson(database(), "ana");
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => attempt("wrong")));
    expect(outcomes.filter((outcome) => outcome === "wrong")).toHaveLength(11);
  });

  it("are forgotten after the right password", async () => {
    await addPerson(database(), "ana");
    for (let tries = 0; tries < 9; tries++) await attempt("wrong");
    expect(await attempt(RIGHT)).toBe("in");
    expect(await exhaust()).toBe(11);
  });

  it("keep counting for the address, even when the attacker signs in to an own account in between", async () => {
    await addPerson(database(), "own");
    let guesses = 0;
    for (; guesses < 200; guesses++) {
      const outcome = await attempt("wrong", { email: `victim${guesses}@example.mx` });
      if (typeof outcome === "number") break;
      if (guesses % 5 === 0) await attempt(RIGHT, { email: "own@example.mx" });
    }
    expect(guesses).toBeLessThanOrEqual(62);
  });
});

describe("wrong passwords from everywhere", () => {
  const addresses = (index: number) => `203.0.113.${index % 250}`;

  it("lock no known browser out", async () => {
    await addPerson(database(), "ana");
    const { browser } = await tryToSignIn(database(), EMAIL);
    let tries = 0;
    while (tries < 100 && (await attempt("wrong", { address: addresses(tries) })) === "wrong") tries++;
    expect(tries).toBe(21);
    expect(await attempt(RIGHT, { address: "198.51.100.7" })).toBeGreaterThan(0);
    expect(await attempt(RIGHT, { address: "198.51.100.7", browser })).toBe("in");
    expect(await attempt(RIGHT, { address: "198.51.100.7", browser: "some other token" })).not.toBe("in");
  });

  it("exhaust the guesses of a stolen browser cookie as well", async () => {
    await addPerson(database(), "ana");
    const { browser } = await tryToSignIn(database(), EMAIL);
    expect(await exhaust({ browser })).toBe(11);
  });

  it("leave fewer than two hundred guesses a day per account", async () => {
    await addPerson(database(), "ana");
    let guesses = 0;
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      for (let tries = 0; tries < 30 && (await attempt("wrong", { address: addresses(guesses) })) === "wrong"; tries++)
        guesses++;
      await pass("5 minutes");
    }
    expect(guesses).toBeLessThan(200);
  });
});

describe("thousands of wrong passwords", () => {
  it("cost a handful of hashes and entries, and lock no one else out", async () => {
    await addPerson(database(), "ana");
    await addPerson(database(), "luis");
    const before = hashesComputed();
    const entries = async () => (await trailOf(database(), "session.refused")).length;
    const known = await entries();
    const outcomes: Outcome[] = [];
    const batches = examples(20);
    for (let batch = 0; batch < batches; batch++) {
      outcomes.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, (_, index) =>
            attempt(`guess ${index}`, { email: index % 2 ? EMAIL : `made-up-${batch}-${index}@example.mx` }),
          ),
        )),
      );
    }
    expect(outcomes).toHaveLength(batches * 100);
    expect(outcomes).not.toContain("in");
    expect(hashesComputed() - before).toBeLessThanOrEqual(75);
    expect((await entries()) - known).toBeLessThanOrEqual(300);
    expect(await attempt(RIGHT, { email: "luis@example.mx", address: "198.51.100.7" })).toBe("in");
  });
});

it("rate-limit counters are persisted: another process finds the same waits", async () => {
  await addPerson(database(), "ana");
  await exhaust();
  const { openDatabase } = await import("#lib/platform/server/db/database.ts");
  const restarted = openDatabase(database().url, { name: "restarted" });
  await expect(tryToSignIn(restarted, EMAIL)).rejects.toMatchObject({ status: 429 });
  await restarted.close();
});

it("the first refusal of a wait is on record, the next hundred are not", async () => {
  await addPerson(database(), "ana");
  const throttled = async () =>
    (await trailOf(database(), "session.refused")).filter(({ after }) => after.reason === "throttled").length;
  const before = await throttled();
  await exhaust();
  await Promise.all(Array.from({ length: 20 }, () => attempt("wrong")));
  expect(await throttled()).toBe(before + 1);
});

it("a sign-in gives the session a token that was unknown before", async () => {
  await addPerson(database(), "ana");
  const planted = "a token that an attacker has planted";
  const { token } = await tryToSignIn(database(), EMAIL, { browser: planted });
  expect(token).not.toBe(planted);
  expect(await findSession(planted, database())).toBeNull();
});

describe("the token of a browser", () => {
  it("is accepted only if it was issued here, and stays while the browser is known", async () => {
    await addPerson(database(), "ana");
    const { browser } = await tryToSignIn(database(), EMAIL, { browser: "planted" });
    expect(browser).toMatch(/^[\w-]{43}$/);
    expect((await tryToSignIn(database(), EMAIL, { browser })).browser).toBe(browser);
    await exhaust();
    expect(await attempt(RIGHT, { browser: "planted" })).toBeGreaterThan(0);
  });

  it("identifies only its own user, and a browser of two users keeps both known", async () => {
    await addPerson(database(), "ana");
    await addPerson(database(), "luis");
    const first = await tryToSignIn(database(), "luis@example.mx");
    const second = await tryToSignIn(database(), EMAIL, { browser: first.browser });
    expect(second.browser).not.toBe(first.browser);
    const third = await tryToSignIn(database(), "luis@example.mx", { browser: second.browser });
    expect(third.browser).toBe(second.browser);
    await exhaust();
    expect(await attempt(RIGHT, { browser: first.browser })).toBeGreaterThan(0);
    expect(await attempt(RIGHT, { browser: second.browser })).toBe("in");
  });
});

describe("another spelling of an address", () => {
  it("counts against the same account", async () => {
    await addPerson(database(), "iris");
    const spellings = ["iris@example.mx", "IRIS@example.mx", " Iris@Example.MX ", "iRiS@EXAMPLE.mx"];
    let tries = 0;
    while ((await attempt("wrong", { email: spellings[tries % spellings.length] ?? "" })) === "wrong") tries += 1;
    expect(tries).toBe(11);
    // Letters that some engines fold to those of the account are different.
    for (const email of ["\u0130ris@example.mx", "ir\u0131s@example.mx", "iri\u017f@example.mx"]) {
      expect(await tryToSignIn(database(), email).catch(({ status }) => status)).toBe(401);
    }
  });

  it("is folded from A to Z only, whatever the database's locale", async () => {
    const { rows } = await database().pool.query(
      `SELECT count(*) FILTER (WHERE lower(letter COLLATE "C") <> letter) AS folded FROM (
         SELECT chr(code) AS letter FROM generate_series(1, 1114111) AS code WHERE code NOT BETWEEN 55296 AND 57343
       ) AS letters`,
    );
    expect(rows).toEqual([{ folded: 26 }]);
  });

  it("finds an account only if its letters match but for case", async () => {
    const { id } = await addPerson(database(), "iris");
    const folded = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const near = fc
      .array(fc.constantFrom(..."iI\u0130\u0131\u0069\u0307rR\u0155sS\u017f"), { minLength: 3, maxLength: 6 })
      .map((letters) => `${letters.join("")}@example.mx`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(near, fc.string({ unit: "binary", maxLength: 20 }).filter(storable)), async (email) => {
        const found = await findUserByEmail(email, database());
        expect(found?.id ?? null).toBe(folded(email) === "iris@example.mx" ? id : null);
      }),
      { numRuns: examples(100) },
    );
  });
});

describe("the existence of an account", () => {
  /** The SQL statements of an attempt. */
  async function statementsOf(email: string): Promise<string[]> {
    const { pool } = database();
    const texts: string[] = [];
    const note = (query: unknown) => texts.push(String((query as { text?: string }).text ?? query));
    const noting = <T extends object>(of: T): T =>
      new Proxy(of, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            if (name === "query") note(args[0]);
            const result = Reflect.apply(value, target, args);
            return name === "connect" ? result.then((client: object) => noting(client)) : result;
          };
        },
      });
    const watched = { ...database(), pool: noting(pool) };
    await tryToSignIn(watched, email, { password: "wrong" }).catch(() => undefined);
    return texts;
  }

  it("does not change the statements that run", async () => {
    await addPerson(database(), "ana");
    for (let tries = 0; tries < 14; tries++) {
      const existing = await statementsOf("ana@example.mx");
      expect(existing.length).toBeGreaterThan(1);
      expect(await statementsOf("nobody@example.mx")).toEqual(existing);
    }
  });
});
