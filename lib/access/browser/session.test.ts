import { afterEach, expect, it, vi } from "vitest";
import { loadPage, onSessionNews, setLeaving } from "#lib/platform/browser/signed-out.ts";
import { signOutAndLeave } from "./session.ts";

afterEach(() => {
  setLeaving(false);
  vi.unstubAllGlobals();
});

it("a sign-out leads to the provider, although this page hears its own news", async () => {
  const url = "https://provider.example.mx/end-session?id_token_hint=x";
  const assign = vi.fn();
  vi.stubGlobal("fetch", async () => Response.json({ url }));
  vi.stubGlobal("document", { body: {} });
  vi.stubGlobal("window", { location: { assign } });
  const stop = onSessionNews(() => loadPage("/login"));
  const other = new BroadcastChannel("cotejo-session");
  const heard = new Promise((resolve) => {
    other.onmessage = resolve;
  });
  await signOutAndLeave();
  // Channels get a message in the order in which they were opened.
  await heard;
  expect(assign.mock.calls).toEqual([[url]]);
  other.close();
  stop();
});
