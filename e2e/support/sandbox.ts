import { randomBytes } from "node:crypto";
import { mayAppearInUrl } from "#lib/platform/contract/curp-shape.ts";

/** Faults of the sandbox (lib/sandbox/http/faults.ts); `count` defaults to every call from now on. */
export type Fault = {
  kind: "status" | "hang" | "html" | "redirect" | "slow" | "truncate" | "lost";
  status?: number;
  delay_ms?: number;
  count?: number;
};

export type Played = { id: string; tag: string };

/** A change that happens to a verification now (lib/sandbox/verification/change.ts). */
export type Change = { kind: string } & Record<string, unknown>;

type Deliveries = { pending: number; delivered: number; failed: number; steps_to_come: number };

const EVERY_CALL = 1_000_000;

/** A tag that no other spec uses, and that does not look like a part of a person’s CURP or RFC. */
export function newTag(): string {
  const tag = `E2E-${randomBytes(5).toString("hex")}`;
  return mayAppearInUrl(tag) ? tag : newTag();
}

/** The control routes of the embedded service: changes as by a customer's integration, and injected faults. */
export function sandboxAt(url: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${url}/sandbox${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} /sandbox${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
  const placed = new Set<string>();
  /** Returns a function that ends the fault. */
  async function fault(path: string, { count = EVERY_CALL, ...given }: Fault): Promise<() => Promise<void>> {
    const { id } = await call<{ id: string }>("POST", "/faults", { path, count, ...given });
    placed.add(id);
    return () => end(id);
  }
  async function end(id: string): Promise<void> {
    const { status } = await fetch(`${url}/sandbox/faults/${id}`, { method: "DELETE" });
    // 404: its count was used up, or it has ended.
    if (status !== 204 && status !== 404) throw new Error(`The fault ${id} did not end: ${status}`);
    placed.delete(id);
  }

  return {
    /** Creates a verification and plays a scenario on it (lib/sandbox/scenarios/catalogue.ts), as if it had just happened. */
    async play(scenario: string, tag = newTag(), seed?: string): Promise<Played> {
      const played = { scenario, tag, seed };
      const { verification_id } = await call<{ verification_id: string }>("POST", "/verifications", played);
      return { id: verification_id, tag };
    },
    /** Applies changes to a verification now, a millisecond apart. */
    change: (id: string, ...changes: Change[]) => call<void>("POST", `/verifications/${id}/steps`, { changes }),
    /** Of one verification, or of all. */
    deliveries: (id?: string) =>
      call<Deliveries>("GET", `/deliveries${id === undefined ? "" : `?verification_id=${encodeURIComponent(id)}`}`),
    /** The account's API key; only the first call gets it. */
    signUp: () => call<{ api_key: string }>("POST", "/accounts", {}),
    /** Starts the past 30 days, and the steady activity from now on. */
    startScenarios: () => call<void>("POST", "/scenarios/start", {}),
    setPace: (pace: "off" | "slow" | "steady" | "fast") => call<void>("PUT", "/pace", { pace }),
    /** A disabled webhook receives nothing; events in between stay undelivered. */
    enable: (webhookId: string, enabled: boolean) => call<void>("PUT", `/webhooks/${webhookId}`, { enabled }),
    faultFor: (id: string, given: Fault) => fault(`/verifications/${id}`, given),
    faultForPeopleOf: (id: string, given: Fault) => fault(`/v2/verifications/${id}/people`, given),
    faultForFilesOf: (id: string, given: Fault) => fault(`/files/${id}/*`, given),
    faultEverywhere: (given: Fault) => fault("*", given),
    /** Ends the faults of this spec only: another spec may use the same service. */
    async clearFaults(): Promise<void> {
      for (const id of placed) await end(id);
    },
    /** Ends every fault, also those of other specs: for specs with a service of their own. */
    clearAllFaults: () => call<void>("DELETE", "/faults"),
  };
}

export type Sandbox = ReturnType<typeof sandboxAt>;
