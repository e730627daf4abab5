import type { SandboxState } from "#lib/edge/contract/sandbox/sandbox-input.ts";
import { queryOf } from "#lib/platform/browser/api.ts";

export const sandboxKeys = { all: ["sandbox"] as const };

const BUSY_POLL_MS = 1_500;
const IDLE_POLL_MS = 5_000;

/** Whether a user may be waiting for the next state. */
const isBusy = ({ faults, played }: SandboxState): boolean =>
  faults.length > 0 || played.some(({ deliveries, steps_to_come }) => deliveries.pending + steps_to_come > 0);

/** The state of the embedded service. Polled, since the service announces no changes. */
export const sandboxOptions = () =>
  queryOf(sandboxKeys.all, "GET /api/sandbox", {
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_POLL_MS : IDLE_POLL_MS),
    staleTime: 0,
    retry: false,
  });

/** The mails that were kept instead of sent. */
export const keptMailsOptions = () =>
  queryOf(["sandbox-mails"], "GET /api/sandbox/mails", { refetchInterval: IDLE_POLL_MS, staleTime: 0 });
