import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { liveMarkState } from "#components/kit/shell/live.tsx";
import { connectionOf } from "#lib/core/contract/connection.ts";
import { EVENT_NAMES } from "#lib/core/contract/events/event.ts";
import { lookForOutages } from "#lib/core/server/outages/detect.ts";
import { startHeartbeat } from "#lib/core/server/outages/heartbeat.ts";
import { listOutages } from "#lib/core/server/outages/outages.ts";
import { checkConnection } from "#lib/core/server/receiver-connection/check.ts";
import { ensureReceiver } from "#lib/core/server/receiver-connection/ensure.ts";
import { getReceiverState } from "#lib/core/server/receiver-connection/own-webhook.ts";
import { getSystemStatus } from "#lib/core/server/status/status.ts";
import { type ConnectedService, startConnectedService } from "#tools/test/connected-service.ts";

/* Header, outages, and the cause that banner and pages show must agree on the state at any moment. */

let connected: ConnectedService;

beforeAll(async () => {
  vi.stubEnv("COTEJO_SECRET", "a master secret of at least 32 characters");
  connected = await startConnectedService();
});
afterAll(() => connected.end());
beforeEach(async () => {
  await connected.reset();
  await connect();
  await beat();
  await workerLooks();
  await delivered("1 minute");
});

const connect = () => ensureReceiver(connected.database, connected.client());
const beat = () => startHeartbeat(connected.database, "receiver").stop();
const pageLooks = () => getReceiverState(connected.database, connected.client());
const workerLooks = async () => {
  await connected.query("UPDATE connection_checks SET due_at = now()");
  await checkConnection(connected.database, connected.client());
};
const outagesAreLookedFor = () => lookForOutages(connected.database, ["127.0.0.1"]);
const delivered = (ago: string) =>
  connected.query("INSERT INTO inbox (kind, state, received_at) VALUES ('delivery', 'applied', now() - $1::interval)", [
    ago,
  ]);

async function currentStates() {
  const [system, { outages }] = await Promise.all([
    getSystemStatus(connected.database),
    listOutages(connected.database),
  ]);
  const now = new Date();
  const open = outages.filter(({ ended_at }) => ended_at === null);
  const { cause, since } = connectionOf(system, now.getTime());
  if (open.length === 1) expect(since).toBe(open[0]?.began_at);
  return {
    header: liveMarkState("live", system, now),
    cause,
    outages: open.map(({ cause }) => cause),
  };
}

const HEALTHY = { header: "live", cause: "live", outages: [] };

it.each([
  ["disabled", "UPDATE sandbox.webhook SET enabled = false", "deaf", "disabled_at_service"],
  ["deleted", "DELETE FROM sandbox.webhook", "deaf", "deleted_at_service"],
  ["elsewhere", "UPDATE sandbox.webhook SET url = 'https://elsewhere.example.com/hook'", "deaf", "other_address"],
  ["short of events", `UPDATE sandbox.webhook SET events = ARRAY['${EVENT_NAMES[0]}']`, "partial", "missing_events"],
])(
  "a webhook that is %s is shown as such everywhere after the first check, and nowhere after its repair",
  async (_what, change, header, cause) => {
    const wrong = { header, cause, outages: ["webhook"] };
    expect(await currentStates()).toEqual(HEALTHY);
    for (const look of [pageLooks, workerLooks]) {
      await connected.service.query(change);
      expect(await currentStates()).toEqual(HEALTHY);
      await look();
      expect(await currentStates()).toEqual(wrong);
      await connect();
      expect(await currentStates()).toEqual(HEALTHY);
    }
  },
);

it("a webhook that the service accepted is waiting everywhere until its first delivery, also after an erasure", async () => {
  await connected.query("DELETE FROM inbox");
  const waiting = { header: "waiting", cause: "waiting", outages: [] };
  expect(await currentStates()).toEqual(waiting);
  const [secret] = await connected.query<{ at: string }>("SELECT created_at AS at FROM receiver_secrets");
  expect((await getSystemStatus(connected.database)).receiver.since).toBe(secret?.at);
  await delivered("1 second");
  expect(await currentStates()).toEqual(HEALTHY);
  await connected.query("DELETE FROM inbox; UPDATE receiver_secrets SET last_matched_at = now()");
  expect(await currentStates()).toEqual(HEALTHY);
});

it("a webhook repaired at the service is healthy everywhere as soon as the page checks it", async () => {
  await connected.service.query("UPDATE sandbox.webhook SET enabled = false");
  await workerLooks();
  const began = (await getSystemStatus(connected.database)).receiver.since;
  await connected.service.query("UPDATE sandbox.webhook SET url = 'https://elsewhere.example.com/hook'");
  await pageLooks();
  // Another fault of the same outage.
  expect((await getSystemStatus(connected.database)).receiver.since).toBe(began);
  await connect();
  expect(await currentStates()).toEqual(HEALTHY);
  await connected.service.query("UPDATE sandbox.webhook SET enabled = false");
  await workerLooks();
  await connected.service.query("UPDATE sandbox.webhook SET enabled = true");
  await pageLooks();
  expect(await currentStates()).toEqual(HEALTHY);
});

it("refused deliveries are shown everywhere until no retry can be refused any more", async () => {
  await connected.query(
    "INSERT INTO refusals (at, reason, source_address) VALUES (now() - interval '1 minute', 'no_match', '127.0.0.1')",
  );
  await outagesAreLookedFor();
  expect(await currentStates()).toEqual({
    header: "partial",
    cause: "refused",
    outages: ["refused"],
  });
  await connected.query("UPDATE refusals SET at = now() - interval '11 minutes'");
  await connected.query("UPDATE outages SET began_at = now() - interval '11 minutes'");
  await outagesAreLookedFor();
  expect(await currentStates()).toEqual(HEALTHY);
});

it("an unusual silence is shown everywhere, and a delivery ends it everywhere before the worker's check", async () => {
  await connected.query("DELETE FROM inbox");
  for (let minute = 0; minute < 60; minute += 1) await delivered(`${121 + minute} minutes`);
  await outagesAreLookedFor();
  const silent = { header: "quiet", cause: "silence", outages: ["silence"] };
  expect(await currentStates()).toEqual(silent);
  await delivered("1 second");
  expect(await currentStates()).toEqual(HEALTHY);
  await outagesAreLookedFor();
  expect(await currentStates()).toEqual(HEALTHY);
});

it("a stopped receiver is down everywhere from the same moment on, with its other problems", async () => {
  await connected.query(
    "UPDATE heartbeats SET started_at = now() - interval '1 hour', beat_at = now() - interval '29 seconds'",
  );
  expect(await currentStates()).toEqual(HEALTHY);
  await connected.query("UPDATE heartbeats SET beat_at = now() - interval '31 seconds'");
  const down = { header: "deaf", cause: "down", outages: ["receiver_down"] };
  expect(await currentStates()).toEqual(down);
  await connected.service.query("UPDATE sandbox.webhook SET enabled = false");
  await pageLooks();
  expect(await currentStates()).toEqual({ ...down, outages: expect.arrayContaining(["receiver_down", "webhook"]) });
  await connect();
  await beat();
  expect(await currentStates()).toEqual(HEALTHY);
});
