import { expect, test } from "vitest";
import type { SystemStatus } from "#lib/core/contract/status.ts";
import { systemStatus } from "#tools/test/system-status.ts";
import { liveMarkState } from "./live.tsx";

const now = new Date("2026-11-20T12:00:00Z");
const status = (state: SystemStatus["receiver"]["state"], last_event_at: string | null) =>
  systemStatus({ receiver: { state }, last_event_at });
const recent = "2026-11-20T11:59:00.000000Z";

test("the state is live with an open stream, a running receiver and an event within the hour", () => {
  expect(liveMarkState("live", status("connected", recent), now)).toBe("live");
});

test.each(["offline", "connecting", "reconnecting"] as const)(
  "the state is not live while the stream is %s",
  (stream) => {
    expect(liveMarkState(stream, status("connected", recent), now)).toBe(stream);
  },
);

test("before the first event the state is neither live nor quiet", () => {
  expect(liveMarkState("live", status("connected", null), now)).toBe("waiting");
});

test("the state is quiet after an hour without an event", () => {
  expect(liveMarkState("live", status("connected", "2026-11-20T10:59:00.000000Z"), now)).toBe("quiet");
});

test.each(["missing", "down"] as const)("no event can arrive with a receiver that is %s", (receiver) => {
  expect(liveMarkState("live", status(receiver, recent), now)).toBe("deaf");
});

test.each(["deleted_at_service", "disabled_at_service", "other_address"] as const)(
  "no event can arrive with a webhook that is %s",
  (problem) => {
    const found = systemStatus({ receiver: { state: "problem", problems: [problem] }, last_event_at: recent });
    expect(liveMarkState("live", found, now)).toBe("deaf");
  },
);

test.each([
  ["refused", "partial"],
  ["missing_events", "partial"],
  ["silence", "quiet"],
] as const)("with %s the mark is %s, like the banner", (problem, said) => {
  const found = systemStatus({ receiver: { state: "problem", problems: [problem] }, last_event_at: recent });
  expect(liveMarkState("live", found, now)).toBe(said);
});

test("the state is not live yet while the webhook is being created", () => {
  expect(liveMarkState("live", status("creating", null), now)).toBe("connecting");
});

test("the state is empty before the state of the receiver is known", () => {
  expect(liveMarkState("live", undefined, now)).toBe("connecting");
});
