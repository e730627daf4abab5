import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Person } from "#lib/core/contract/people/person.ts";
import { drainInbox } from "#lib/core/server/inbox/drain.ts";
import { deliver, storeArrivals } from "#tools/test/arrivals.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";
import { openPeople } from "./open.ts";

let connected: ConnectedService;
let id: string;

const shared = globalThis as { cotejoServiceClients?: unknown };

beforeAll(async () => {
  connected = await startConnectedService();
  vi.stubEnv("SVC_BASE_URL", connected.service.url());
  vi.stubEnv("SVC_API_KEY", connected.service.apiKey());
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  id = await connected.service.play("people-error-curp_format_error");
});
afterAll(async () => {
  await connected.end();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  await connected.reset();
  // With a circuit breaker that has seen nothing yet.
  delete shared.cotejoServiceClients;
  await connected.knowFromEvents(id);
});

const peoplePath = () => `/v2/verifications/${id}/people`;

/** Opens them while a worker applies what comes in. */
async function open(verification_id = id) {
  const opening = openPeople({ verification_id, userId: "somebody" }, connected.database);
  let done = false;
  const end = opening.finally(() => {
    done = true;
  });
  end.catch(() => undefined);
  while (!done) await drainInbox(connected.other);
  return opening;
}

/** Lets the last reading be too old to serve others. */
const later = () =>
  connected.query("UPDATE verification_reads SET succeeded_at = succeeded_at - interval '11 seconds'");

const served = async () => (await connected.service.call("GET", peoplePath())).body.full_list;
const succeeded = (person: Person) => person.external_identities.curp?.success;

describe("opening the people of a verification", () => {
  it("shows the service's current answer, with found and missing people", async () => {
    const people = await open();
    const service = await served();
    expect(people?.full_list.map((person) => person.people_id)).toEqual(
      service.map((person: Person) => person.people_id),
    );
    const found = people?.full_list.find(succeeded);
    expect(found?.external_identities.curp).toMatchObject({
      success: true,
      message: null,
      applicant_data: { curp: found?.external_identities.curp?.search_number, other_fields: {} },
      evidentiary_document_data: { act_number: expect.any(String) },
      curp_file: { available: true, expires_at: expect.stringMatching(/Z$/) },
    });
    const missed = people?.full_list.find((person) => succeeded(person) === false);
    expect(missed?.external_identities.curp).toMatchObject({
      success: false,
      message: expect.any(String),
      search_number: expect.any(String),
      applicant_data: null,
      evidentiary_document_data: null,
      curp_file: { available: false, expires_at: null },
    });
    expect(people?.freshness).toMatchObject({ stale: null, unknown_to_service: false });
  });

  it("adds the cause of a failed lookup, which only the event states", async () => {
    const missed = (await served()).find((person: Person) => succeeded(person) === false);
    const event = { verification_id: id, people_id: missed.people_id, people_error: "curp_format_error" };
    await storeArrivals(connected.database.pool, [deliver("verification_people.curp_search_completed", event)]);
    const people = await open();
    expect(people?.full_list.filter((person) => person.lookup_error !== null)).toMatchObject([
      { people_id: missed.people_id, lookup_error: { people_error: "curp_format_error" } },
    ]);
  });

  it("passes on no address of a PDF, and stores none", async () => {
    const [{ external_identities }] = (await served()).filter(succeeded);
    const address = new URL(external_identities.curp.curp_file);
    const shown = JSON.stringify(await open());
    const kept = JSON.stringify([
      await connected.query("SELECT body FROM snapshot_bodies"),
      await connected.query("SELECT * FROM verification_snapshots"),
    ]);
    for (const text of [shown, kept]) {
      expect(text).not.toContain(address.pathname);
      expect(text).not.toMatch(/Signature|Expires=|:\/\//);
    }
  });

  it("is one call of the service for all readers within ten seconds", async () => {
    const calls = await connected.countCalls(peoplePath());
    const both = await Promise.all([open(), open()]);
    expect(both[0]).toEqual(both[1]);
    expect(both[0]?.full_list.length).toBeGreaterThan(0);
    await open();
    expect(await calls()).toBe(1);
    await later();
    await open();
    expect(await calls()).toBe(2);
  });

  it("waits for a read that has just been applied, and does not answer with older data", async () => {
    await open();
    await later();
    await connected.query("UPDATE snapshot_bodies SET hash = '\\x00'::bytea, body = '{\"full_list\":[]}'");
    await connected.query(
      "UPDATE verification_snapshots SET body_hash = '\\x00'::bytea, read_at = read_at - interval '1 hour'",
    );
    await connected.query("DELETE FROM inbox WHERE kind = 'snapshot'");
    expect((await open())?.full_list.length).toBeGreaterThan(0);
  });
});

describe("when the service fails", () => {
  const fail = (status = 403) => connected.fault({ kind: "status", status, path: peoplePath(), count: 100 });

  it("the last answer is shown, with its age and the cause", async () => {
    const before = await open();
    await later();
    await fail();
    const people = await open();
    expect(people?.full_list).toEqual(before?.full_list);
    expect(people?.freshness).toMatchObject({
      read_at: before?.freshness.read_at,
      stale: { code: "SERVICE_FORBIDDEN", status: 403 },
      unknown_to_service: false,
    });
  });

  it("and no answer exists for these people, the failure is thrown instead of an empty list", async () => {
    await fail();
    await expect(open()).rejects.toMatchObject({ code: "SERVICE_FORBIDDEN" });
  });

  it("with 404 for a verification known from events, its last people are shown with a notice", async () => {
    await open();
    await later();
    await fail(404);
    expect((await open())?.freshness.unknown_to_service).toBe(true);
  });
});

describe("a verification without an event", () => {
  it("is read with its people if the service knows it", async () => {
    await connected.reset();
    expect((await open())?.full_list.length).toBeGreaterThan(0);
    expect(await connected.query("SELECT status FROM verification_summaries")).toEqual([{ status: "pending" }]);
  });

  it("is null if the service does not know it, and leaves nothing behind", async () => {
    expect(await open("ver_unknown")).toBeNull();
    for (const table of ["inbox", "verification_reads", "verification_summaries"]) {
      expect(await connected.query(`SELECT FROM ${table} WHERE verification_id = 'ver_unknown'`)).toEqual([]);
    }
  });
});
