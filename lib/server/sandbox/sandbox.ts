import type { z } from "zod";
import type { Pace, SandboxState } from "#lib/contract/sandbox/sandbox.ts";
import {
  type documentsInput,
  type labelInput,
  type NewFault,
  playedAnswer,
  type playInput,
  sandboxState,
} from "#lib/contract/sandbox/sandbox-input.ts";
import { controlSandbox } from "./control.ts";

/** How the embedded service stands: its pace, active faults, and what was played last with its deliveries. */
export const getSandbox = async (): Promise<SandboxState> => sandboxState.parse(await controlSandbox("GET", "/state"));

/** Plays a scenario on a new verification: its id and tag. */
export const playScenario = async (input: z.output<typeof playInput>) =>
  playedAnswer.parse(await controlSandbox("POST", "/verifications", input));

/** Puts a verification that was there before on the list of what was played; NOT_FOUND when the service has none such. */
export const listVerification = (id: string) => controlSandbox("POST", "/played", { verification_id: id });

const ofVerification = (id: string, part: string) => `/verifications/${encodeURIComponent(id)}/${part}`;

/** Adds documents to a verification. CONFLICT where its state does not allow it, as with the two below. */
export const addDocuments = (id: string, input: z.output<typeof documentsInput>) =>
  controlSandbox("POST", ofVerification(id, "documents"), input);

export const reopenVerification = (id: string) => controlSandbox("POST", ofVerification(id, "reopen"));

export const changeLabel = (id: string, input: z.output<typeof labelInput>) =>
  controlSandbox("POST", ofVerification(id, "labels"), input);

export const addFault = (fault: NewFault) => controlSandbox("POST", "/faults", fault);

/** Ends one active fault; NOT_FOUND when it has ended already. */
export const endFault = (id: string) => controlSandbox("DELETE", `/faults/${encodeURIComponent(id)}`);

export const endFaults = () => controlSandbox("DELETE", "/faults");

export const setPace = (pace: Pace) => controlSandbox("PUT", "/pace", { pace });
