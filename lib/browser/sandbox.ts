import type { Pace, ScenarioName } from "#lib/contract/sandbox/sandbox.ts";
import type { NewFault, SandboxState } from "#lib/contract/sandbox/sandbox-input.ts";
import { api, queryOf } from "./api.ts";

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

export const listVerification = (id: string) => api("POST /api/sandbox/played", { body: { verification_id: id } });

export const playScenario = (scenario: ScenarioName, seconds: number) =>
  api("POST /api/sandbox/verifications", { body: { scenario, seconds } });

export const addDocuments = (verification_id: string, count: number, seconds: number) =>
  api("POST /api/sandbox/verifications/{verification_id}/documents", {
    params: { verification_id },
    body: { count, seconds },
  });

export const reopenVerification = (verification_id: string) =>
  api("POST /api/sandbox/verifications/{verification_id}/reopen", { params: { verification_id } });

export type LabelChange =
  | { action: "add" | "comment"; label: string; comment: string | null }
  | { action: "remove"; label: string };

export const changeLabel = (verification_id: string, body: LabelChange) =>
  api("POST /api/sandbox/verifications/{verification_id}/labels", { params: { verification_id }, body });

export const setFault = (fault: NewFault) => api("POST /api/sandbox/faults", { body: fault });

export const endFault = (fault_id: string) => api("DELETE /api/sandbox/faults/{fault_id}", { params: { fault_id } });

export const endFaults = () => api("DELETE /api/sandbox/faults");

export const setPace = (pace: Pace) => api("POST /api/sandbox/pace", { body: { pace } });
