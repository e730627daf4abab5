import { QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { ClockProvider } from "#components/kit/time.tsx";
import { statusOptions } from "#lib/core/browser/status.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { mount } from "#tools/test/mounted.tsx";
import { systemStatus } from "#tools/test/system-status.ts";
import { TimeZone } from "./preferences.tsx";

const refresh = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

/** A page that was rendered in America/Mexico_City, in a browser of the same zone. */
function openPage() {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  let zone = "America/Mexico_City";
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: zone };
  });
  const client = makeQueryClient();
  const setPolicy = (time_zone: string) => {
    // Any request is answered like this, also for the build: page and server have none.
    vi.spyOn(window, "fetch").mockImplementation(async () =>
      Response.json({ build: null, ...systemStatus({ time_zone }) }),
    );
    client.setQueryData(statusOptions().queryKey, systemStatus({ time_zone }));
  };
  setPolicy("America/Mexico_City");
  const invalidate = vi.spyOn(client, "invalidateQueries");
  mount(
    <QueryClientProvider client={client}>
      <ClockProvider>
        <TimeZone />
      </ClockProvider>
    </QueryClientProvider>,
  );
  const travel = (to: string) => {
    zone = to;
    vi.advanceTimersByTime(15_000);
  };
  return { travel, setPolicy, invalidate };
}

beforeEach(() => {
  refresh.mockClear();
  vi.useFakeTimers({ toFake: ["setInterval"] });
  return () => vi.useRealTimers();
});

it("renders an open page again when the device moves to another time zone, once for each move", async () => {
  const { travel } = openPage();
  travel("America/Mexico_City");
  travel("Europe/Madrid");
  await expect.poll(() => refresh).toHaveBeenCalledTimes(1);
  expect(document.cookie).toContain("timezone=Europe%2FMadrid");
  travel("Europe/Madrid");
  travel("America/Tijuana");
  await expect.poll(() => refresh).toHaveBeenCalledTimes(2);
  expect(document.cookie).toContain("timezone=America%2FTijuana");
});

it("renders an open page again when the zone of the review policy changes, with new answers", async () => {
  const { setPolicy, invalidate } = openPage();
  setPolicy("America/Mexico_City");
  setPolicy("America/Tijuana");
  await expect.poll(() => refresh).toHaveBeenCalledTimes(1);
  expect(invalidate).toHaveBeenCalledWith();
});
