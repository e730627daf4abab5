import type { KeptMails } from "#lib/contract/mail/kept-mail.ts";
import type { Pace, ScenarioName } from "#lib/contract/sandbox/sandbox.ts";
import type { NewFault, SandboxState } from "#lib/contract/sandbox/sandbox-input.ts";
import { post, queryOf, remove } from "./api.ts";

export const sandboxKeys = { all: ["sandbox"] as const };

const BUSY_POLL_MS = 1_500;
const IDLE_POLL_MS = 5_000;

/** Whether a user may be waiting for the next state. */
const isBusy = ({ faults, played }: SandboxState): boolean =>
  faults.length > 0 || played.some(({ deliveries, steps_to_come }) => deliveries.pending + steps_to_come > 0);

/** The state of the embedded service. Polled, since the service announces no changes. */
export const sandboxOptions = () =>
  queryOf<SandboxState>(sandboxKeys.all, "/api/sandbox", {
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_POLL_MS : IDLE_POLL_MS),
    staleTime: 0,
    retry: false,
  });

/** The mails that were kept instead of sent. */
export const keptMailsOptions = () =>
  queryOf<KeptMails>(["sandbox-mails"], "/api/sandbox/mails", { refetchInterval: IDLE_POLL_MS, staleTime: 0 });

export const listVerification = (id: string): Promise<unknown> => post("/api/sandbox/played", { verification_id: id });

const ofVerification = (id: string, part: string) => `/api/sandbox/verifications/${encodeURIComponent(id)}/${part}`;

export const playScenario = (scenario: ScenarioName, seconds: number) =>
  post<{ verification_id: string; tag: string }>("/api/sandbox/verifications", { scenario, seconds });

export const addDocuments = (id: string, count: number, seconds: number): Promise<unknown> =>
  post(ofVerification(id, "documents"), { count, seconds });

export const reopenVerification = (id: string): Promise<unknown> => post(ofVerification(id, "reopen"));

export type LabelChange =
  | { action: "add" | "comment"; label: string; comment: string | null }
  | { action: "remove"; label: string };

export const changeLabel = (id: string, change: LabelChange): Promise<unknown> =>
  post(ofVerification(id, "labels"), change);

export const setFault = (fault: NewFault): Promise<unknown> => post("/api/sandbox/faults", fault);

export const endFault = (id: string): Promise<void> => remove(`/api/sandbox/faults/${id}`);

export const endFaults = (): Promise<void> => remove("/api/sandbox/faults");

export const setPace = (pace: Pace): Promise<unknown> => post("/api/sandbox/pace", { pace });
